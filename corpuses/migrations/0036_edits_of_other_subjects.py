import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0035_language_models_of_corpora"),
    ]

    operations = [
        migrations.AddField(
            model_name="edit",
            name="subject",
            field=models.CharField(
                choices=[
                    ("annotation", "Annotation"),
                    ("relation", "Relation"),
                    ("document_label", "Document Label"),
                    ("comment", "Comment"),
                    ("thread", "Thread"),
                ],
                db_default="annotation",
                default="annotation",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="edit",
            name="subject_id",
            field=models.UUIDField(
                db_index=True, help_text="key of the relation, the comment …; null for annotations", null=True
            ),
        ),
        migrations.AddField(
            model_name="edit",
            name="target",
            field=models.ForeignKey(
                help_text="of relations: the annotation where it ends",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="corpuses.annotation",
            ),
        ),
        migrations.AlterField(
            model_name="edit",
            name="annotation",
            field=models.ForeignKey(
                help_text="of relations: the one where it begins; of comments: the one that they are on, if any",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="edits",
                to="corpuses.annotation",
            ),
        ),
        migrations.AlterField(
            model_name="edit",
            name="changes",
            field=models.JSONField(help_text='{"note": [before, after], …}; see `annotations.states` for annotations'),
        ),
        migrations.AlterField(
            model_name="edit",
            name="kind",
            field=models.CharField(
                choices=[
                    ("created", "Created"),
                    ("changed", "Changed"),
                    ("deleted", "Deleted"),
                    ("restored", "Restored"),
                    ("accepted", "Accepted"),
                    ("rejected", "Rejected"),
                    ("reopened", "Reopened"),
                    ("resolved", "Resolved"),
                ],
                max_length=16,
            ),
        ),
    ]
