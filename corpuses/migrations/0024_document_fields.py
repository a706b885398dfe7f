"""Add fields of documents, and their values."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0023_saved_views"),
        ("documents", "0005_title_source"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DocumentField",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("name", models.CharField(max_length=100)),
                ("description", models.CharField(blank=True, default="", max_length=1000)),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("string", "String"),
                            ("number", "Number"),
                            ("date", "Date"),
                            ("boolean", "Boolean"),
                            ("enum", "one of the choices"),
                            ("list", "several of the choices"),
                            ("url", "Url"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "choices",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=100),
                        blank=True,
                        default=list,
                        help_text="of an enum or a list",
                        size=None,
                    ),
                ),
                (
                    "position",
                    models.PositiveIntegerField(default=0, help_text="place in the corpus, from 0, without gaps"),
                ),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fields", to="corpuses.corpus"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="FieldValue",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "values",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        help_text="normalised; several only if the type is a list",
                        size=None,
                    ),
                ),
                ("text", models.TextField(help_text="as it is shown")),
                ("sort_key", models.CharField(db_collation="C", max_length=200)),
                ("modified", models.DateTimeField()),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="field_values", to="corpuses.corpus"
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="field_values",
                        to="documents.document",
                    ),
                ),
                (
                    "field",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="values", to="corpuses.documentfield"
                    ),
                ),
                (
                    "membership",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="corpuses.corpusdocument"
                    ),
                ),
                (
                    "modified_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="documentfield",
            constraint=models.UniqueConstraint(fields=("corpus", "name"), name="document_field_name_once"),
        ),
        migrations.AddConstraint(
            model_name="documentfield",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="document_field_has_name"
            ),
        ),
        migrations.AddIndex(
            model_name="fieldvalue",
            index=models.Index(fields=["field", "sort_key"], name="field_value_sorted"),
        ),
        migrations.AddConstraint(
            model_name="fieldvalue",
            constraint=models.UniqueConstraint(fields=("field", "document"), name="field_value_once"),
        ),
        migrations.AddConstraint(
            model_name="fieldvalue",
            constraint=models.CheckConstraint(
                condition=models.Q(("values__len__gt", 0)), name="field_value_is_not_empty"
            ),
        ),
    ]
