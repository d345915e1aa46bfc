from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0001_squashed"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="lanestate",
            name="ready_by",
        ),
    ]
