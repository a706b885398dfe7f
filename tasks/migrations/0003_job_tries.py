from django.db import migrations, models

from core.db.schema_file import sql_of


class Migration(migrations.Migration):
    dependencies = [("tasks", "0002_long_jobs")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="tries",
            field=models.SmallIntegerField(
                db_default=0,
                help_text="How often in a row it asked a server that was not available, and waits for.",
            ),
        ),
        migrations.RunSQL(sql_of("tasks"), migrations.RunSQL.noop),  # SQL f1aeeedd46dd
    ]
