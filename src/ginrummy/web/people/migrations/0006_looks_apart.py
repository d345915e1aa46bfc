from __future__ import annotations

from typing import Any

from django.db import migrations, models


def set_apart(apps: Any, _schema_editor: Any) -> None:
    """Let the first account of those that look alike have the look; the others keep their names."""
    looks: set[str] = set()
    accounts = apps.get_model("people", "Person").objects.filter(user__isnull=False).exclude(skeleton="")
    for person in accounts.order_by("created", "pk").iterator():
        if person.skeleton in looks:
            accounts.filter(pk=person.pk).update(skeleton=f"{person.skeleton}\x1f{person.pk}")
        looks.add(person.skeleton)


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0005_lookalikes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="person",
            name="skeleton",
            field=models.CharField(blank=True, db_index=True, editable=False, max_length=150),
        ),
        migrations.RunPython(set_apart, migrations.RunPython.noop),
    ]
