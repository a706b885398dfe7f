from django.db import migrations

# Labels of documents that analyzers set before there were suggestions: they stay set. Suggestions have an origin.
_ACCEPT = """
update corpuses_documentlabel set reviewed = created
where source <> 'human' and origin = '' and reviewed is null
"""


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0052_edits_of_documents")]

    operations = [migrations.RunSQL(_ACCEPT, migrations.RunSQL.noop)]
