from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0010_rules_only_apart"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="table",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="events",
                to="tables.table",
            ),
        ),
    ]
