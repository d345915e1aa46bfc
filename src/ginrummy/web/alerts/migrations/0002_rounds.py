import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("alerts", "0001_initial"),
        ("people", "0002_alerts"),
        ("rooms", "0003_winner"),
        ("tables", "0003_seat_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="alert",
            name="room",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="alerts", to="rooms.room"
            ),
        ),
        migrations.AlterField(
            model_name="alert",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "Turn"),
                    ("arrival", "Arrival"),
                    ("invitation", "Invitation"),
                    ("round", "Round"),
                    ("test", "Test"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="alert",
            constraint=models.UniqueConstraint(fields=("person", "room", "kind"), name="one_alert_a_room"),
        ),
    ]
