"""For operators: let documents be read again whose parser has another version by now. REST and GraphQL."""

from dataclasses import asdict
from typing import Any, ClassVar

import graphene
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_staff
from core.api.graphql.context import Info
from core.api.graphql.mutations import Mutation
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsStaff
from core.api.rest.serializers import StrictSerializer
from core.api.rest.validation import validate_body
from core.errors import Invalid
from documents.services import reprocessing


class ReprocessBody(StrictSerializer):
    """How many."""

    limit = serializers.IntegerField(min_value=1, max_value=reprocessing.AT_ONCE, default=reprocessing.AT_ONCE)
    example = {"limit": 20}


class ReprocessShape(StrictSerializer):
    """What was begun."""

    started = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Still to be begun.")
    example = {"started": 20, "left": 123}


class ReprocessView(APIView):
    """`/admin/reprocess`."""

    permission_classes = [IsStaff]

    @operation(
        "reprocessDocuments",
        "Let documents that an older parser has read be read again, with low priority",
        body=ReprocessBody,
        response={202: ReprocessShape},
    )
    def post(self, request: Request) -> Response:
        limit: int = validate_body(request, ReprocessBody).validated_data["limit"]
        return Response(asdict(reprocessing.reprocess(limit=limit)), status=202)


class ReprocessDocumentsInput(graphene.InputObjectType):
    """How many."""

    limit = graphene.Int(description=f"{reprocessing.AT_ONCE} at most, and when absent")


class ReprocessDocuments(Mutation):
    """Let documents that an older parser has read be read again, with low priority. For operators."""

    class Meta:
        input_type = ReprocessDocumentsInput

    refused: ClassVar[dict[str, object]] = {"started": 0, "left": 0}

    started = graphene.Int(required=True)
    left = graphene.Int(required=True, description="still to be begun")

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        require_staff(info.context.user)
        limit: int = values.get("limit", reprocessing.AT_ONCE)
        if not 1 <= limit <= reprocessing.AT_ONCE:
            raise Invalid(f"1 to {reprocessing.AT_ONCE} at once.", field="limit")
        return asdict(reprocessing.reprocess(limit=limit))
