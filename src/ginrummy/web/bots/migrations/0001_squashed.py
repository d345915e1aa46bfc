import django.db.models.deletion
from django.db import migrations, models

import ginrummy.web.http.now


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("bots", "0001_initial"),
        ("bots", "0002_thoughts_and_analyses"),
        ("bots", "0003_review_summaries"),
        ("bots", "0004_questions"),
    ]

    dependencies = [
        ("tables", "0001_squashed"),
    ]

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
        migrations.CreateModel(
            name="ReviewSummary",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seats", models.JSONField()),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="review_summary",
                        to="tables.table",
                    ),
                ),
            ],
        ),
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
                ("about", models.CharField(blank=True, default="", max_length=300)),
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
