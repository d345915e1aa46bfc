import django.db.models.deletion
from django.db import migrations, models

import ginrummy.web.http.now


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("dealt", "0001_initial"),
        ("dealt", "0002_counted_when_dealt"),
    ]

    dependencies = [
        ("tables", "0001_squashed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Dealt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("deals", models.PositiveBigIntegerField(default=0)),
                ("upcards", models.JSONField(default=list)),
                ("nondealer", models.JSONField(default=list)),
                ("dealer", models.JSONField(default=list)),
                ("first_looks", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("first_looks", True)), fields=("first_looks",), name="one_sum"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(default=ginrummy.web.http.now.now)),
                ("public_at", models.DateTimeField(db_index=True)),
                ("upcard", models.SmallIntegerField(null=True)),
                ("nondealer", models.SmallIntegerField(null=True)),
                ("dealer", models.SmallIntegerField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "number"), name="one_row_a_deal")],
            },
        ),
    ]
