"""Use the words of the API for columns: path, properties, OCR, options."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("documents", "0011_share_target")]

    operations = [
        migrations.RemoveConstraint(model_name="document", name="document_once_in_its_parent"),
        migrations.RenameField(model_name="document", old_name="place", new_name="path"),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(
                fields=["parent", "path"], condition=Q(parent__isnull=False), name="document_once_in_its_parent"
            ),
        ),
        migrations.RenameField(model_name="document", old_name="wanted_parser", new_name="requested_parser"),
        migrations.RenameField(model_name="documentpassword", old_name="sealed", new_name="encrypted"),
        migrations.RenameField(model_name="documentrevision", old_name="facts", new_name="properties"),
        migrations.RenameField(model_name="documentrevision", old_name="read_by", new_name="ocr_engines"),
        migrations.RenameField(model_name="documentrevision", old_name="read_pages", new_name="ocr_page_count"),
        migrations.RenameField(model_name="upload", old_name="wish", new_name="options"),
        migrations.RenameModel(old_name="PageReading", new_name="OcrPage"),
        migrations.AlterField(
            model_name="blob",
            name="checked",
            field=models.DateTimeField(
                editable=False, help_text="when the content was last compared with the hash", null=True
            ),
        ),
        migrations.AlterField(
            model_name="blob",
            name="damage",
            field=models.CharField(
                blank=True,
                choices=[("missing", "not in the store"), ("changed", "content has changed")],
                db_default="",
                default="",
                editable=False,
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="document",
            name="parent",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="attachments",
                to="documents.document",
            ),
        ),
        migrations.AlterField(
            model_name="document",
            name="path",
            field=models.CharField(
                blank=True, db_default="", help_text="of an attachment, in the parent", max_length=600
            ),
        ),
        migrations.AlterField(
            model_name="document",
            name="requested_parser",
            field=models.CharField(blank=True, db_default="", help_text="blank: the default one", max_length=100),
        ),
        migrations.AlterField(
            model_name="document",
            name="scan",
            field=models.CharField(
                choices=[
                    ("unscanned", "not scanned"),
                    ("pending", "waiting for the scanner"),
                    ("clean", "Clean"),
                    ("infected", "Infected"),
                ],
                db_default="unscanned",
                default="unscanned",
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="documentpassword",
            name="encrypted",
            field=models.BinaryField(help_text="see documents.services.passwords"),
        ),
        migrations.AlterField(
            model_name="documentrevision",
            name="confidence",
            field=models.FloatField(blank=True, help_text="mean of the recognized words, 0 to 1", null=True),
        ),
        migrations.AlterField(
            model_name="documentrevision",
            name="ocr_engines",
            field=models.CharField(blank=True, db_default="", default="", max_length=100),
        ),
        migrations.AlterField(
            model_name="documentrevision",
            name="ocr_page_count",
            field=models.PositiveIntegerField(db_default=0, default=0, help_text="pages with recognized text"),
        ),
        migrations.AlterField(
            model_name="documentrevision",
            name="properties",
            field=models.JSONField(blank=True, db_default={}, default=dict, help_text="metadata of the file"),
        ),
        migrations.AlterField(
            model_name="ocrpage",
            name="data",
            field=models.BinaryField(help_text="in a format of the parser"),
        ),
        migrations.AlterField(
            model_name="ocrpage",
            name="key",
            field=models.CharField(help_text="hash of the parser, its version and options", max_length=64),
        ),
        migrations.AlterField(
            model_name="structureitem",
            name="continues",
            field=models.BooleanField(db_default=False, default=False, help_text="the rest of the previous item"),
        ),
        migrations.AlterField(
            model_name="upload",
            name="options",
            field=models.JSONField(default=dict, help_text="of the document or archive to create"),
        ),
        migrations.AlterField(
            model_name="upload",
            name="result",
            field=models.UUIDField(help_text="the document or archive that was created", null=True),
        ),
        migrations.AlterField(
            model_name="upload",
            name="sha256",
            field=models.CharField(blank=True, help_text="announced by the client", max_length=64),
        ),
        migrations.AlterField(
            model_name="upload",
            name="state",
            field=models.CharField(
                choices=[
                    ("receiving", "Receiving"),
                    ("held", "used by a job"),
                    ("done", "Done"),
                    ("refused", "Refused"),
                ],
                default="receiving",
                max_length=16,
            ),
        ),
    ]
