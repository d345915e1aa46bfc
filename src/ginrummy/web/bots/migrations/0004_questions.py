from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0003_review_summaries"),
    ]

    operations = [
        migrations.AddField(
            model_name="thought",
            name="about",
            field=models.CharField(blank=True, default="", max_length=300),
        ),
    ]
