import django.db.models.deletion
from django.db import migrations, models

import ginrummy.game.shuffle
import ginrummy.web.http.now
import ginrummy.web.people.models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tables", "0001_initial"),
        ("tables", "0002_clocks_and_presence"),
        ("tables", "0003_rated_and_invited"),
        ("tables", "0004_bot_lanes"),
        ("tables", "0005_heartbeat"),
        ("tables", "0006_sealed_cuts"),
        ("tables", "0007_spectators"),
        ("tables", "0008_one_device"),
        ("tables", "0009_rules_apart"),
        ("tables", "0010_rules_only_apart"),
        ("tables", "0011_events_by_number"),
        ("tables", "0012_has_chat"),
        ("tables", "0013_event_worlds"),
        ("tables", "0014_bot_tries"),
        ("tables", "0015_deal_key"),
        ("tables", "0016_bot_pause_of_old_databases"),
    ]

    dependencies = [
        ("people", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="DealKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("value", models.CharField(default=ginrummy.game.shuffle.new_secret, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
            ],
        ),
        migrations.CreateModel(
            name="Rules",
            fields=[
                ("key", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("values", models.JSONField()),
                ("made", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(default=ginrummy.web.people.models.new_key, max_length=32, unique=True),
                ),
                ("variant_name", models.CharField(max_length=64)),
                ("secret", models.CharField(max_length=64, unique=True)),
                ("kept_cut", models.CharField(blank=True, default="", max_length=300)),
                ("first_dealer", models.SmallIntegerField(null=True)),
                ("number", models.PositiveIntegerField(default=0)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("cutting", "Cutting"),
                            ("playing", "Playing"),
                            ("over", "Over"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("winner", models.SmallIntegerField(null=True)),
                ("bot_due", models.DateTimeField(null=True)),
                ("bot_lane", models.SmallIntegerField(choices=[(1, "Quick"), (2, "Search")], null=True)),
                ("bot_lease", models.DateTimeField(null=True)),
                ("bot_holder", models.CharField(blank=True, default="", max_length=80)),
                ("bot_tries", models.PositiveSmallIntegerField(default=0)),
                ("bot_pause", models.PositiveIntegerField(default=700)),
                ("pace", models.CharField(blank=True, default="", max_length=16)),
                ("first_left", models.BigIntegerField(default=0)),
                ("second_left", models.BigIntegerField(default=0)),
                ("since", models.DateTimeField(null=True)),
                ("time_due", models.DateTimeField(db_index=True, null=True)),
                ("is_listed", models.BooleanField(default=False)),
                ("is_rated", models.BooleanField(default=False)),
                ("has_chat", models.BooleanField(default=False)),
                ("language", models.CharField(blank=True, default="", max_length=2)),
                ("is_declined", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("moved", models.DateTimeField(auto_now=True)),
                (
                    "invited",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations",
                        to="people.person",
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch",
                        to="tables.table",
                    ),
                ),
                ("rules", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tables.rules")),
                (
                    "shared_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="shared_tables",
                        to="people.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Spectator",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reader", models.CharField(max_length=40)),
                ("seen", models.DateTimeField(db_index=True, default=ginrummy.web.http.now.now)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="spectators",
                        to="tables.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.SmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=32)),
                ("seen", models.DateTimeField(default=ginrummy.web.http.now.now)),
                (
                    "presence",
                    models.CharField(
                        choices=[("here", "Here"), ("away", "Away"), ("gone", "Gone")],
                        default="here",
                        max_length=4,
                    ),
                ),
                ("due", models.DateTimeField(db_index=True, null=True)),
                (
                    "watching",
                    models.CharField(
                        blank=True,
                        choices=[("", "Nobody"), ("public", "Public"), ("later", "Later")],
                        default="",
                        max_length=6,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to="people.person",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="tables.table"
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("seat", models.SmallIntegerField()),
                ("text", models.CharField(max_length=300)),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("spent", models.PositiveBigIntegerField(default=0)),
                ("worlds", models.PositiveSmallIntegerField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["status", "is_listed"], name="tables_tabl_status_4c49d5_idx"),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("bot_due__isnull", False)),
                fields=["bot_lane", "bot_due"],
                name="bots_due",
            ),
        ),
        migrations.AddConstraint(
            model_name="spectator",
            constraint=models.UniqueConstraint(fields=("table", "reader"), name="one_spectator_a_reader"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="one_seat_a_number"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="one_event_a_number"),
        ),
    ]
