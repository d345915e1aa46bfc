from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import Q


def leave_unrated(apps: Any, schema_editor: Any) -> None:
    """Let matches without a clock, and those of guests, that wait or are being played go on unrated."""
    tables = apps.get_model("tables", "Table").objects.filter(is_rated=True).exclude(status="over")
    seats = apps.get_model("tables", "Seat").objects
    of_guests = seats.filter(person__isnull=False, person__user=None).values("table")
    tables.filter(Q(pace="") | Q(pk__in=of_guests)).update(is_rated=False)


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0003_names"),
        ("ratings", "0001_initial"),
        ("tables", "0004_bot_lanes"),
    ]

    operations = [migrations.RunPython(leave_unrated, migrations.RunPython.noop)]
