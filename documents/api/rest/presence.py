"""The users who have a document open, in REST."""

from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_body
from documents.api.rest.spans import SpanSerializer, represent_spans
from documents.api.selectors import get_visible_document
from documents.services.presence import MAX_SELECTED_PAGES, REPORT_SECONDS, PresentUser, TokenRange, report_presence
from users.api.rest.users import UserNameSerializer

_MAX_PAGE = 2**31 - 1


class PresentUserSerializer(Resource):
    """A user who has the document open, the page that they see, and the words that they select."""

    user = UserNameSerializer()
    page = serializers.IntegerField()
    selection = SpanSerializer(many=True, help_text="One range for each page; empty if nothing is selected.")
    example: ClassVar[dict[str, Any]] = {
        "user": UserNameSerializer.example,
        "page": 12,
        "selection": [{"page": 12, "first": 3, "last": 9}],
    }

    @staticmethod
    def read_selection(present: PresentUser) -> list[dict[str, int]]:
        return represent_spans(present.selection)


class PresenceFields(StrictSerializer):
    """The page that you see, and the words that you select."""

    page = serializers.IntegerField(min_value=1, max_value=_MAX_PAGE)
    selection = serializers.ListField(
        child=SpanSerializer(),
        required=False,
        max_length=MAX_SELECTED_PAGES,
        help_text="One range for each page, in their order; empty if nothing is selected.",
    )
    example: ClassVar = {"page": 1, "selection": [{"page": 1, "first": 1, "last": 2}]}


class Presence(StrictSerializer):
    """The other users who have the document open."""

    users = PresentUserSerializer(many=True)
    example: ClassVar = {"users": [PresentUserSerializer.example]}


class PresenceView(APIView):
    """`/documents/{id}/presence`."""

    @operation("reportPresence", "Report that you have a document open", body=PresenceFields, response=Presence)
    def put(self, request: Request, document_id: UUID) -> Response:
        actor = require_user(request.user)
        document = get_visible_document(actor, document_id)
        fields = validate_body(request, PresenceFields).validated_data
        selection = [TokenRange(**each) for each in fields.get("selection", [])]
        users = report_presence(document, page=fields["page"], selection=selection, actor=actor)
        return Response({"users": [PresentUserSerializer.represent_one(each) for each in users]})

    put.__doc__ = (
        f"Send it every {REPORT_SECONDS} s, and when the page or the selection changes; it is forgotten soon. Only"
        " users to whom access was granted see each other. An event (`entity`: `presence`) notifies them of a change."
    )
