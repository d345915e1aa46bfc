"""In how few worlds a bot decided that was late; those before took their time."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column, empty for what is there."""

    dependencies = (("tables", "0012_has_chat"),)
    operations = (migrations.AddField("event", "worlds", models.PositiveSmallIntegerField(null=True)),)
