from __future__ import annotations

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0006_looks_apart"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False), models.Q(("skeleton", ""), _negated=True)),
                fields=("skeleton",),
                name="one_account_a_look",
            ),
        ),
    ]
