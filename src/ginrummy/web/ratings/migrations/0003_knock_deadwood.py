from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0002_what_cannot_be_rated"),
    ]

    operations = [
        migrations.AddField(
            model_name="tally",
            name="knock_deadwood",
            field=models.PositiveIntegerField(null=True),
        ),
    ]
