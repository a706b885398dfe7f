"""Add the time of the last change of obligations, which a trigger sets, and the dates that were computed.

Rows that exist get the time of this migration: calendar programs may have older dates of them.
"""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now

_COMPUTED = "update corpuses_obligation set computed_due = due where not is_due_by_user"
_TRIGGER = """
create trigger obligation_modified before update on corpuses_obligation for each row execute function set_modified()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0062_imports_that_wait"),
        ("documents", "0004_modified"),
    ]

    operations = [
        migrations.AddField(
            model_name="obligation",
            name="computed_due",
            field=models.DateField(
                blank=True, help_text="the date of the last run, also if a user has set another", null=True
            ),
        ),
        migrations.AddField(
            model_name="obligation",
            name="modified",
            field=models.DateTimeField(
                db_default=Now(),
                default=django.utils.timezone.now,
                editable=False,
                help_text="set by a trigger at every change",
            ),
        ),
        migrations.RunSQL(_COMPUTED, migrations.RunSQL.noop),
        migrations.RunSQL(_TRIGGER, "drop trigger obligation_modified on corpuses_obligation"),
    ]
