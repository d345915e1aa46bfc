from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0003_jobs"),
    ]

    operations = [
        migrations.RunSQL(
            "DELETE FROM bots_analysis", migrations.RunSQL.noop
        ),  # pages of HTML, made anew on request
        migrations.RemoveField("analysis", "names"),
    ]
