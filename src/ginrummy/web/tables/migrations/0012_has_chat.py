"""Whether phrases were said at a table; of those from before it is not known, so they are asked for."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column, true for what is there."""

    dependencies = (("tables", "0011_events_by_number"),)
    operations = (
        migrations.AddField("table", "has_chat", models.BooleanField(default=True)),
        migrations.AlterField("table", "has_chat", models.BooleanField(default=False)),
    )
