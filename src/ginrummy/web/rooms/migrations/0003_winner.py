from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rooms", "0002_forms")]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="winner",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
    ]
