"""The list of the documents of a corpus as a file: CSV, Excel, JSON Lines, Parquet."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request

from audit.actions import Action
from audit.log import record_read
from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.serializers import Media
from core.api.rest.validation import validate_query
from core.api.rest.views import ListView
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.exports.api.files import (
    MEDIA_TYPES,
    choose_rows,
    chosen_field,
    excluded_field,
    file_response,
    require_excel_room,
)
from corpuses.exports.documents import document_table
from corpuses.exports.sources import Source, Watch
from corpuses.exports.writers import FORMATS
from corpuses.memberships.api.rest.documents import CorpusDocumentQuery
from corpuses.memberships.api.selectors import list_documents
from corpuses.models import Corpus


class DocumentExportQuery(CorpusDocumentQuery):
    """The format, and the filters and the order of the list of documents."""

    document = chosen_field("Document")
    excluded = excluded_field("Document")
    format = serializers.ChoiceField(sorted(FORMATS), default="csv")


class DocumentListExportView(ListView):
    """`/corpuses/{id}/documents/export`."""

    content_negotiation_class = AnyMediaType

    @operation(
        "exportDocumentList",
        "Export the list of the documents of a corpus, with their fields, as a file",
        query=DocumentExportQuery,
        response={200: Media(tuple(each.media_type for each in FORMATS.values()))},
    )
    def get(self, request: Request, corpus_id: UUID) -> Any:
        """Return the documents that the list has with these filters. The file is written while it is sent."""
        corpus = get_visible_corpus(request.user, corpus_id)
        given = validate_query(request, DocumentExportQuery).arguments()
        name = given["format"]
        source = document_source(request.user, corpus, given)
        response = file_response(request, source.chunks(), media_type=MEDIA_TYPES[name], filename=source.filename)
        record_read(Action.CORPUS_DOCUMENTS_EXPORTED, corpus, actor=request.user, format=name)
        return response


def document_source(actor: Actor, corpus: Corpus, given: Mapping[str, Any]) -> Source:
    """Return the documents of a corpus that these arguments select, as a file."""
    filters = dict(given)
    name, order = filters.pop("format"), filters.pop("order")
    chosen, excluded = filters.pop("document", None), filters.pop("excluded", None)
    documents = choose_rows(list_documents(actor, corpus=corpus.pk, **filters), chosen=chosen, excluded=excluded)
    require_excel_room(name, documents.count)

    def write(watch: Watch) -> Iterator[bytes]:
        return FORMATS[name].write(document_table(corpus, documents, order).watched(watch))

    return Source(f"{corpus.title} documents.{name}", documents.count, write)
