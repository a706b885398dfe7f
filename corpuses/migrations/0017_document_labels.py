"""Add labels of whole documents."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0016_annotation_imports"),
        ("documents", "0004_modified"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DocumentLabel",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "source",
                    models.CharField(
                        choices=[("human", "Human"), ("analyzer", "Analyzer"), ("agent", "Agent")],
                        default="human",
                        max_length=16,
                    ),
                ),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="document_labels",
                        to="corpuses.corpus",
                    ),
                ),
                (
                    "creator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="document_labels",
                        to="documents.document",
                    ),
                ),
                (
                    "label",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="document_labels",
                        to="corpuses.label",
                    ),
                ),
                (
                    "membership",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="corpuses.corpusdocument",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("corpus", "document", "label"), name="document_label_once")
                ],
            },
        ),
    ]
