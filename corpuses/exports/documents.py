"""The documents of a corpus as a table, with the numbers of their annotations and labels, and their fields."""

from collections.abc import Iterator, Sequence
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from core.api.ordering import Order
from corpuses.exports.tables import Table
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document

_BATCH: Final = 1_000
_REMOVED: Final = (None, 0, 0)  # from the corpus, while the list is written
_HEADER: Final = (
    "title",
    "file name",
    "document id",
    "state",
    "pages",
    "size",
    "folder",
    "created",
    "annotations",
    "labels",
)


def document_table(corpus: Corpus, documents: "QuerySet[Document]", order: Order) -> Table:
    """Return one line for each document, in this order, with its counts in the corpus and the texts of its fields."""
    fields = list(DocumentField.objects.filter(corpus=corpus))
    return Table(
        [*_HEADER, *_unique_names(fields)],
        (line for rows in document_batches(documents, order) for line in _lines(rows, fields, corpus)),
    )


def _unique_names(fields: Sequence[DocumentField]) -> list[str]:
    """Return the names of the fields; those that a column has already get a suffix."""
    names: list[str] = []
    for field in fields:
        name = field.name
        while name in _HEADER or name in names:
            name = f"{name} (field)"
        names.append(name)
    return names


def document_batches(documents: "QuerySet[Document]", order: Order) -> Iterator[list[Document]]:
    """Read the documents in batches; one query for each."""
    batch = order.page(documents, _BATCH)
    while batch:
        yield batch
        batch = order.page(documents, _BATCH, order.cursor(batch[-1]))


def _lines(rows: Sequence[Document], fields: Sequence[DocumentField], corpus: Corpus) -> Iterator[list[str]]:
    values = FieldValue.objects.filter(corpus=corpus, document__in=rows).order_by()
    texts = {(document, field): text for document, field, text in values.values_list("document", "field", "text")}
    memberships = CorpusDocument.objects.filter(corpus=corpus, document__in=rows).order_by()
    columns = memberships.values_list("document", "folder__path", "annotation_count", "label_count")
    places = {document: (folder, annotations, labels) for document, folder, annotations, labels in columns}
    for row in rows:
        folder, annotations, labels = places.get(row.pk, _REMOVED)
        yield [
            *(row.title, row.filename, str(row.pk), row.state, str(row.page_count or ""), str(row.blob.size)),
            *(folder or "", row.created.isoformat(), str(annotations), str(labels)),
            *(texts.get((row.pk, field.pk), "") for field in fields),
        ]


def folders_of(corpus: Corpus, documents: Sequence[Document]) -> dict[UUID, str | None]:
    """Return the paths of the folders of documents; `None` for those that are in no folder."""
    memberships = CorpusDocument.objects.filter(corpus=corpus, document__in=documents)
    return dict(memberships.order_by().values_list("document", "folder__path"))
