"""Fields of documents and their values in REST."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet
from rest_framework import serializers

from core.access import Actor
from core.api.rest.list_query import KeyField, KeysField, ListQuery
from core.api.rest.serializers import MOVED_TO_BIN, EnumField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, destroy, list_resources, retrieve, update
from core.db.optimistic_locking import expected_versions
from core.errors import EditConflict
from corpuses.annotations.api.rest.document_labels import ChangedDocuments
from corpuses.corpora.api.edit_groups import RecordedDeletion, group_field
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.fields import services
from corpuses.fields.api.selectors import FIELD_ORDER, list_field_values
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.setting import MAX_DOCUMENTS, set_field_values, version_of_value
from corpuses.fields.values import MAX_CHOICES, TEXT_LIMIT, InvalidFieldValue
from corpuses.visible_rows import get_visible_row, visible_children, visible_rows
from documents.api.rest.documents import DocumentSerializer
from documents.api.selectors import get_visible_documents
from users.api.idempotency import create
from users.models import User

_MAX_INT = 2**31 - 1
RENAMED_HELP = "Values get the new names, too. `choices`, if sent, has the new names."
VALUES_HELP = "A date is written like 2026-01-31, yes as `true` and no as `false`; only a list has several."


def _value_counts(rows: Sequence[DocumentField], actor: Actor) -> Mapping[UUID, int]:
    visible = visible_children(FieldValue, actor).filter(field__in=[field.pk for field in rows]).order_by()
    return dict(visible.values_list("field").annotate(Count("pk")))


class DocumentFieldSerializer(Resource):
    """A field that each document of a corpus can have a value for."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    type = EnumField(DocumentField.Type)
    choices = serializers.ListField(child=serializers.CharField(), help_text="Of the types `enum` and `list`.")
    position = serializers.IntegerField(help_text="Place among the fields of the corpus, from 0.")
    value_count = serializers.IntegerField(
        help_text="The number of documents that have a value and are visible to you."
    )
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"value_count": _value_counts}
    defaults = {"value_count": 0}
    read_version = staticmethod(services.version_of_field)
    example = {
        "id": "01990c6e-0e11-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "name": "Status",
        "description": "Of the negotiation.",
        "type": "enum",
        "choices": ["Draft", "Signed"],
        "position": 0,
        "value_count": 12,
        "version": "7d793037a0760186",
    }


class RenamedChoice(StrictSerializer):
    """A choice of a field, and its new name."""

    choice = serializers.CharField(max_length=services.NAME_LIMIT)
    name = serializers.CharField(max_length=services.NAME_LIMIT)
    example = {"choice": "Draft", "name": "Outline"}


class FieldChange(StrictSerializer):
    """Changes of a field; absent ones stay as they are."""

    name = serializers.CharField(required=False, max_length=services.NAME_LIMIT)
    description = serializers.CharField(required=False, allow_blank=True, max_length=services.DESCRIPTION_LIMIT)
    type = EnumField(DocumentField.Type, required=False)
    choices = serializers.ListField(
        child=serializers.CharField(max_length=services.NAME_LIMIT), required=False, max_length=MAX_CHOICES
    )
    renamed_choices = RenamedChoice(many=True, required=False, help_text=RENAMED_HELP)
    position = serializers.IntegerField(
        required=False, min_value=0, max_value=_MAX_INT, help_text="Its new place. A larger number moves it to the end."
    )
    group = group_field()
    example = {"name": "State"}


class FieldFields(FieldChange):
    """A new field, which is the last one of its corpus."""

    name = serializers.CharField(max_length=services.NAME_LIMIT)
    type = EnumField(DocumentField.Type)
    renamed_choices = None  # type: ignore[assignment]  # it has none yet
    position = None  # type: ignore[assignment]  # it is the last one
    example = {"name": "Status", "type": "enum", "choices": ["Draft", "Signed"]}


class FieldValueSerializer(Resource):
    """The value of a document for a field."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    document = serializers.UUIDField(source="document_id")
    field = serializers.UUIDField(source="field_id")
    field_name = serializers.CharField(source="field.name")  # type: ignore[assignment]  # a name of the framework too
    values = serializers.ListField(child=serializers.CharField(), help_text=VALUES_HELP)
    text = serializers.CharField(help_text="The value as it is shown.")
    modified = serializers.DateTimeField()
    modified_by = serializers.UUIDField(source="modified_by_id", allow_null=True)
    version = serializers.CharField(help_text=VERSION_HELP)

    read_version = staticmethod(version_of_value)
    example = {
        "id": "01990c6e-0e12-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "field": DocumentFieldSerializer.example["id"],
        "field_name": "Status",
        "values": ["Signed"],
        "text": "Signed",
        "modified": "2026-11-20T08:40:00.000000Z",
        "modified_by": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "version": "9f1c37ab62d0e845",
    }


class FieldValueQuery(ListQuery):
    """Filters of the values of the documents of a corpus."""

    document = KeyField("Document", help_text="Only values of this document.")
    field = KeyField("DocumentField", help_text="Only values of this field.")


class FieldValues(StrictSerializer):
    """A value, and the documents that get it; an empty list clears theirs.

    With `versions`, those of their values in the same order (empty: none), nothing is changed if a value has changed
    since it was read.
    """

    documents = KeysField("Document", required=True, allow_empty=False, most=MAX_DOCUMENTS)
    values = serializers.ListField(
        child=serializers.CharField(max_length=TEXT_LIMIT), max_length=MAX_CHOICES, help_text=VALUES_HELP
    )
    versions = serializers.ListField(
        child=serializers.CharField(max_length=64, allow_blank=True), required=False, max_length=MAX_DOCUMENTS
    )
    group = group_field()
    example = {"documents": [DocumentSerializer.example["id"]], "values": ["Signed"]}


def _update_field(
    field: DocumentField, *, renamed_choices: Sequence[Mapping[str, str]] = (), **fields: Any
) -> DocumentField:
    names = {each["choice"]: each["name"] for each in renamed_choices}
    return services.update_field(field, renamed_choices=names or None, **fields)


class FieldsView(ListView):
    """`/corpuses/{id}/fields`."""

    order = FIELD_ORDER
    get = list_resources("listFields", "List the fields of the documents of a corpus", DocumentFieldSerializer)
    post = create(
        "createField",
        "Create a field",
        DocumentFieldSerializer,
        FieldFields,
        find=partial(get_visible_row, DocumentField),
        route="field",
        errors=[services.FieldExists, services.TooManyFields],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[DocumentField]:
        return visible_rows(DocumentField, actor, corpus=get_visible_corpus(actor, corpus_id))

    def perform_create(self, actor: User, *, corpus_id: UUID, **fields: Any) -> UUID:
        return services.create_field(get_visible_corpus(actor, corpus_id), actor=actor, **fields).pk


class _OfField(ObjectView):
    def get_object(self, actor: Actor, *, field_id: UUID) -> DocumentField:
        return get_visible_row(DocumentField, actor, field_id)


class FieldView(_OfField):
    """`/fields/{id}`."""

    get = retrieve("getField", "Get a field", DocumentFieldSerializer)
    patch = update(
        "updateField",
        "Change or move a field",
        DocumentFieldSerializer,
        FieldChange,
        _update_field,
        description="Its type and its choices change only if all values fit.",
        errors=[services.FieldExists, services.FieldValuesMismatch],
    )
    delete = destroy(
        "deleteField",
        "Delete a field",
        services.delete_field,
        query=RecordedDeletion,
        description=f"The values of documents are deleted, too. {MOVED_TO_BIN}",
    )


class FieldValuesView(ListView):
    """`/corpuses/{id}/field-values`."""

    get = list_resources(
        "listFieldValues",
        "List the values that documents of a corpus have for its fields",
        FieldValueSerializer,
        query=FieldValueQuery,
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, **filters: Any) -> QuerySet[FieldValue]:
        return list_field_values(actor, get_visible_corpus(actor, corpus_id), **filters)


def _set_values(
    field: DocumentField,
    *,
    actor: User,
    documents: Sequence[UUID],
    values: Sequence[str],
    versions: Sequence[str] | None = None,
    group: UUID | None = None,
) -> dict[str, Any]:
    expected = expected_versions(documents, versions)
    rows = get_visible_documents(actor, documents)
    changed = set_field_values(field, rows, values, actor=actor, expected=expected, group=group)
    return {"changed": len(changed), "ids": changed}


class ValuesOfFieldView(_OfField):
    """`/fields/{id}/values`."""

    post = action(
        "setFieldValues",
        "Set the value of documents for a field, or clear it",
        ChangedDocuments,
        _set_values,
        body=FieldValues,
        description="Change all of them or none. A repeated request has no effect.",
        errors=[InvalidFieldValue, EditConflict],
    )
