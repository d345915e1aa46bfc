"""Parquet files: rows of plain values as a typed table, written by DuckDB."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from ginrummy.kernel.installed_extras import install_command
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError

COMPRESSION: Final = "zstd"


def require_duckdb() -> Any:
    """Return DuckDB. Raise `GinRummyError` where it is not installed."""
    try:
        import duckdb
    except ModuleNotFoundError as error:
        text = _("Parquet needs DuckDB: {command}")
        raise GinRummyError(text.format(command=install_command("data"))) from error
    return duckdb


def parquet_bytes(rows: Iterable[Mapping[str, Any]], types: Mapping[str, str]) -> bytes:
    """Return a Parquet file of `rows`. `types` has DuckDB's type of each column."""
    duckdb = require_duckdb()
    with TemporaryDirectory() as folder, duckdb.connect() as database:
        lines, table = Path(folder, "rows"), Path(folder, "table")
        with lines.open("w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
        found = database.read_json(str(lines), format="newline_delimited", columns=dict(types))
        found.write_parquet(str(table), compression=COMPRESSION)
        return table.read_bytes()
