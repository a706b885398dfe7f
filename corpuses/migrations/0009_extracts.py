"""Add extracts with rows and cells, typed columns, and the usage of language models.

Answers of actions move to the standing extract of their fieldset.
"""

from functools import partial
from pathlib import Path

import django.db.models.constraints
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import core.db.ids

_BIN = Path(__file__).parent / "sql" / "bin_of_seven_tables.sql"
_OLD_BIN = Path(__file__).parent / "sql" / "bin_of_five_tables.sql"
_DROP_BIN = "drop view corpuses_binitem;"
_CHECK_NOW = "set constraints all immediate"
_MODIFIED = (
    "create trigger {name}_modified before update on corpuses_{name} for each row execute function set_modified()"
)


def move_answers(apps, schema_editor):
    """Copy the answers of each fieldset to its standing extract."""
    columns, datacells = apps.get_model("corpuses", "Column"), apps.get_model("corpuses", "Datacell")
    for column in columns.objects.all():
        column.lineage = core.db.ids.uuid7()  # the default was the same for all
        column.save(update_fields=["lineage"])
    answered = datacells.objects.values("column__fieldset")
    for fieldset in apps.get_model("corpuses", "Fieldset").objects.filter(pk__in=answered):
        _move_answers_of(apps, fieldset)


def _move_answers_of(apps, fieldset):
    model = partial(apps.get_model, "corpuses")
    extract = model("Extract").objects.create(
        corpus_id=fieldset.corpus_id, fieldset=fieldset, name=fieldset.name, engine="language-model", is_standing=True
    )
    copies = {
        column.pk: model("Column").objects.create(
            extract=extract, lineage=column.lineage, name=column.name, question=column.question
        )
        for column in model("Column").objects.filter(fieldset=fieldset).order_by("id")
    }
    # The newest revision of each document is read last, and replaces the others.
    for old in model("Datacell").objects.filter(column__in=list(copies)).order_by("revision_id"):
        row, _ = model("ExtractRow").objects.update_or_create(
            extract=extract,
            document_id=old.document_id,
            defaults={"revision_id": old.revision_id, "state": "done", "finished": old.created},
        )
        answer = _answer(apps, old)
        model("Cell").objects.update_or_create(row=row, column=copies[old.column_id], defaults=answer)


def _answer(apps, old):
    if not old.is_found:
        is_unreadable = old.absence == "unreadable"
        return {
            "status": "failed" if is_unreadable else "not_found",
            "problem": "The answer could not be read." if is_unreadable else "",
        }
    pages = apps.get_model("documents", "Page").objects.filter(revision=old.revision_id, text_start__lte=old.start)
    page = pages.order_by("-text_start").values_list("number", flat=True).first()
    return {
        "status": "found",
        "raw": old.value,
        "value": old.value,
        "text": old.value,
        "sort_key": old.value.casefold()[:200],
        "engine": "language-model",
        "sources": [{"start": old.start, "end": old.end, "page": page or 1, "quote": old.quote}],
    }


def remove_extracts(apps, schema_editor):
    """Delete what the tables before this migration cannot hold."""
    apps.get_model("corpuses", "Cell").objects.all().delete()
    apps.get_model("corpuses", "Column").objects.filter(fieldset=None).delete()
    apps.get_model("corpuses", "Fieldset").objects.exclude(deleted_at=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0008_corpus_embedders"),
        ("documents", "0004_modified"),
        ("users", "0005_service_accounts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LanguageModel",
            fields=[
                (
                    "corpus",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="language_model",
                        serialize=False,
                        to="corpuses.corpus",
                    ),
                ),
                (
                    "backend",
                    models.CharField(
                        choices=[("openai", "OpenAI"), ("azure", "Azure")], default="openai", max_length=16
                    ),
                ),
                ("base_url", models.URLField(max_length=500)),
                ("model", models.CharField(max_length=200)),
                ("api_version", models.CharField(blank=True, max_length=50)),
                ("encrypted_key", models.BinaryField(help_text="see corpuses.providers.editing")),
                (
                    "price_input",
                    models.DecimalField(decimal_places=6, default=0, help_text="of a million tokens", max_digits=12),
                ),
                (
                    "price_output",
                    models.DecimalField(decimal_places=6, default=0, help_text="of a million tokens", max_digits=12),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Cell",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("running", "Running"),
                            ("found", "Found"),
                            ("unproven", "the text does not contain the quote that was given as proof"),
                            ("not_found", "the document does not say"),
                            ("failed", "Failed"),
                            ("skipped", "Skipped"),
                        ],
                        default="pending",
                        max_length=16,
                    ),
                ),
                ("raw", models.TextField(blank=True, help_text="the answer of the engine; never edited")),
                ("value", models.JSONField(blank=True, help_text="normalised by the type of the column", null=True)),
                ("text", models.TextField(blank=True, help_text="the value as it is shown")),
                ("sort_key", models.CharField(blank=True, db_collation="C", max_length=200)),
                (
                    "problem",
                    models.TextField(
                        blank=True, help_text="the reason of a failure, or why the value does not fit its type"
                    ),
                ),
                (
                    "sources",
                    models.JSONField(
                        blank=True, default=list, help_text="[{start, end, page, quote}] in the revision's text"
                    ),
                ),
                ("confidence", models.FloatField(blank=True, help_text="0 to 1, if the engine has one", null=True)),
                ("engine", models.CharField(blank=True, max_length=50)),
                (
                    "question_hash",
                    models.CharField(blank=True, help_text="of the question that was answered", max_length=16),
                ),
                ("input_tokens", models.PositiveIntegerField(default=0)),
                ("output_tokens", models.PositiveIntegerField(default=0)),
                ("cost", models.DecimalField(decimal_places=6, default=0, max_digits=12)),
                ("has_conflict", models.BooleanField(default=False, help_text="the previous run has another value")),
                (
                    "review",
                    models.CharField(
                        choices=[
                            ("unreviewed", "Unreviewed"),
                            ("approved", "Approved"),
                            ("rejected", "Rejected"),
                            ("edited", "Edited"),
                        ],
                        default="unreviewed",
                        max_length=16,
                    ),
                ),
                ("reviewed", models.DateTimeField(blank=True, null=True)),
                ("is_source_picked", models.BooleanField(default=False, help_text="a user has chosen the source")),
                (
                    "modified",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        editable=False,
                        help_text="set by a trigger at every change",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Extract",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("deleted_at", models.DateTimeField(editable=False, null=True)),
                ("name", models.CharField(max_length=100)),
                ("engine", models.CharField(max_length=50)),
                ("is_standing", models.BooleanField(default=False, editable=False)),
                (
                    "stop",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not stopped"),
                            ("cancelled", "cancelled by a user"),
                            ("budget", "its budget is used up"),
                        ],
                        default="",
                        max_length=16,
                    ),
                ),
                ("estimated_tokens", models.BigIntegerField(default=0)),
                ("estimated_cost", models.DecimalField(decimal_places=6, default=0, max_digits=12)),
                ("budget_tokens", models.BigIntegerField(blank=True, null=True)),
                ("budget_cost", models.DecimalField(blank=True, decimal_places=6, max_digits=12, null=True)),
                (
                    "modified",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        editable=False,
                        help_text="set by a trigger at every change",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ExtractRow",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                            ("skipped", "Skipped"),
                        ],
                        default="pending",
                        max_length=16,
                    ),
                ),
                ("message", models.TextField(blank=True)),
                ("job", models.UUIDField(blank=True, editable=False, null=True)),
                ("started", models.DateTimeField(blank=True, null=True)),
                ("finished", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="LlmBudget",
            fields=[
                (
                    "tenant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="users.tenant",
                    ),
                ),
                ("tokens", models.BigIntegerField(blank=True, help_text="empty: no limit", null=True)),
                (
                    "cost",
                    models.DecimalField(
                        blank=True, decimal_places=6, help_text="empty: no limit", max_digits=12, null=True
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LlmUsage",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("job", models.UUIDField(null=True)),
                ("purpose", models.CharField(max_length=32)),
                ("model", models.CharField(max_length=200)),
                ("input_tokens", models.PositiveIntegerField()),
                ("output_tokens", models.PositiveIntegerField()),
                ("cost", models.DecimalField(decimal_places=6, max_digits=12)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.AlterModelOptions(
            name="column",
            options={"ordering": ["order", "id"]},
        ),
        migrations.RemoveConstraint(
            model_name="column",
            name="column_name_once",
        ),
        migrations.RemoveConstraint(
            model_name="fieldset",
            name="fieldset_name_once",
        ),
        migrations.AddField(
            model_name="column",
            name="choices",
            field=models.JSONField(blank=True, default=list, help_text="of an enum"),
        ),
        migrations.AddField(
            model_name="column",
            name="instructions",
            field=models.TextField(blank=True, help_text="for language models, in addition to the question"),
        ),
        migrations.AddField(
            model_name="column",
            name="items",
            field=models.CharField(
                blank=True,
                choices=[
                    ("string", "String"),
                    ("number", "Number"),
                    ("integer", "Integer"),
                    ("boolean", "Boolean"),
                    ("date", "Date"),
                    ("money", "Money"),
                    ("duration", "Duration"),
                    ("enum", "one of the choices"),
                    ("list", "several values of one type"),
                    ("object", "an object that a JSON Schema describes"),
                ],
                help_text="the type of a list's values",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="column",
            name="lineage",
            field=models.UUIDField(
                default=core.db.ids.uuid7, editable=False, help_text="the same for a column and its copies"
            ),
        ),
        migrations.AddField(
            model_name="column",
            name="order",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="column",
            name="schema",
            field=models.JSONField(blank=True, help_text="JSON Schema of an object", null=True),
        ),
        migrations.AddField(
            model_name="column",
            name="type",
            field=models.CharField(
                choices=[
                    ("string", "String"),
                    ("number", "Number"),
                    ("integer", "Integer"),
                    ("boolean", "Boolean"),
                    ("date", "Date"),
                    ("money", "Money"),
                    ("duration", "Duration"),
                    ("enum", "one of the choices"),
                    ("list", "several values of one type"),
                    ("object", "an object that a JSON Schema describes"),
                ],
                default="string",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="fieldset",
            name="deleted_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="fieldset",
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
            model_name="fieldset",
            name="description",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="fieldset",
            name="template",
            field=models.CharField(blank=True, help_text="the ready-made fieldset that it is a copy of", max_length=50),
        ),
        migrations.AlterField(
            model_name="column",
            name="fieldset",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="columns",
                to="corpuses.fieldset",
            ),
        ),
        migrations.AddIndex(
            model_name="fieldset",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["deleted_at"], name="fieldset_bin"
            ),
        ),
        migrations.AddConstraint(
            model_name="fieldset",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at", None)), fields=("corpus", "name"), name="fieldset_name_once"
            ),
        ),
        migrations.AddField(
            model_name="cell",
            name="column",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="cells", to="corpuses.column"
            ),
        ),
        migrations.AddField(
            model_name="cell",
            name="reviewer",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="extract",
            name="corpus",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="extracts", to="corpuses.corpus"
            ),
        ),
        migrations.AddField(
            model_name="extract",
            name="creator",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="extract",
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
            model_name="extract",
            name="fieldset",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="extracts",
                to="corpuses.fieldset",
            ),
        ),
        migrations.AddField(
            model_name="extract",
            name="previous",
            field=models.ForeignKey(
                blank=True,
                help_text="the run before it",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="corpuses.extract",
            ),
        ),
        migrations.AddField(
            model_name="column",
            name="extract",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="columns",
                to="corpuses.extract",
            ),
        ),
        migrations.AddConstraint(
            model_name="column",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("fieldset", "name"),
                name="column_name_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="column",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("extract", "name"),
                name="column_of_extract_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="column",
            constraint=models.CheckConstraint(
                condition=models.Q(("fieldset__isnull", True), ("extract__isnull", True), _connector="XOR"),
                name="column_has_one_holder",
            ),
        ),
        migrations.AddField(
            model_name="extractrow",
            name="document",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="extract_rows", to="documents.document"
            ),
        ),
        migrations.AddField(
            model_name="extractrow",
            name="extract",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rows", to="corpuses.extract"
            ),
        ),
        migrations.AddField(
            model_name="extractrow",
            name="revision",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="documents.documentrevision",
            ),
        ),
        migrations.AddField(
            model_name="cell",
            name="row",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="cells", to="corpuses.extractrow"
            ),
        ),
        migrations.AddField(
            model_name="llmusage",
            name="corpus",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="corpuses.corpus"
            ),
        ),
        migrations.AddField(
            model_name="llmusage",
            name="tenant",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="users.tenant"),
        ),
        migrations.AddIndex(
            model_name="extract",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)), fields=["deleted_at"], name="extract_bin"
            ),
        ),
        migrations.AddConstraint(
            model_name="extract",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deleted_at", None), ("is_standing", True)),
                fields=("fieldset",),
                name="one_standing_extract_per_fieldset",
            ),
        ),
        migrations.AddIndex(
            model_name="extractrow",
            index=models.Index(fields=["extract", "id"], name="extract_row_in_order"),
        ),
        migrations.AddIndex(
            model_name="extractrow",
            index=models.Index(condition=models.Q(("job__isnull", False)), fields=["job"], name="extract_row_of_job"),
        ),
        migrations.AddConstraint(
            model_name="extractrow",
            constraint=models.UniqueConstraint(fields=("extract", "document"), name="extract_row_once"),
        ),
        migrations.AddConstraint(
            model_name="extractrow",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished__isnull", True), ("state__in", ["pending", "running"])),
                    models.Q(
                        models.Q(("state__in", ["pending", "running"]), _negated=True), ("finished__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="extract_row_finished_has_time",
            ),
        ),
        migrations.AddIndex(
            model_name="cell",
            index=models.Index(fields=["column", "sort_key"], name="cell_in_order"),
        ),
        migrations.AddConstraint(
            model_name="cell",
            constraint=models.UniqueConstraint(fields=("row", "column"), name="cell_once"),
        ),
        migrations.AddConstraint(
            model_name="cell",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "found"), _negated=True),
                    models.Q(("sources", []), _negated=True),
                    _connector="OR",
                ),
                name="found_value_has_source",
            ),
        ),
        migrations.AddConstraint(
            model_name="cell",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status__in", ["found", "unproven"]), models.Q(("text", ""), _negated=True)),
                    models.Q(
                        models.Q(("status__in", ["found", "unproven"]), _negated=True),
                        ("sources", []),
                        ("text", ""),
                        ("value__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="only_answers_have_value",
            ),
        ),
        migrations.AddConstraint(
            model_name="cell",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("review", "approved"), _negated=True),
                    ("status__in", ["found", "not_found"]),
                    _connector="OR",
                ),
                name="approved_value_is_proven",
            ),
        ),
        migrations.AddIndex(
            model_name="llmusage",
            index=models.Index(fields=["tenant", "created"], name="llm_usage_of_tenant"),
        ),
        migrations.RunSQL(migrations.RunSQL.noop, _CHECK_NOW),
        migrations.RunPython(move_answers, remove_extracts),
        migrations.RunSQL(_CHECK_NOW, migrations.RunSQL.noop),
        migrations.DeleteModel(name="Datacell"),
        *(
            migrations.RunSQL(_MODIFIED.format(name=name), f"drop trigger {name}_modified on corpuses_{name}")
            for name in ("extract", "cell")
        ),
        migrations.RunSQL(_DROP_BIN + _BIN.read_text(), _DROP_BIN + _OLD_BIN.read_text()),
    ]
