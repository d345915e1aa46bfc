from __future__ import annotations

from collections import defaultdict
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from ginrummy.web.tables.models import fingerprint

AT_ONCE = 500


def put_apart(apps: Any, schema_editor: Any) -> None:
    """Keep the rules of all tables once each."""
    rules, tables = (apps.get_model("tables", name).objects for name in ("Rules", "Table"))
    found: dict[str, list[int]] = defaultdict(list)
    for pk, values in tables.values_list("pk", "values").iterator():
        key = fingerprint(values)
        if key not in found:
            rules.get_or_create(key=key, defaults={"values": values})
        found[key].append(pk)
    for key, pks in found.items():
        for first in range(0, len(pks), AT_ONCE):
            tables.filter(pk__in=pks[first : first + AT_ONCE]).update(rules_id=key)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0008_one_device"),
    ]

    operations = [
        migrations.CreateModel(
            name="Rules",
            fields=[
                ("key", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("values", models.JSONField()),
                ("made", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            model_name="table",
            name="rules",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, to="tables.rules"
            ),
        ),
        migrations.RunPython(put_apart, migrations.RunPython.noop),
    ]
