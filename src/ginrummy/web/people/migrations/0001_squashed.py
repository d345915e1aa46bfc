import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import ginrummy.web.http.now
import ginrummy.web.people.models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("people", "0001_initial"),
        ("people", "0002_gone_and_mutes"),
        ("people", "0003_names"),
        ("people", "0004_sessions"),
        ("people", "0005_lookalikes"),
        ("people", "0006_looks_apart"),
        ("people", "0007_one_account_a_look"),
        ("people", "0008_preferences"),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
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
                ("name", models.CharField(blank=True, max_length=30)),
                ("folded", models.CharField(blank=True, db_index=True, editable=False, max_length=90)),
                ("skeleton", models.CharField(blank=True, db_index=True, editable=False, max_length=150)),
                ("is_gone", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("preferences", models.JSONField(blank=True, default=dict)),
                (
                    "user",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="person",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="muted_by",
                        to="people.person",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="mutes", to="people.person"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BrowserSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(default=ginrummy.web.people.models.new_key, max_length=64, unique=True),
                ),
                ("agent", models.CharField(blank=True, max_length=60)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("seen", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("ended", models.DateTimeField(null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to="people.person",
                    ),
                ),
            ],
            options={
                "ordering": ("-seen", "-pk"),
            },
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)), fields=("folded",), name="one_account_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False), models.Q(("skeleton", ""), _negated=True)),
                fields=("skeleton",),
                name="one_account_a_look",
            ),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("person", "muted"), name="one_mute_a_pair"),
        ),
    ]
