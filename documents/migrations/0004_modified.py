"""Add the time of the last change of documents, which a trigger sets at every change of the row."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models.functions import Now

# The clock, not the start of the transaction: the time is as close to the commit as it can be.
FUNCTION = """
create or replace function set_modified() returns trigger language plpgsql as $$
begin
  new.modified = clock_timestamp();
  return new;
end $$
"""
TRIGGER = """
update documents_document set modified = coalesce(processing_finished, created);
create trigger document_modified before update on documents_document for each row execute function set_modified()
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0003_shares_by_address")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="modified",
            field=models.DateTimeField(
                db_default=Now(),
                default=django.utils.timezone.now,
                editable=False,
                help_text="set by a trigger at every change",
            ),
        ),
        migrations.RunSQL(FUNCTION, "drop function set_modified()"),
        migrations.RunSQL(TRIGGER, "drop trigger document_modified on documents_document"),
    ]
