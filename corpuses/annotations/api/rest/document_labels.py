"""Labels of whole documents in REST."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access import Actor
from core.api.rest.list_query import KeyField, KeysField, ListQuery
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, list_resources
from corpuses.annotations.api.document_labels import list_document_labels
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.document_labels.services import MAX_DOCUMENTS, label_documents, unlabel_documents
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.corpora.api.edit_groups import group_field
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.visible_rows import get_visible_row
from documents.api.rest.documents import DocumentSerializer
from documents.api.selectors import get_visible_documents
from users.models import User


class DocumentLabelSerializer(Resource):
    """A label of a whole document in a corpus."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    document = serializers.UUIDField(source="document_id")
    label = serializers.UUIDField(source="label_id")  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField(source="label.name")
    creator = serializers.UUIDField(source="creator_id", allow_null=True)
    source = EnumField(Annotation.Source)  # type: ignore[assignment]  # REST's word
    review = EnumField(
        Annotation.Review, allow_null=True, help_text="Of labels by analyzers, which are suggestions; null for others."
    )
    created = serializers.DateTimeField()
    example = {
        "id": "01990c6e-0e07-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "document": DocumentSerializer.example["id"],
        "label": LabelSerializer.example["id"],
        "label_name": "Duty",
        "creator": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "source": "human",
        "review": None,
        "created": "2026-11-20T08:40:00.000000Z",
    }


class DocumentLabelQuery(ListQuery):
    """Filters of the labels of documents in a corpus."""

    document = KeyField("Document", help_text="Only labels of this document.")
    label = KeyField("Label", help_text="Only documents with this label.")  # type: ignore[assignment]  # REST's word


class LabelledDocuments(StrictSerializer):
    """Documents that get a label, or lose it. A suggested label is accepted, or rejected."""

    documents = KeysField("Document", required=True, allow_empty=False, most=MAX_DOCUMENTS)
    remove = serializers.BooleanField(default=False, help_text="Remove the label from them instead.")
    group = group_field()
    example = {"documents": [DocumentSerializer.example["id"]]}


class ChangedDocuments(StrictSerializer):
    """The documents that have changed: those that did not have the label before, or had it.

    A label that was only suggested counts as one that a document did not have.
    """

    changed = serializers.IntegerField()
    ids = KeysField("Document", required=True, most=None)
    example = {"changed": 1, "ids": [DocumentSerializer.example["id"]]}


class DocumentLabelsView(ListView):
    """`/corpuses/{id}/document-labels`."""

    get = list_resources(
        "listDocumentLabels",
        "List the labels of whole documents in a corpus, newest first",
        DocumentLabelSerializer,
        query=DocumentLabelQuery,
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, **filters: Any) -> QuerySet[DocumentLabel]:
        return list_document_labels(actor, get_visible_corpus(actor, corpus_id), **filters)


def _label_documents(
    label: Label, *, actor: User, documents: Collection[UUID], remove: bool, group: UUID | None = None
) -> dict[str, Any]:
    change = unlabel_documents if remove else label_documents
    changed = change(label, get_visible_documents(actor, documents), actor=actor, group=group)
    return {"changed": len(changed), "ids": changed}


class LabelDocumentsView(ObjectView):
    """`/labels/{id}/documents`."""

    post = action(
        "labelDocuments",
        "Add a label to whole documents of its corpus, or remove it",
        ChangedDocuments,
        _label_documents,
        body=LabelledDocuments,
        description="Change all of them or none. A repeated request has no effect.",
    )

    def get_object(self, actor: Actor, *, label_id: UUID) -> Label:
        return get_visible_row(Label, actor, label_id)
