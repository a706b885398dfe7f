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
from documents.api.selectors import get_visible_document
from documents.services.presence import REPORT_SECONDS, report_presence
from users.api.rest.users import UserNameSerializer

_MAX_PAGE = 2**31 - 1


class PresentUserSerializer(Resource):
    """A user who has the document open, and the page that they see."""

    user = UserNameSerializer()
    page = serializers.IntegerField()
    example: ClassVar[dict[str, Any]] = {"user": UserNameSerializer.example, "page": 12}


class PresenceFields(StrictSerializer):
    """The page that you see."""

    page = serializers.IntegerField(min_value=1, max_value=_MAX_PAGE)
    example: ClassVar = {"page": 3}


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
        page = validate_body(request, PresenceFields).validated_data["page"]
        users = report_presence(document, page=page, actor=actor)
        return Response({"users": [PresentUserSerializer.represent_one(each) for each in users]})

    put.__doc__ = (
        f"Send it every {REPORT_SECONDS} s, and when the page changes; it is forgotten soon. Only users to whom access"
        " was granted see each other."
    )
