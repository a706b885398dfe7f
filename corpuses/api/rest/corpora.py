"""`/corpuses`: corpora and the documents in them."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_reader, require_user
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import page_of
from core.api.rest.validation import validate_body, validate_query
from core.errors import NotFound
from corpuses.api.rest import requests, shapes
from corpuses.api.rest.bodies import corpus_bodies, corpus_body, hit_body
from corpuses.api.selectors import get_visible_corpus, search_corpora, visible_corpora
from corpuses.models import Corpus, Folder
from corpuses.search.queries import search
from corpuses.services import corpora
from corpuses.services.folders import folder_of
from corpuses.services.memberships import memberships_in
from documents.api.selectors import filter_documents, get_visible_document, parse_scope, visible_documents
from documents.api.serializers import documents_body
from documents.api.shapes import DocumentShape
from users.api.idempotency import create_idempotent, created_response


class CorporaView(APIView):
    """`/corpuses`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "listCorpora", "List corpora, newest first", query=requests.CorpusQuery, response=page_of(shapes.CorpusShape)
    )
    def get(self, request: Request) -> Response:
        actor = require_reader(request.user)
        wanted = validate_query(request, requests.CorpusQuery).validated_data
        paginator = KeyCursorPagination()
        seen = visible_corpora(actor, parse_scope(wanted.get("scope")))
        page = paginator.page_of(search_corpora(seen, wanted.get("search")), request)
        return Response(paginator.body(corpus_bodies(page, actor)))

    @idempotent
    @versioned
    @operation("createCorpus", "Make a corpus", body=requests.CorpusFields, response={201: shapes.CorpusShape})
    def post(self, request: Request) -> Response:
        owner = require_user(request.user)
        sent = validate_body(request, requests.CorpusFields).validated_data
        made = create_idempotent(request, lambda: corpora.create_corpus(owner=owner, **sent).pk)
        corpus = get_visible_corpus(owner, made.id)
        location = reverse("corpus", args=[corpus.pk])
        return created_response(
            made, corpus_body(corpus, owner), location=location, headers=etag(corpora.version_of(corpus))
        )


class CorpusView(APIView):
    """`/corpuses/{id}`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @versioned
    @operation("getCorpus", "Look at a corpus", response=shapes.CorpusShape)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = request.user
        return self._answer(get_visible_corpus(reader, corpus_id), reader)

    @versioned
    @operation("updateCorpus", "Change a corpus", body=requests.CorpusChange, response=shapes.CorpusShape)
    def patch(self, request: Request, corpus_id: UUID) -> Response:
        """What is absent stays as it is."""
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        sent = validate_body(request, requests.CorpusChange).validated_data
        with with_current_on_conflict(lambda: corpus_body(get_visible_corpus(actor, corpus_id), actor)):
            changed = corpora.update_corpus(corpus, actor=actor, expected=expected_version(request), **sent)
        return self._answer(changed, actor)

    @operation("deleteCorpus", "Delete a corpus; its documents stay", errors=[corpora.PersonalCorpus])
    def delete(self, request: Request, corpus_id: UUID) -> Response:
        actor = require_user(request.user)
        corpora.delete_corpus(get_visible_corpus(actor, corpus_id), actor=actor)
        return Response(status=204)

    def _answer(self, corpus: Corpus, reader: Any) -> Response:
        return Response(corpus_body(corpus, reader), headers=etag(corpora.version_of(corpus)))


class CorpusDocumentsView(APIView):
    """`/corpuses/{id}/documents`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "listCorpusDocuments",
        "List the documents of a corpus, newest first",
        query=requests.CorpusDocumentsQuery,
        response=page_of(DocumentShape),
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = request.user
        corpus = get_visible_corpus(reader, corpus_id)
        wanted = validate_query(request, requests.CorpusDocumentsQuery).validated_data
        places = memberships_in(corpus, _folder(corpus, wanted.pop("folder", None)))
        rows = filter_documents(visible_documents(reader).filter(memberships__in=places), **wanted)
        paginator = KeyCursorPagination()
        return Response(paginator.body(documents_body(paginator.page_of(rows, request), reader)))

    @operation(
        "addDocumentsToCorpus",
        "Put documents into a corpus",
        body=requests.DocumentsFields,
        response=shapes.AddedShape,
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """All of them or none; those that are in it already stay as they are, so that sending twice does no harm."""
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        keys = set(validate_body(request, requests.DocumentsFields).validated_data["documents"])
        found = list(visible_documents(actor).filter(pk__in=keys))
        if len(found) != len(keys):
            raise NotFound(field="documents")
        added = corpora.add_documents(corpus, found, actor=actor)
        return Response({"added": len(added), "ids": [document.pk for document in added]})


class CorpusDocumentView(APIView):
    """`/corpuses/{id}/documents/{document}`."""

    @operation("removeDocumentFromCorpus", "Take a document out of a corpus; it is not deleted")
    def delete(self, request: Request, corpus_id: UUID, document_id: UUID) -> Response:
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        if not corpora.remove_documents(corpus, [get_visible_document(actor, document_id)], actor=actor):
            raise NotFound("The document is not in this corpus.")
        return Response(status=204)


class SearchView(APIView):
    """`/corpuses/{id}/search`."""

    rate_class = "search"

    @operation(
        "searchCorpus",
        "Find passages that speak of what is asked",
        query=requests.SearchQuery,
        response=shapes.HitsShape,
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = require_user(request.user)
        corpus = get_visible_corpus(reader, corpus_id)
        wanted = validate_query(request, requests.SearchQuery).validated_data
        folder = _folder(corpus, wanted.pop("folder", None))
        hits = search(corpus=corpus, user=reader, folder=folder, **wanted)
        return Response({"results": [hit_body(hit) for hit in hits]})


def _folder(corpus: Corpus, key: UUID | None) -> Folder | None:
    return folder_of(corpus, key) if key else None
