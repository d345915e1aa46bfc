from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_address_asked"),
    ]

    operations = [
        migrations.AlterField(
            model_name="recoverycode",
            name="digest",
            field=models.CharField(db_index=True, max_length=64),
        ),
    ]
