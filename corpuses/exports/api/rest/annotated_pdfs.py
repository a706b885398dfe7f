"""The PDFs of the documents of a corpus with their annotations, as a ZIP file that a job writes."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final

from django.db.models import QuerySet
from rest_framework import serializers

from core.access import Actor
from core.api.ordering import Order
from core.api.rest.pagination import NEWEST_FIRST
from corpuses.exports.annotations import Link
from corpuses.exports.api.files import choose_rows, chosen_field, excluded_field
from corpuses.exports.api.rest.annotated_pdf import annotated_chunks
from corpuses.exports.api.rest.annotations import (
    COMMENTS_HELP,
    FORMAT_NAMES,
    AnnotationExportQuery,
    SelectedAnnotations,
    select_annotations,
)
from corpuses.exports.documents import document_batches, folders_of
from corpuses.exports.sources import Source, Watch
from corpuses.memberships.api.rest.documents import CorpusDocumentQuery
from corpuses.memberships.api.selectors import list_documents
from corpuses.models import Corpus
from documents.api.rest.content import pdf_filename
from documents.errors import TooMuchAtOnce
from documents.models import Document
from documents.services.zip_stream import Entry, stream_zip

ZIP: Final = "zip"
MOST: Final = 2_000
"""The documents of a file: the job has an hour."""


class AnnotatedPdfsQuery(CorpusDocumentQuery):
    """The filters of the list of documents, or a choice of them."""

    document = chosen_field("Document", most=MOST)
    excluded = excluded_field("Document")
    comments = serializers.BooleanField(default=True, help_text=COMMENTS_HELP)
    format = serializers.ChoiceField([ZIP])


class AnnotationJobQuery(AnnotationExportQuery):
    """The filters of the annotations; a job can write them into the PDFs of their documents, too."""

    format = serializers.ChoiceField([*FORMAT_NAMES, ZIP])


def annotated_pdfs_source(actor: Actor, corpus: Corpus, given: Mapping[str, Any], *, link: Link) -> Source:
    """Return the documents of a corpus that these arguments select, with all annotations, as a ZIP file."""
    filters = dict(given)
    filters.pop("format")
    order, with_comments = filters.pop("order"), filters.pop("comments", True)
    chosen, excluded = filters.pop("document", None), filters.pop("excluded", None)
    documents = choose_rows(list_documents(actor, corpus=corpus.pk, **filters), chosen=chosen, excluded=excluded)
    return _source(corpus, documents, order, select_annotations(actor, corpus, {"comments": with_comments}), link)


def pdfs_of_annotations(actor: Actor, corpus: Corpus, given: Mapping[str, Any], *, link: Link) -> Source:
    """Return the documents of the annotations that these arguments select, with those annotations, as a ZIP file."""
    selected = select_annotations(actor, corpus, given)
    with_any = selected.annotations.order_by().values("document")
    documents = list_documents(actor, corpus=corpus.pk).filter(pk__in=with_any)
    return _source(corpus, documents, NEWEST_FIRST, selected, link)


def _source(
    corpus: Corpus, documents: "QuerySet[Document]", order: Order, selected: SelectedAnnotations, link: Link
) -> Source:
    if documents.count() > MOST:
        raise TooMuchAtOnce(limit=MOST)
    related = documents.select_related("blob", "revision__rendition")

    def write(watch: Watch) -> Iterator[bytes]:
        return stream_zip(watch(_entries(corpus, related, order, selected, link)))

    name = f"{corpus.title} PDFs with annotations.{ZIP}"
    return Source(name, documents.count, write, unit="documents", between_checks=1)


def _entries(
    corpus: Corpus, documents: "QuerySet[Document]", order: Order, selected: SelectedAnnotations, link: Link
) -> Iterator[Entry]:
    for batch in document_batches(documents, order):
        folders = folders_of(corpus, batch)
        for document in batch:
            path = PurePosixPath(folders.get(document.pk) or "", pdf_filename(document))
            chunks = partial(annotated_chunks, document, selected, link)
            yield Entry(name=str(path), changed=document.created, open=chunks, is_compact=True)
