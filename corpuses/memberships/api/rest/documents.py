"""The list of documents in REST. It can be restricted to a corpus or a label, so it is not in `documents`."""

from typing import Any, Final

from django.db.models import F
from rest_framework import serializers

from core.access import Actor, VisibleQuerySet
from core.api.ordering import Order
from core.api.rest.list_query import KeyField, OrderField, WordField
from core.api.rest.views import ListView, list_resources
from core.errors import Invalid
from corpuses.corpora.api.rest.folders import IN_FOLDER_HELP
from corpuses.fields.api.selectors import order_by_field
from corpuses.fields.values import TEXT_LIMIT
from corpuses.memberships.api.selectors import list_documents
from documents.api.ordering import DOCUMENT_ORDER
from documents.api.rest.documents import DocumentFilters, DocumentSerializer, ScopeField
from documents.models import Document


# The orders of lists of documents of corpora: those of all documents, and the counts of the membership. The counts are
# those of the membership by which a list restricts its rows, so it has to be one of a corpus. No index follows them:
# each new annotation would have to change it.
def _most_first(column: str) -> Order:
    return Order((f"-{column}_key", "-id"), {f"{column}_key": F(f"memberships__{column}")})


_MOST_ANNOTATIONS_FIRST: Final = _most_first("annotation_count")
_MOST_LABELS_FIRST: Final = _most_first("label_count")
_COUNTS: Final = {
    "annotations": _MOST_ANNOTATIONS_FIRST,
    "annotations_ascending": _MOST_ANNOTATIONS_FIRST.reversed(),
    "labels": _MOST_LABELS_FIRST,
    "labels_ascending": _MOST_LABELS_FIRST.reversed(),
}
CORPUS_DOCUMENT_ORDER: Final = DOCUMENT_ORDER.with_orders(**_COUNTS)


def needs_corpus(order: Order) -> bool:
    """Check whether an order of documents is one by counts in a corpus."""
    return order in _COUNTS.values()


class SubfoldersField(serializers.BooleanField):
    """Restricts a list of the documents in a folder to those that are directly in it."""

    def __init__(self) -> None:
        text = "False: only documents directly in the folder; without a folder, those of the corpus that are in none."
        super().__init__(required=False, allow_null=True, help_text=text)


class CorpusDocumentQuery(DocumentFilters):
    """Filters and order of the documents of a corpus."""

    folder = KeyField("Folder", help_text=IN_FOLDER_HELP)
    subfolders = SubfoldersField()
    label = KeyField("Label", help_text="Only documents with an annotation with this label.")  # type: ignore[assignment]  # a name of the framework too
    document_label = KeyField("Label", help_text="Only documents that have this label as a whole.")
    field = KeyField("DocumentField", help_text="Only documents with a value of this field, or one that matches.")
    field_equals = WordField(max_length=TEXT_LIMIT, help_text="The value of the field; of a list: one of its choices.")
    field_contains = WordField(max_length=TEXT_LIMIT, help_text="A part of the value of the field.")
    field_from = WordField(max_length=TEXT_LIMIT, help_text="The least number or date of the field.")
    field_to = WordField(max_length=TEXT_LIMIT, help_text="The greatest number or date of the field.")
    field_empty = serializers.BooleanField(
        required=False, allow_null=True, help_text="Only documents of the corpus without a value of the field."
    )
    sort_field = KeyField(
        "DocumentField", help_text="Order by the values of this field; documents without one are last."
    )
    descending = serializers.BooleanField(required=False, allow_null=True, help_text="With `sort_field`.")
    order_by = OrderField(CORPUS_DOCUMENT_ORDER)

    @classmethod
    def with_order(cls, arguments: dict[str, Any], default: str) -> dict[str, Any]:
        """Return the arguments with the order by the field, if one is named, else with the named order."""
        ordered = super().with_order(arguments, default)
        order = order_by_field(ordered)
        return ordered | {"order": order} if order else ordered


class DocumentQuery(CorpusDocumentQuery):
    """Filters and order of the list of documents."""

    scope = ScopeField()
    corpus = KeyField("Corpus", help_text="Only documents in this corpus.")
    parent = KeyField("Document", help_text="Only attachments of this document, nested ones too.")  # type: ignore[assignment]  # as above

    @classmethod
    def with_order(cls, arguments: dict[str, Any], default: str) -> dict[str, Any]:
        """Return the arguments with their order; raise `Invalid` if it is by counts in a corpus, and there is none."""
        ordered = super().with_order(arguments, default)
        if needs_corpus(ordered["order"]) and not ordered.get("corpus"):
            raise Invalid("Send the corpus as well: its annotations and labels are counted.", field="corpus")
        return ordered


class DocumentsView(ListView):
    """`/documents`."""

    get = list_resources(
        "listDocuments",
        "List documents",
        DocumentSerializer,
        query=DocumentQuery,
        description="Your own and shared documents; of a corpus, a label or a parent, all that are visible.",
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> VisibleQuerySet[Document]:
        return list_documents(actor, **filters)
