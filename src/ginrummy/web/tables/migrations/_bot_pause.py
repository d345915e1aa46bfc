"""Repair of databases whose `0004_bot_lanes` made the column `hurries` in the place of `bot_pause`."""

from __future__ import annotations

from typing import Any

_TABLE = "tables_table"
_COLUMN = "integer DEFAULT 700 NOT NULL CHECK (bot_pause >= 0)"


def repair(_apps: Any, schema_editor: Any) -> None:
    """Put `bot_pause` where it belongs, and the usual pause where SQLite has copied the column's name."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        columns = {each.name for each in connection.introspection.get_table_description(cursor, _TABLE)}
        if "hurries" in columns:
            cursor.execute(f"ALTER TABLE {_TABLE} DROP COLUMN hurries")
            cursor.execute(f"ALTER TABLE {_TABLE} ADD COLUMN bot_pause {_COLUMN}")
        if connection.vendor == "sqlite":
            cursor.execute(f"UPDATE {_TABLE} SET bot_pause = 700 WHERE typeof(bot_pause) = 'text'")
