"""Giving the password of a protected document, in REST and GraphQL. It is never given back."""

from typing import Any
from uuid import UUID

import graphene
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import Mutation
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import StrictSerializer
from core.api.rest.validation import validate_body
from documents.api.selectors import get_visible_document
from documents.api.types import Document
from documents.errors import DocumentLocked, NotEncrypted
from documents.services.unlocking import LONGEST, give_password
from tasks.api.shapes import QueuedShape


class PasswordBody(StrictSerializer):
    """What opens the document."""

    password = serializers.CharField(write_only=True, max_length=LONGEST, trim_whitespace=False)
    example = {"password": "correct horse"}


class PasswordView(APIView):
    """`/documents/{id}/password`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "unlockDocument",
        "Give the password of a protected document, and process it again",
        body=PasswordBody,
        response={202: QueuedShape},
        errors=[DocumentLocked, NotEncrypted],
    )
    def post(self, request: Request, document_id: UUID) -> Response:
        actor = require_user(request.user)
        document = get_visible_document(actor, document_id)
        password: str = validate_body(request, PasswordBody).validated_data["password"]
        return Response({"job": give_password(document, password, actor=actor)}, status=202)


class UnlockDocumentInput(graphene.InputObjectType):
    """Which document, and what opens it."""

    id = graphene.ID(required=True)
    password = graphene.String(required=True)


class UnlockDocument(Mutation):
    """Give the password of a protected document, and process it again."""

    class Meta:
        input_type = UnlockDocumentInput

    document = graphene.Field(Document)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        key = parse_key(values["id"], "Document")
        give_password(get_visible_document(person, key), values["password"], actor=person)
        return {"document": get_visible_document(person, key)}
