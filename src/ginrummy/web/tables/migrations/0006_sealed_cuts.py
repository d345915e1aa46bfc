from __future__ import annotations

from django.db import migrations, models

from ginrummy.web.tables.migrations._bot_pause import repair


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0005_heartbeat"),
    ]

    operations = [
        migrations.RunPython(repair, migrations.RunPython.noop),
        migrations.AddField(
            model_name="table",
            name="kept_cut",
            field=models.CharField(blank=True, default="", max_length=300),
        ),
        migrations.AlterField(
            model_name="table",
            name="status",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("cutting", "Cutting"),
                    ("playing", "Playing"),
                    ("over", "Over"),
                ],
                default="waiting",
                max_length=8,
            ),
        ),
    ]
