import django.db.models.deletion
from django.db import migrations, models

import ginrummy.web.http.now


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("people", "0002_alerts"),
        ("tables", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Device",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("key", models.CharField(max_length=90)),
                ("auth", models.CharField(max_length=30)),
                ("language", models.CharField(max_length=2)),
                ("created", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("succeeded", models.DateTimeField(null=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="device",
                        to="people.browsersession",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TurnMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turn_mail",
                        to="tables.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Alert",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("due", models.DateTimeField(db_index=True, default=ginrummy.web.http.now.now)),
                ("lease", models.DateTimeField(null=True)),
                ("holder", models.CharField(blank=True, default="", max_length=80)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "Turn"),
                            ("arrival", "Arrival"),
                            ("invitation", "Invitation"),
                            ("test", "Test"),
                        ],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("left", models.JSONField(null=True)),
                ("has_arrived", models.BooleanField(default=False)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="queued_alerts",
                        to="people.person",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="alerts",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("person", "table", "kind"), name="one_alert_a_kind")
                ],
            },
        ),
    ]
