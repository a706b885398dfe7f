"""A job carries the trace context of who asked for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tasks", "0011_subject_titles")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="traceparent",
            field=models.CharField(
                db_default="", help_text="The W3C trace context of who asked for it.", max_length=55
            ),
        ),
    ]
