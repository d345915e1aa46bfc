from django.db import migrations, models

import ginrummy.web.http.now


def job_columns(model_name: str) -> list[migrations.operations.base.Operation]:
    """Return the operations that give a model the columns of `job_queue.Job`."""
    return [
        migrations.RenameField(model_name, "asked", "due"),
        migrations.AlterField(
            model_name, "due", models.DateTimeField(db_index=True, default=ginrummy.web.http.now.now)
        ),
        migrations.AddField(model_name, "holder", models.CharField(blank=True, default="", max_length=80)),
        migrations.AddField(model_name, "tries", models.PositiveSmallIntegerField(default=0)),
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0002_remove_ready_by"),
    ]

    operations = [*job_columns("thought"), *job_columns("analysis")]
