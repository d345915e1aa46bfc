import django.db.models.deletion
from django.db import migrations, models

import ginrummy.game.shuffle
import ginrummy.web.http.now


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("puzzles", "0001_initial"),
        ("puzzles", "0002_daily_hands"),
    ]

    dependencies = [
        ("people", "0001_squashed"),
        ("tables", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyHand",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(unique=True)),
                ("secret", models.CharField(default=ginrummy.game.shuffle.new_secret, max_length=64)),
                ("since", models.DateTimeField(default=ginrummy.web.http.now.now)),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("value", models.FloatField(default=1500.0)),
                ("deviation", models.FloatField(default=250.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                ("number", models.PositiveIntegerField(unique=True)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Solver",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("value", models.FloatField(default=1500.0)),
                ("deviation", models.FloatField(default=250.0)),
                ("volatility", models.FloatField(default=0.06)),
                ("tried", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                ("streak", models.PositiveIntegerField(default=0)),
                ("longest", models.PositiveIntegerField(default=0)),
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="solver", to="people.person"
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("move", models.CharField(max_length=300)),
                ("is_right", models.BooleanField()),
                ("before", models.FloatField()),
                ("after", models.FloatField()),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="people.person",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "number"), name="one_attempt_a_puzzle")
                ],
            },
        ),
        migrations.CreateModel(
            name="DailyTry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.IntegerField(null=True)),
                (
                    "hand",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tries",
                        to="puzzles.dailyhand",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_tries",
                        to="people.person",
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_try",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("hand", "person"), name="one_try_a_day")],
            },
        ),
    ]
