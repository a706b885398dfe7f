"""Add saved views of lists."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0022_annotation_score"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SavedView",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("documents", "Documents"),
                            ("corpus_documents", "Corpus Documents"),
                            ("annotations", "Annotations"),
                        ],
                        max_length=24,
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("query", models.JSONField(default=dict, help_text="the parameters of the address of the list")),
                ("is_shared", models.BooleanField(db_default=False, default=False)),
                (
                    "corpus",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_views",
                        to="corpuses.corpus",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_views",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("owner", "corpus", "kind", "name"), name="saved_view_name_once", nulls_distinct=False
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("corpus__isnull", True), ("kind", "documents")),
                            models.Q(models.Q(("kind", "documents"), _negated=True), ("corpus__isnull", False)),
                            _connector="OR",
                        ),
                        name="saved_view_has_corpus",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_shared", False), ("corpus__isnull", False), _connector="OR"),
                        name="saved_view_shared_in",
                    ),
                ],
            },
        ),
    ]
