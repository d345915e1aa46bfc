from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_squashed"),
    ]

    operations = [
        migrations.AddField("letter", "lease", models.DateTimeField(null=True)),
        migrations.AddField("letter", "holder", models.CharField(blank=True, default="", max_length=80)),
    ]
