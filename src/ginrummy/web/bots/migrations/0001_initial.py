from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="LaneState",
            fields=[
                (
                    "lane",
                    models.SmallIntegerField(
                        choices=[(1, "Quick"), (2, "Search")], primary_key=True, serialize=False
                    ),
                ),
                ("wanted", models.DateTimeField(null=True)),
                ("seen", models.DateTimeField(null=True)),
                ("ready_by", models.DateTimeField(null=True)),
            ],
        ),
    ]
