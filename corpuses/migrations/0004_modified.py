"""Add the time of the last change of corpora and annotations, which a trigger sets."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now

_TRIGGER = """
update {table} set modified = created;
create trigger {name}_modified before update on {table} for each row execute function set_modified()
"""


def _modified(name: str) -> list[migrations.operations.base.Operation]:
    table = f"corpuses_{name}"
    return [
        migrations.AddField(
            model_name=name,
            name="modified",
            field=models.DateTimeField(
                db_default=Now(),
                default=django.utils.timezone.now,
                editable=False,
                help_text="set by a trigger at every change",
            ),
        ),
        migrations.RunSQL(_TRIGGER.format(table=table, name=name), f"drop trigger {name}_modified on {table}"),
    ]


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0003_shares_by_address"), ("documents", "0004_modified")]

    operations = [*_modified("corpus"), *_modified("annotation")]
