"""Documents in REST: list, look, delete, process again. Their content is in `content`."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import Actor, require_reader, require_user
from core.api.openapi.operations import operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.parsers import require_storable
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import DeleteQuery, page_of
from core.api.rest.validation import validate_body, validate_query
from documents.api.selectors import filter_documents, get_visible_document, parse_scope, visible_documents
from documents.api.serializers import document_body, documents_body
from documents.api.shapes import DocumentChange, DocumentQuery, DocumentShape, RetryBody
from documents.errors import DocumentLocked, ParserUnavailable
from documents.services import deletion, lifecycle
from documents.services.children import found_in
from tasks.api.shapes import QueuedShape


class DocumentListView(APIView):
    """`/documents`: newest first, by page."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation("listDocuments", "List documents, newest first", query=DocumentQuery, response=page_of(DocumentShape))
    def get(self, request: Request) -> Response:
        actor = require_reader(request.user)
        require_storable(request.query_params.get("search"))
        wanted = validate_query(request, DocumentQuery).validated_data
        seen = visible_documents(actor, parse_scope(wanted.pop("scope", None)))
        parent = wanted.pop("parent", None)
        rows = filter_documents(seen, **wanted)
        if parent is not None:
            rows = rows.filter(pk__in=found_in(get_visible_document(actor, parent)).order_by())
        paginator = KeyCursorPagination()
        page = paginator.page_of(rows, request)
        return Response(paginator.body(documents_body(page, actor)))


class DocumentView(APIView):
    """`/documents/{id}`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @versioned
    @operation("getDocument", "Look at a document", response=DocumentShape)
    def get(self, request: Request, document_id: UUID) -> Response:
        return self._answer(document_id, request.user)

    @versioned
    @operation("updateDocument", "Change a document", body=DocumentChange, response=DocumentShape)
    def patch(self, request: Request, document_id: UUID) -> Response:
        actor = require_user(request.user)
        document = get_visible_document(actor, document_id)
        sent = validate_body(request, DocumentChange).validated_data
        with with_current_on_conflict(lambda: document_body(get_visible_document(actor, document_id), actor)):
            lifecycle.update_document(document, actor=actor, expected=expected_version(request), **sent)
        return self._answer(document_id, actor)

    @operation("deleteDocument", "Delete a document with all that was found and said about it", query=DeleteQuery)
    def delete(self, request: Request, document_id: UUID) -> Response:
        """It is moved to the bin, where it can be restored for 30 days; `permanently` removes it at once."""
        actor = require_user(request.user)
        arguments = validate_query(request, DeleteQuery).arguments()
        deletion.delete_document(get_visible_document(actor, document_id), actor=actor, **arguments)
        return Response(status=204)

    def _answer(self, document_id: UUID, reader: Actor) -> Response:
        document = get_visible_document(reader, document_id)
        return Response(document_body(document, reader), headers=etag(lifecycle.version_of(document)))


class RetryView(APIView):
    """`/documents/{id}/retry`."""

    @operation(
        "retryDocument",
        "Process a document again",
        body=RetryBody,
        response={202: QueuedShape},
        errors=[DocumentLocked, ParserUnavailable],
    )
    def post(self, request: Request, document_id: UUID) -> Response:
        actor = require_user(request.user)
        document = get_visible_document(actor, document_id)
        parser = validate_body(request, RetryBody).validated_data.get("parser")
        job = lifecycle.retry_document(document, actor=actor, parser=parser)
        return Response({"job": job}, status=202)
