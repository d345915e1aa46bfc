from django.db import migrations

from ginrummy.web.tables.migrations._bot_pause import repair


class Migration(migrations.Migration):
    dependencies = [("tables", "0015_deal_key")]

    operations = [migrations.RunPython(repair, migrations.RunPython.noop)]
