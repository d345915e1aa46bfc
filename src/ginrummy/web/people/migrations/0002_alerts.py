from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0001_squashed"),
    ]

    operations = [
        migrations.AddField("person", "alerts", models.JSONField(blank=True, default=dict)),
    ]
