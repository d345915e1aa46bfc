from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_one_hand")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="name",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
    ]
