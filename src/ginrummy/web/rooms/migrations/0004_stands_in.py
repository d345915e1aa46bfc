from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rooms", "0003_winner")]

    operations = [
        migrations.AddField(
            model_name="eveningplayer",
            name="stands_in",
            field=models.BooleanField(default=False),
        ),
    ]
