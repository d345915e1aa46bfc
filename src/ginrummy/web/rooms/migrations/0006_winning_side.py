from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rooms", "0005_house_rules")]

    operations = [
        migrations.AlterField(
            model_name="evening", name="winner", field=models.TextField(blank=True, default="")
        ),
    ]
