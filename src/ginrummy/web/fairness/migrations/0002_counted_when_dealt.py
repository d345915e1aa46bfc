import django.db.models.deletion
from django.db import migrations, models

import ginrummy.web.http.now


class Migration(migrations.Migration):
    dependencies = [
        ("dealt", "0001_initial"),
        ("tables", "0004_bot_lanes"),
    ]

    operations = [
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
            ],
        ),
        migrations.AddField(
            model_name="dealt",
            name="first_looks",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="dealt",
            constraint=models.UniqueConstraint(
                condition=models.Q(("first_looks", True)), fields=("first_looks",), name="one_sum"
            ),
        ),
        migrations.AddField(
            model_name="deal",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="tables.table"
            ),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="one_row_a_deal"),
        ),
    ]
