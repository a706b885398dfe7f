from django.db import migrations, models

# Answers that wait for documents whose processing has failed.
_SKIP = """
update corpuses_actionexecution execution
set state = 'skipped', reason = 'document_failed', finished = now(),
    message = 'The document could not be processed. The agent answers when it has been processed again.'
from documents_document document
where document.id = execution.document_id and document.state = 'failed'
    and execution.state = 'waiting' and execution.comment_id is not null and execution.revision_id is null
"""


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0048_retention_rules")]

    operations = [
        migrations.AlterField(
            model_name="actionexecution",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("no_text", "the document has no text"),
                    ("no_language_model", "no language model is configured"),
                    ("language_model_not_allowed", "a corpus does not allow language models"),
                    ("dependency_failed", "an action that it depends on did not succeed"),
                    ("budget_used_up", "the budget for language models is used up"),
                    ("document_failed", "the document could not be processed"),
                ],
                db_default="",
                default="",
                max_length=32,
            ),
        ),
        migrations.RunSQL(_SKIP, migrations.RunSQL.noop),
    ]
