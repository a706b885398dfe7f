"""Fieldsets in REST: the questions of extracts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField
from core.api.rest.serializers import MOVED_TO_BIN, DeleteQuery, EnumField, JSONObjectField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.extracts import fieldsets
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.models import Column, Extract, Fieldset
from corpuses.extracts.templates import all_templates
from corpuses.extracts.templates.template import Template
from corpuses.visible_rows import get_visible_row, visible_rows
from users.api.idempotency import create
from users.models import User


class ColumnSerializer(Resource):
    """A question, and the type of its answers."""

    id = serializers.UUIDField()
    lineage = serializers.UUIDField(help_text="The same for a column of a fieldset and its copies in extracts.")
    name = serializers.CharField()
    question = serializers.CharField()
    instructions = serializers.CharField(
        allow_blank=True, help_text="For language models, in addition to the question."
    )
    type = EnumField(Column.Type)
    choices = serializers.ListField(child=serializers.CharField(), help_text="The values of an `enum`.")
    items = EnumField(Column.Type, allow_null=True, help_text="The type of the values of a `list`.")
    schema = JSONObjectField(allow_null=True, help_text="The JSON Schema of an `object`.")
    example = {
        "id": "01990c6e-1a01-7c22-8d33-1f2e3d4c5b6a",
        "lineage": "01990c6e-1a01-7c22-8d33-1f2e3d4c5b6a",
        "name": "Rent",
        "question": "How much is the rent?",
        "instructions": "",
        "type": "money",
        "choices": [],
        "items": None,
        "schema": None,
    }

    @staticmethod
    def read_items(column: Column) -> str | None:
        return column.items or None


def load_columns(holders: Sequence[Any], _: object = None) -> Mapping[UUID, list[dict[str, Any]]]:
    """Return the columns of each fieldset or extract; one query."""
    return {key: ColumnSerializer.represent(columns) for key, columns in columns_by_holder(holders).items()}


def load_versions(holders: Sequence[Any], _: object = None) -> Mapping[UUID, str]:
    """Return the version of each fieldset or extract; one query."""
    columns = columns_by_holder(holders)
    return {holder.pk: fieldsets.version_with(holder, columns.get(holder.pk, [])) for holder in holders}


def columns_by_holder(holders: Sequence[Any]) -> Mapping[UUID, list[Column]]:
    """Return the columns of fieldsets, or of extracts, by the key of these."""
    name = "extract" if holders and isinstance(holders[0], Extract) else "fieldset"
    found: defaultdict[UUID, list[Column]] = defaultdict(list)
    for column in Column.objects.filter(**{f"{name}__in": holders}):
        found[getattr(column, f"{name}_id")].append(column)
    return found


class FieldsetSerializer(Resource):
    """A named set of questions of a corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    template = serializers.CharField(allow_blank=True, help_text="The ready-made fieldset that it is a copy of.")
    columns = ColumnSerializer(many=True)
    created = serializers.DateTimeField()
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"columns": load_columns, "version": load_versions}
    defaults = {"columns": ()}
    example = {
        "id": "01990c6e-1901-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "name": "Rent and term",
        "description": "",
        "template": "",
        "columns": [ColumnSerializer.example],
        "created": "2026-11-20T08:30:00.000000Z",
        "version": "1f3870be274f6c49",
    }


class ColumnFields(StrictSerializer):
    """A column of a fieldset. With the id of an existing one, that one is changed."""

    graphql_name = "Column"
    id = KeyField("Column")
    name = serializers.CharField(max_length=100)
    question = serializers.CharField(max_length=10_000)
    instructions = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    type = EnumField(Column.Type, required=False, help_text="Default: `string`.")
    choices = serializers.ListField(child=serializers.CharField(), required=False, max_length=200)
    items = EnumField(Column.Type, required=False, allow_null=True)
    schema = JSONObjectField(required=False, allow_null=True)
    example = {"name": "Rent", "question": "How much is the rent?", "type": "money"}


def column_drafts(columns: Sequence[Mapping[str, Any]]) -> list[ColumnDraft]:
    """Return the drafts of validated columns."""
    return [ColumnDraft(**{**column, "items": column.get("items") or ""}) for column in columns]


class _WithColumns(StrictSerializer):
    def arguments(self) -> dict[str, Any]:
        given = dict(self.validated_data)
        return given | {"columns": column_drafts(given["columns"])} if "columns" in given else given


class FieldsetFields(_WithColumns):
    """A new fieldset: with columns, or a copy of a ready-made one."""

    name = serializers.CharField(required=False, max_length=100, help_text="Default: that of the ready-made one.")
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    template = serializers.CharField(required=False, allow_blank=True, help_text="See `listFieldsetTemplates`.")
    columns = ColumnFields(many=True, required=False)
    example = {"name": "Rent and term", "columns": [ColumnFields.example]}

    def arguments(self) -> dict[str, Any]:
        return {"draft": fieldsets.FieldsetDraft(**super().arguments())}


class FieldsetChange(_WithColumns):
    """Changes of a fieldset. `columns` replaces all columns; those with an `id` keep their lineage."""

    name = serializers.CharField(required=False, max_length=100)
    description = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    columns = ColumnFields(many=True, required=False)
    example = {"name": "Rent"}


class CopyFields(StrictSerializer):
    """The corpus and the name of the copy."""

    corpus = KeyField("Corpus", help_text="Default: the corpus of the fieldset.")
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=100, help_text="Default: one that is free."
    )
    example = {"name": "Rent, shorter"}


class TemplateSerializer(Resource):
    """A ready-made fieldset, to be copied and changed."""

    slug = serializers.CharField(help_text="Its name for programs.")
    name = serializers.CharField()
    description = serializers.CharField()
    columns = ColumnFields(many=True)
    example = {
        "slug": "leases",
        "name": "Leases",
        "description": "Parties, premises, rent, deposit, term and notice of a lease.",
        "columns": [ColumnFields.example],
    }

    @staticmethod
    def read_columns(template: Template) -> list[dict[str, Any]]:
        return [
            {
                "name": column.name,
                "question": column.question,
                "instructions": column.instructions,
                "type": column.type,
                "choices": list(column.choices),
                "items": column.items or None,
                "schema": column.schema,
            }
            for column in template.columns
        ]


class TemplatesSerializer(StrictSerializer):
    """The ready-made fieldsets."""

    templates = TemplateSerializer(many=True)
    example = {"templates": [TemplateSerializer.example]}


class TemplatesView(APIView):
    """`/fieldset-templates`."""

    @operation("listFieldsetTemplates", "List the ready-made fieldsets", response=TemplatesSerializer)
    def get(self, request: Request) -> Response:
        require_user(request.user)
        return Response({"templates": TemplateSerializer.represent(all_templates())})


class FieldsetsView(ListView):
    """`/corpuses/{id}/fieldsets`."""

    get = list_resources("listFieldsets", "List the fieldsets of a corpus, newest first", FieldsetSerializer)
    post = create(
        "createFieldset",
        "Create a fieldset",
        FieldsetSerializer,
        FieldsetFields,
        find=partial(get_visible_row, Fieldset),
        route="fieldset",
        errors=[fieldsets.FieldsetExists],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[Fieldset]:
        return visible_rows(Fieldset, actor, corpus=get_visible_corpus(actor, corpus_id))

    def perform_create(self, actor: User, *, corpus_id: UUID, draft: fieldsets.FieldsetDraft) -> UUID:
        return fieldsets.create_fieldset(draft, corpus=get_visible_corpus(actor, corpus_id), actor=actor).pk


class FieldsetCopiesView(ListView):
    """`/fieldsets/{id}/copies`."""

    post = create(
        "copyFieldset",
        "Copy a fieldset",
        FieldsetSerializer,
        CopyFields,
        find=partial(get_visible_row, Fieldset),
        route="fieldset",
        errors=[fieldsets.FieldsetExists],
    )

    def perform_create(self, actor: User, *, fieldset_id: UUID, corpus: UUID | None = None, name: str = "") -> UUID:
        fieldset = get_visible_row(Fieldset, actor, fieldset_id)
        into = get_visible_corpus(actor, corpus) if corpus else fieldset.corpus
        return fieldsets.copy_fieldset(fieldset, corpus=into, actor=actor, name=name).pk


class FieldsetView(ObjectView):
    """`/fieldsets/{id}`."""

    get = retrieve("getFieldset", "Get a fieldset", FieldsetSerializer)
    patch = update(
        "updateFieldset",
        "Change a fieldset",
        FieldsetSerializer,
        FieldsetChange,
        fieldsets.update_fieldset,
        description="Extracts that were started before keep their own columns.",
        errors=[fieldsets.FieldsetExists],
    )
    delete = destroy(
        "deleteFieldset",
        "Delete a fieldset",
        fieldsets.delete_fieldset,
        query=DeleteQuery,
        description=MOVED_TO_BIN,
        errors=[fieldsets.FieldsetInUse],
    )

    def get_object(self, actor: Actor, *, fieldset_id: UUID) -> Fieldset:
        return get_visible_row(Fieldset, actor, fieldset_id)
