"""Visible labels of whole documents, for REST and GraphQL."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from core.access import Actor
from core.api.graphql.loaders import as_batch
from corpuses.annotations.labels.hierarchy import with_descendants
from corpuses.annotations.models import DocumentLabel
from corpuses.corpora.api.selectors import visible_corpora
from corpuses.models import Corpus
from corpuses.visible_rows import visible_rows
from documents.models import Document


def list_document_labels(
    actor: Actor, corpus: Corpus | None, *, document: UUID | None = None, label: UUID | None = None
) -> "QuerySet[DocumentLabel]":
    """Return the visible labels of documents in a visible corpus, or in all; of a document or a label, if given.

    A label is meant with those below it.
    """
    rows = visible_rows(DocumentLabel, actor, corpus=corpus).select_related("label")
    if document is not None:
        rows = rows.filter(document=document)
    return rows if label is None else rows.filter(label__in=with_descendants([label]))


def labels_by_document(actor: Actor, corpus: UUID, documents: Iterable[Document]) -> dict[UUID, list[DocumentLabel]]:
    """Return the labels that visible documents have in a corpus, in the order of the corpus; one query.

    There are none if the corpus is not visible.
    """
    rows = DocumentLabel.objects.filter(
        corpus=corpus, corpus__in=visible_corpora(actor), document__in=[document.pk for document in documents]
    )
    found: dict[UUID, list[DocumentLabel]] = {}
    for row in as_batch(rows.select_related("label").order_by("label__position", "label_id")):
        found.setdefault(row.document_id, []).append(row)
    return found
