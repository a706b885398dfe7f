"""Add columns for deleted objects, and the view of the bin."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

VIEW = Path(__file__).parent / "sql" / "bin_of_five_tables.sql"


class Migration(migrations.Migration):
    replaces = [("corpuses", "0005_bin")]
    dependencies = [
        ("corpuses", "0001_squashed_0004_share_target"),
        ("documents", "0002_bin"),
        ("users", "0001_squashed_0009_help_texts"),
    ]

    operations = [
        migrations.CreateModel(
            name="BinItem",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("document", "Document"),
                            ("corpus", "Corpus"),
                            ("folder", "Folder"),
                            ("label", "Label"),
                            ("annotation", "Annotation"),
                        ],
                        max_length=16,
                    ),
                ),
                ("title", models.TextField()),
                ("size", models.BigIntegerField(help_text="bytes of the file and its attachments")),
                ("deleted_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-deleted_at", "-id"],
                "managed": False,
            },
        ),
        migrations.RemoveConstraint(
            model_name="folder",
            name="folder_path_once",
        ),
        migrations.RemoveConstraint(
            model_name="label",
            name="label_name_once",
        ),
        migrations.AddField(
            model_name="annotation",
            name="deleted_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="annotation",
            name="deleted_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="corpus",
            name="deleted_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="corpus",
            name="deleted_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="folder",
            name="deleted_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="folder",
            name="deleted_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="folder",
            name="moved_documents",
            field=models.JSONField(
                db_default=[],
                default=list,
                editable=False,
                help_text="Ids of documents that its deletion moved to its parent.",
            ),
        ),
        migrations.AddField(
            model_name="label",
            name="deleted_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="label",
            name="deleted_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="annotation",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["deleted_at"], name="annotation_bin"
            ),
        ),
        migrations.AddIndex(
            model_name="corpus",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["deleted_at"], name="corpus_bin"
            ),
        ),
        migrations.AddIndex(
            model_name="folder",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["deleted_at"], name="folder_bin"
            ),
        ),
        migrations.AddIndex(
            model_name="label",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["deleted_at"], name="label_bin"
            ),
        ),
        migrations.AddConstraint(
            model_name="folder",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at", None)), fields=("corpus", "path"), name="folder_path_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="label",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at", None)), fields=("corpus", "name"), name="label_name_once"
            ),
        ),
        migrations.RunSQL(VIEW.read_text(), "drop view corpuses_binitem"),
    ]
