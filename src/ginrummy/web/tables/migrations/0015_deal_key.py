"""What the secrets of offered deals are made with, drawn when one is first offered: they hung on a typed key."""

from __future__ import annotations

from django.db import migrations, models

import ginrummy.shuffle


class Migration(migrations.Migration):
    """A table, with nothing in it."""

    dependencies = (("tables", "0014_bot_tries"),)
    operations = (
        migrations.CreateModel(
            "DealKey",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("value", models.CharField(default=ginrummy.shuffle.new_secret, max_length=64)),
            ],
        ),
    )
