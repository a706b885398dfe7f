"""`/documents/{id}/places`: where a document lies, and taking it back from there."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import operation
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import StrictSerializer, page_of
from corpuses.api.rest.shapes import CORPUS
from corpuses.api.selectors import get_visible_membership, visible_corpora, visible_memberships
from corpuses.services.memberships import remove_own_document
from documents.api.selectors import get_visible_document


class PlaceShape(StrictSerializer):
    """A place in a corpus. `corpus` is null where you have lent the document to one that you do not see any more."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(allow_null=True)
    corpus_title = serializers.CharField(allow_null=True)
    folder = serializers.UUIDField(allow_null=True)
    folder_path = serializers.CharField(allow_null=True)
    is_lent = serializers.BooleanField(help_text="Its owner put it there: whoever sees the corpus sees it.")
    example = {
        "id": "01990c6e-0b77-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CORPUS["id"],
        "corpus_title": CORPUS["title"],
        "folder": "01990c6e-0b11-7c22-8d33-1f2e3d4c5b6a",
        "folder_path": "Leases",
        "is_lent": True,
    }


class PlacesView(APIView):
    """`/documents/{id}/places`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation("listDocumentPlaces", "List where a document lies, newest first", response=page_of(PlaceShape))
    def get(self, request: Request, document_id: UUID) -> Response:
        """In the corpora that you see; of your own documents wherever they are lent to."""
        document = get_visible_document(request.user, document_id)
        rows = visible_memberships(request.user).filter(document=document).select_related("corpus", "folder")
        paginator = KeyCursorPagination()
        places = paginator.page_of(rows, request)
        seen = set(
            visible_corpora(request.user)
            .filter(pk__in=[place.corpus_id for place in places])
            .values_list("pk", flat=True)
        )
        return Response(paginator.body([_body(place, is_seen=place.corpus_id in seen) for place in places]))


class PlaceView(APIView):
    """`/documents/{id}/places/{place}`."""

    @operation("takeDocumentBack", "Take your document out of a corpus, also out of one that you do not see any more")
    def delete(self, request: Request, document_id: UUID, place_id: UUID) -> Response:
        actor = require_user(request.user)
        remove_own_document(
            get_visible_membership(actor, place_id, document=get_visible_document(actor, document_id)), actor=actor
        )
        return Response(status=204)


def _body(place: Any, *, is_seen: bool) -> dict[str, Any]:
    folder = place.folder if is_seen else None
    return {
        "id": place.pk,
        "corpus": place.corpus_id if is_seen else None,
        "corpus_title": place.corpus.title if is_seen else None,
        "folder": folder and folder.pk,
        "folder_path": folder and folder.path,
        "is_lent": bool(place.is_inherited),
    }
