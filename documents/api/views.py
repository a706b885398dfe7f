"""Documents in REST: list, look, delete, process again. Their content is in `content`."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.access import Readers
from core.api.asking import body_of, query_of
from core.api.openapi.operations import operation, versioned
from core.api.openapi.shapes import page_of
from core.api.paging import KeyCursorPagination
from core.api.parsers import require_storable
from core.api.versions import etag, expected_version, showing
from core.permissions import Actor, reader, signed_in
from documents.api.reading import document_seen_by, documents_seen_by, narrowed, scope_of
from documents.api.serializers import document_body, documents_body
from documents.api.shapes import DocumentChange, DocumentQuery, DocumentShape, RetryBody
from documents.errors import DocumentLocked, ParserUnavailable
from documents.services import lifecycle
from documents.services.children import found_in
from tasks.api.shapes import QueuedShape


class DocumentListView(APIView):
    """`/documents`: newest first, by page."""

    permission_classes = [Readers]

    @operation("listDocuments", "List documents, newest first", query=DocumentQuery, answer=page_of(DocumentShape))
    def get(self, request: Request) -> Response:
        actor = reader(request.user)
        require_storable(request.query_params.get("search"))
        wanted = query_of(request, DocumentQuery).validated_data
        seen = documents_seen_by(actor, scope_of(wanted.pop("scope", None)))
        parent = wanted.pop("parent", None)
        rows = narrowed(seen, **wanted)
        if parent is not None:
            rows = rows.filter(pk__in=found_in(document_seen_by(actor, parent)).order_by())
        paginator = KeyCursorPagination()
        page = paginator.page_of(rows, request)
        return Response(paginator.body(documents_body(page, actor)))


class DocumentView(APIView):
    """`/documents/{id}`."""

    permission_classes = [Readers]

    @versioned
    @operation("getDocument", "Look at a document", answer=DocumentShape)
    def get(self, request: Request, document_id: UUID) -> Response:
        return self._answer(document_id, request.user)

    @versioned
    @operation("updateDocument", "Change a document", body=DocumentChange, answer=DocumentShape)
    def patch(self, request: Request, document_id: UUID) -> Response:
        actor = signed_in(request.user)
        document = document_seen_by(actor, document_id)
        sent = body_of(request, DocumentChange).validated_data
        with showing(lambda: document_body(document_seen_by(actor, document_id), actor)):
            lifecycle.update_document(document, actor=actor, expected=expected_version(request), **sent)
        return self._answer(document_id, actor)

    @operation("deleteDocument", "Delete a document with all that was found and said about it")
    def delete(self, request: Request, document_id: UUID) -> Response:
        actor = signed_in(request.user)
        lifecycle.delete_document(document_seen_by(actor, document_id), actor=actor)
        return Response(status=204)

    def _answer(self, document_id: UUID, reader: Actor) -> Response:
        document = document_seen_by(reader, document_id)
        return Response(document_body(document, reader), headers=etag(lifecycle.version_of(document)))


class RetryView(APIView):
    """`/documents/{id}/retry`."""

    @operation(
        "retryDocument",
        "Process a document again",
        body=RetryBody,
        answer={202: QueuedShape},
        errors=[DocumentLocked, ParserUnavailable],
    )
    def post(self, request: Request, document_id: UUID) -> Response:
        actor = signed_in(request.user)
        document = document_seen_by(actor, document_id)
        parser = body_of(request, RetryBody).validated_data.get("parser")
        job = lifecycle.retry_document(document, actor=actor, parser=parser)
        return Response({"job": job}, status=202)
