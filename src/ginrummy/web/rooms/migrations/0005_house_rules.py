from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rooms", "0004_stands_in")]

    operations = [
        migrations.AlterField(model_name="room", name="game", field=models.TextField()),
        migrations.AlterField(model_name="evening", name="game", field=models.TextField(default="standard")),
    ]
