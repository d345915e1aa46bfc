from __future__ import annotations

from typing import Any

from django.db import migrations, models


def set_lanes(apps: Any, schema_editor: Any) -> None:
    """Let the bots that are due while the server is brought up to date wait in a lane, as all others will."""
    seats = apps.get_model("tables", "Seat").objects
    searching = seats.filter(bot__in=("search", "champion")).values("table")
    due = apps.get_model("tables", "Table").objects.filter(bot_due__isnull=False)
    due.filter(pk__in=searching).update(bot_lane=2)
    due.exclude(pk__in=searching).update(bot_lane=1)


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0003_names"),
        ("tables", "0003_rated_and_invited"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="bot_holder",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
        migrations.AddField(
            model_name="table",
            name="bot_lane",
            field=models.SmallIntegerField(choices=[(1, "Quick"), (2, "Search")], null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="bot_lease",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="bot_pause",
            field=models.PositiveIntegerField(default=700),
        ),
        migrations.AlterField(
            model_name="table",
            name="bot_due",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(set_lanes, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("bot_due__isnull", False)),
                fields=["bot_lane", "bot_due"],
                name="bots_due",
            ),
        ),
    ]
