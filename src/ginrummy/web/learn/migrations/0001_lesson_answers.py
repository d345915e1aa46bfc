from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

import ginrummy.web.http.now


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("people", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="LessonAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lesson", models.CharField(max_length=16)),
                ("place", models.PositiveSmallIntegerField()),
                ("move", models.CharField(max_length=300)),
                ("is_right", models.BooleanField()),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lesson_answers",
                        to="people.person",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("person", "lesson", "place"), name="one_answer_a_position"
                    )
                ],
            },
        ),
    ]
