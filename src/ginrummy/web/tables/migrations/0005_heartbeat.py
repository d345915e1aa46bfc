from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_bot_lanes")]

    operations = [migrations.RenameModel(old_name="Pulse", new_name="Heartbeat")]
