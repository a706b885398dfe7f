"""Giving the password of a protected document, in REST and GraphQL. It is never given back."""

from typing import Any
from uuid import UUID

import graphene
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.access import Readers
from core.api.asking import body_of
from core.api.graphql.context import Info
from core.api.graphql.keys import key_of
from core.api.graphql.mutations import Mutation
from core.api.openapi.operations import operation
from core.api.openapi.shapes import Shape
from core.permissions import signed_in
from documents.api.reading import document_seen_by
from documents.api.types import Document
from documents.errors import DocumentLocked, NotEncrypted
from documents.services.unlocking import LONGEST, give_password
from tasks.api.shapes import QueuedShape


class PasswordBody(Shape):
    """What opens the document."""

    password = serializers.CharField(write_only=True, max_length=LONGEST, trim_whitespace=False)
    example = {"password": "correct horse"}


class PasswordView(APIView):
    """`/documents/{id}/password`."""

    permission_classes = [Readers]

    @operation(
        "unlockDocument",
        "Give the password of a protected document, and process it again",
        body=PasswordBody,
        answer={202: QueuedShape},
        errors=[DocumentLocked, NotEncrypted],
    )
    def post(self, request: Request, document_id: UUID) -> Response:
        actor = signed_in(request.user)
        document = document_seen_by(actor, document_id)
        password: str = body_of(request, PasswordBody).validated_data["password"]
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
        person = info.context.person
        key = key_of(values["id"], "Document")
        give_password(document_seen_by(person, key), values["password"], actor=person)
        return {"document": document_seen_by(person, key)}
