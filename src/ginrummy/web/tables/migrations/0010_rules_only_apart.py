from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0009_rules_apart"),
    ]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="rules",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="tables.rules"),
        ),
        migrations.RemoveField(model_name="table", name="values"),
    ]
