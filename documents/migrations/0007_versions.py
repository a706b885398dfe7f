"""Number the versions of a document in its lineage, and let the older ones refer to the newest."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0006_title_statistics"),
        ("users", "0006_active_sessions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="document",
            name="superseded_by",
            field=models.ForeignKey(
                db_index=False,
                editable=False,
                help_text="the newest version, of an older one",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="older_versions",
                to="documents.document",
            ),
        ),
        migrations.AddField(
            model_name="document",
            name="uploaded_by",
            field=models.ForeignKey(
                editable=False,
                help_text="of a new version; others are uploaded by their owners",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="document",
            name="version_number",
            field=models.PositiveIntegerField(db_default=1, default=1, editable=False),
        ),
        migrations.AlterField(
            model_name="document",
            name="lineage",
            field=models.UUIDField(
                db_index=True, default=core.db.ids.uuid7, editable=False, help_text="the same for all versions"
            ),
        ),
        migrations.AddIndex(
            model_name="document",
            index=models.Index(
                condition=models.Q(("superseded_by__isnull", False)),
                fields=["superseded_by"],
                name="document_superseded",
            ),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(fields=("lineage", "version_number"), name="document_version_once"),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at__isnull", True), ("superseded_by__isnull", True)),
                fields=("lineage",),
                name="document_has_one_newest_version",
            ),
        ),
    ]
