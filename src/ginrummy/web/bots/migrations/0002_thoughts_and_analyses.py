from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

import ginrummy.web.http.now


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0001_initial"),
        ("tables", "0006_sealed_cuts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("language", models.CharField(max_length=2)),
                ("names", models.JSONField()),
                ("asked", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("looked", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("lease", models.DateTimeField(null=True)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("page", models.BinaryField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="analyses",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "language"), name="one_analysis_a_match")
                ],
            },
        ),
        migrations.CreateModel(
            name="Thought",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.SmallIntegerField()),
                ("language", models.CharField(max_length=2)),
                ("number", models.PositiveIntegerField()),
                ("asked", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("lease", models.DateTimeField(null=True)),
                ("answer", models.TextField(blank=True, default="")),
                ("move", models.CharField(blank=True, default="", max_length=300)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="thoughts",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seat", "language"), name="one_thought_a_seat")
                ],
            },
        ),
    ]
