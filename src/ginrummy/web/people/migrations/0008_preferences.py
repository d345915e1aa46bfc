"""How a person likes the table, kept with the person."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0007_one_account_a_look")]

    operations = [
        migrations.AddField(
            model_name="person", name="preferences", field=models.JSONField(blank=True, default=dict)
        )
    ]
