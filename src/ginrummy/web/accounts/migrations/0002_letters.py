from __future__ import annotations

from django.db import migrations, models

import ginrummy.web.http.now


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Letter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.EmailField(max_length=254)),
                ("subject", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("created", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("due", models.DateTimeField(db_index=True, default=ginrummy.web.http.now.now)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
    ]
