"""How often a process has begun to think for the bot that is to move."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column, 0 for what is there."""

    dependencies = (("tables", "0013_event_worlds"),)
    operations = (migrations.AddField("table", "bot_tries", models.PositiveSmallIntegerField(default=0)),)
