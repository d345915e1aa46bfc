import django.db.models.deletion
from django.db import migrations, models

import ginrummy.web.http.now


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("ratings", "0001_initial"),
        ("ratings", "0002_what_cannot_be_rated"),
        ("ratings", "0003_knock_deadwood"),
    ]

    dependencies = [
        ("people", "0001_squashed"),
        ("tables", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("bot", models.CharField(blank=True, max_length=32)),
                (
                    "pool",
                    models.CharField(
                        choices=[("people", "People"), ("bots", "Bots")], default="people", max_length=8
                    ),
                ),
                ("family", models.CharField(max_length=16)),
                ("value", models.FloatField(default=1500.0)),
                ("deviation", models.FloatField(default=110.0)),
                ("volatility", models.FloatField(default=0.02)),
                ("matches", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="people.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.FloatField()),
                ("after", models.FloatField()),
                ("deviation", models.FloatField()),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="change", to="tables.seat"
                    ),
                ),
                (
                    "rating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="ratings.rating",
                    ),
                ),
            ],
            options={
                "ordering": ("at", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("score", models.FloatField()),
                ("hands", models.PositiveIntegerField()),
                ("hands_won", models.PositiveIntegerField()),
                ("gins", models.PositiveIntegerField()),
                ("knocks", models.PositiveIntegerField()),
                ("undercuts", models.PositiveIntegerField()),
                ("undercut_by_other", models.PositiveIntegerField()),
                ("points", models.PositiveIntegerField()),
                ("knock_deadwood", models.PositiveIntegerField(null=True)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tally", to="tables.seat"
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("person__isnull", False)),
                fields=("person", "pool", "family"),
                name="one_rating_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("person__isnull", True)),
                fields=("bot", "pool", "family"),
                name="one_rating_a_bot",
            ),
        ),
    ]
