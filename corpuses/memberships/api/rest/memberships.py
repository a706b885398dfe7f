"""Documents of corpora in REST: list, add, remove and move them; the memberships of one document."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet, UUIDField, Value
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField, KeysField
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, destroy, list_resources
from core.errors import NotFound
from corpuses.annotations.api.document_labels import labels_by_document
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.corpora import folders
from corpuses.corpora import services as corpora
from corpuses.corpora.api.edit_groups import group_field
from corpuses.corpora.api.rest.corpora import CorpusSerializer, OfCorpus
from corpuses.corpora.api.rest.folders import FolderSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.memberships.api.counts import counts_by_document
from corpuses.memberships.api.rest.documents import CorpusDocumentQuery
from corpuses.memberships.api.selectors import get_visible_membership, list_documents, visible_memberships
from corpuses.memberships.services import remove_own_document
from corpuses.models import Corpus, CorpusDocument
from documents.api.rest.documents import DocumentSerializer
from documents.api.selectors import MAX_DOCUMENTS, get_visible_document, get_visible_documents
from users.models import User

ANNOTATION_COUNT_HELP: Final = "The number of its annotations in the corpus, also of suggestions to review."
LABEL_COUNT_HELP: Final = "The number of the labels that it has as a whole in the corpus."


class MembershipSerializer(Resource):
    """A document in a corpus. `corpus` is null if your document is in a corpus that is not visible to you."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(allow_null=True)
    corpus_title = serializers.CharField(allow_null=True)
    folder = serializers.UUIDField(allow_null=True)
    folder_path = serializers.CharField(allow_null=True)
    is_inherited = serializers.BooleanField(
        help_text="The owner added the document: users with access to the corpus have access to it."
    )
    example = {
        "id": "01990c6e-0b77-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "corpus_title": CorpusSerializer.example["title"],
        "folder": FolderSerializer.example["id"],
        "folder_path": "Leases",
        "is_inherited": True,
    }

    @staticmethod
    def read_corpus(row: Any) -> UUID | None:
        return row.corpus_id if row.is_visible else None

    @staticmethod
    def read_corpus_title(row: Any) -> str | None:
        return row.corpus.title if row.is_visible else None

    @staticmethod
    def read_folder(row: Any) -> UUID | None:
        return row.folder_id if row.is_visible else None

    @staticmethod
    def read_folder_path(row: Any) -> str | None:
        return row.folder.path if row.is_visible and row.folder else None


def _labels(rows: Sequence[Any], actor: Actor) -> Mapping[UUID, list[dict[str, Any]]]:
    found = labels_by_document(actor, rows[0].listed_in, rows) if rows else {}
    return {key: LabelNameSerializer.represent(row.label for row in labels) for key, labels in found.items()}


def _annotation_counts(rows: Sequence[Any], actor: Actor) -> Mapping[UUID, int]:
    found = counts_by_document(actor, rows[0].listed_in, rows) if rows else {}
    return {key: counts.annotations for key, counts in found.items()}


def _label_counts(rows: Sequence[Any], actor: Actor) -> Mapping[UUID, int]:
    found = counts_by_document(actor, rows[0].listed_in, rows) if rows else {}
    return {key: counts.labels for key, counts in found.items()}


class LabelNameSerializer(Resource):
    """The name of a label."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    color = serializers.CharField(help_text="#rrggbb")
    example = {name: LabelSerializer.example[name] for name in ("id", "name", "color")}


class CorpusDocumentSerializer(DocumentSerializer):
    """A document of a corpus."""

    labels = LabelNameSerializer(many=True, help_text="The labels that it has as a whole in the corpus.")
    annotation_count = serializers.IntegerField(help_text=ANNOTATION_COUNT_HELP)
    label_count = serializers.IntegerField(help_text=LABEL_COUNT_HELP)

    loaders = {
        **DocumentSerializer.loaders,
        "labels": _labels,
        "annotation_count": _annotation_counts,
        "label_count": _label_counts,
    }
    defaults = {**DocumentSerializer.defaults, "labels": [], "annotation_count": 0, "label_count": 0}
    example = {
        **DocumentSerializer.example,
        "labels": [LabelNameSerializer.example],
        "annotation_count": 37,
        "label_count": 1,
    }


class DocumentsFields(StrictSerializer):
    """Documents to add."""

    documents = KeysField("Document", required=True, allow_empty=False, most=MAX_DOCUMENTS)
    group = group_field()
    example = {"documents": [DocumentSerializer.example["id"]]}


class MoveFields(StrictSerializer):
    """Documents to move, and the folder; `null` is the top."""

    documents = KeysField("Document", required=True, most=MAX_DOCUMENTS)
    folder = KeyField("Folder", required=True, allow_null=True)
    group = group_field()
    example = {"documents": [DocumentSerializer.example["id"]], "folder": FolderSerializer.example["id"]}


class AddedSerializer(StrictSerializer):
    """The documents that were added: those that were not in the corpus before."""

    added = serializers.IntegerField()
    ids = KeysField("Document", required=True, most=None)
    example = {"added": 1, "ids": [DocumentSerializer.example["id"]]}


class MovedSerializer(StrictSerializer):
    """The number of moved documents."""

    moved = serializers.IntegerField()
    example = {"moved": 3}


def _add_documents(
    corpus: Corpus, *, actor: User, documents: Collection[UUID], group: UUID | None = None
) -> dict[str, Any]:
    found = get_visible_documents(actor, documents)
    added = corpora.add_documents(corpus, found, actor=actor, group=group)
    return {"added": len(added), "ids": [document.pk for document in added]}


class CorpusDocumentsView(ListView, OfCorpus):
    """`/corpuses/{id}/documents`."""

    get = list_resources(
        "listCorpusDocuments", "List the documents of a corpus", CorpusDocumentSerializer, query=CorpusDocumentQuery
    )
    post = action(
        "addDocumentsToCorpus",
        "Add documents to a corpus",
        AddedSerializer,
        _add_documents,
        body=DocumentsFields,
        description="Add all of them or none. Documents that are in the corpus already stay as they are.",
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID, **filters: Any) -> QuerySet[Any]:
        rows = list_documents(actor, corpus=corpus_id, **filters)
        return rows.annotate(listed_in=Value(corpus_id, output_field=UUIDField()))


class CorpusDocumentView(APIView):
    """`/corpuses/{id}/documents/{document}`."""

    @operation("removeDocumentFromCorpus", "Remove a document from a corpus; it is not deleted")
    def delete(self, request: Request, corpus_id: UUID, document_id: UUID) -> Response:
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        if not corpora.remove_documents(corpus, [get_visible_document(actor, document_id)], actor=actor):
            raise NotFound("The document is not in this corpus.")
        return Response(status=204)


def _move_documents(
    corpus: Corpus, *, actor: User, documents: Collection[UUID], folder: UUID | None, group: UUID | None = None
) -> int:
    moved = get_visible_documents(actor, documents)
    target = folders.folder_of(corpus, folder) if folder else None
    return folders.move_documents(corpus, moved, folder=target, actor=actor, group=group)


class DocumentMovesView(OfCorpus):
    """`/corpuses/{id}/document-moves`."""

    post = action(
        "moveDocuments",
        "Move documents of a corpus to a folder, or to the top",
        MovedSerializer,
        _move_documents,
        body=MoveFields,
    )


class MembershipsView(ListView):
    """`/documents/{id}/memberships`."""

    get = list_resources(
        "listMemberships",
        "List the corpora that a document is in, newest first",
        MembershipSerializer,
        description="Visible corpora; for your own documents all corpora that give other users access to them.",
    )

    def get_queryset(self, actor: Actor, *, document_id: UUID) -> QuerySet[CorpusDocument]:
        document = get_visible_document(actor, document_id)
        return visible_memberships(actor).filter(document=document).select_related("corpus", "folder")


class MembershipView(ObjectView):
    """`/documents/{id}/memberships/{membership}`."""

    delete = destroy(
        "deleteMembership",
        "Remove your document from a corpus, also from one that is not visible to you",
        remove_own_document,
    )

    def get_object(self, actor: Actor, *, document_id: UUID, membership_id: UUID) -> CorpusDocument:
        return get_visible_membership(actor, membership_id, document=get_visible_document(actor, document_id))
