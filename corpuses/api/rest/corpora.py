"""`/corpuses`: corpora and the documents in them."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.access import Readers
from core.api.asking import body_of, query_of
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.openapi.shapes import page_of
from core.api.paging import KeyCursorPagination
from core.api.versions import etag, expected_version, showing
from core.errors import NotFound
from core.permissions import reader, signed_in
from corpuses.api.reading import corpora_seen_by, corpus_seen_by, titled
from corpuses.api.rest import requests, shapes
from corpuses.api.rest.bodies import corpus_bodies, corpus_body, hit_body
from corpuses.models import Corpus, Folder
from corpuses.search.queries import search
from corpuses.services import corpora
from corpuses.services.folders import folder_of
from corpuses.services.places import places_in
from documents.api.reading import document_seen_by, documents_seen_by, narrowed, scope_of
from documents.api.serializers import documents_body
from documents.api.shapes import DocumentShape
from users.api.creating import created, make_once


class CorporaView(APIView):
    """`/corpuses`."""

    permission_classes = [Readers]

    @operation(
        "listCorpora", "List corpora, newest first", query=requests.CorpusQuery, answer=page_of(shapes.CorpusShape)
    )
    def get(self, request: Request) -> Response:
        actor = reader(request.user)
        wanted = query_of(request, requests.CorpusQuery).validated_data
        paginator = KeyCursorPagination()
        seen = corpora_seen_by(actor, scope_of(wanted.get("scope")))
        page = paginator.page_of(titled(seen, wanted.get("search")), request)
        return Response(paginator.body(corpus_bodies(page, actor)))

    @idempotent
    @versioned
    @operation("createCorpus", "Make a corpus", body=requests.CorpusFields, answer={201: shapes.CorpusShape})
    def post(self, request: Request) -> Response:
        owner = signed_in(request.user)
        sent = body_of(request, requests.CorpusFields).validated_data
        made = make_once(request, lambda: corpora.create_corpus(owner=owner, **sent).pk)
        corpus = corpus_seen_by(owner, made.id)
        location = reverse("corpus", args=[corpus.pk])
        return created(made, corpus_body(corpus, owner), location=location, headers=etag(corpora.version_of(corpus)))


class CorpusView(APIView):
    """`/corpuses/{id}`."""

    permission_classes = [Readers]

    @versioned
    @operation("getCorpus", "Look at a corpus", answer=shapes.CorpusShape)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = request.user
        return self._answer(corpus_seen_by(reader, corpus_id), reader)

    @versioned
    @operation("updateCorpus", "Change a corpus", body=requests.CorpusChange, answer=shapes.CorpusShape)
    def patch(self, request: Request, corpus_id: UUID) -> Response:
        """What is absent stays as it is."""
        actor = signed_in(request.user)
        corpus = corpus_seen_by(actor, corpus_id)
        sent = body_of(request, requests.CorpusChange).validated_data
        with showing(lambda: corpus_body(corpus_seen_by(actor, corpus_id), actor)):
            changed = corpora.update_corpus(corpus, actor=actor, expected=expected_version(request), **sent)
        return self._answer(changed, actor)

    @operation("deleteCorpus", "Delete a corpus; its documents stay", errors=[corpora.PersonalCorpus])
    def delete(self, request: Request, corpus_id: UUID) -> Response:
        actor = signed_in(request.user)
        corpora.delete_corpus(corpus_seen_by(actor, corpus_id), actor=actor)
        return Response(status=204)

    def _answer(self, corpus: Corpus, reader: Any) -> Response:
        return Response(corpus_body(corpus, reader), headers=etag(corpora.version_of(corpus)))


class CorpusDocumentsView(APIView):
    """`/corpuses/{id}/documents`."""

    permission_classes = [Readers]

    @operation(
        "listCorpusDocuments",
        "List the documents of a corpus, newest first",
        query=requests.CorpusDocumentsQuery,
        answer=page_of(DocumentShape),
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = request.user
        corpus = corpus_seen_by(reader, corpus_id)
        wanted = query_of(request, requests.CorpusDocumentsQuery).validated_data
        places = places_in(corpus, _folder(corpus, wanted.pop("folder", None)))
        rows = narrowed(documents_seen_by(reader).filter(memberships__in=places), **wanted)
        paginator = KeyCursorPagination()
        return Response(paginator.body(documents_body(paginator.page_of(rows, request), reader)))

    @operation(
        "addDocumentsToCorpus",
        "Put documents into a corpus",
        body=requests.DocumentsFields,
        answer=shapes.AddedShape,
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """All of them or none; those that are in it already stay as they are, so that sending twice does no harm."""
        actor = signed_in(request.user)
        corpus = corpus_seen_by(actor, corpus_id)
        keys = set(body_of(request, requests.DocumentsFields).validated_data["documents"])
        found = list(documents_seen_by(actor).filter(pk__in=keys))
        if len(found) != len(keys):
            raise NotFound(field="documents")
        added = corpora.add_documents(corpus, found, actor=actor)
        return Response({"added": len(added), "ids": [document.pk for document in added]})


class CorpusDocumentView(APIView):
    """`/corpuses/{id}/documents/{document}`."""

    @operation("removeDocumentFromCorpus", "Take a document out of a corpus; it is not deleted")
    def delete(self, request: Request, corpus_id: UUID, document_id: UUID) -> Response:
        actor = signed_in(request.user)
        corpus = corpus_seen_by(actor, corpus_id)
        if not corpora.remove_documents(corpus, [document_seen_by(actor, document_id)], actor=actor):
            raise NotFound("The document is not in this corpus.")
        return Response(status=204)


class SearchView(APIView):
    """`/corpuses/{id}/search`."""

    rate_class = "search"

    @operation(
        "searchCorpus",
        "Find passages that speak of what is asked",
        query=requests.SearchQuery,
        answer=shapes.HitsShape,
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        reader = signed_in(request.user)
        corpus = corpus_seen_by(reader, corpus_id)
        wanted = query_of(request, requests.SearchQuery).validated_data
        folder = _folder(corpus, wanted.pop("folder", None))
        hits = search(corpus=corpus, user=reader, folder=folder, **wanted)
        return Response({"results": [hit_body(hit) for hit in hits]})


def _folder(corpus: Corpus, key: UUID | None) -> Folder | None:
    return folder_of(corpus, key) if key else None
