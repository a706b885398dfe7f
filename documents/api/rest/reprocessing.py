"""`/admin/reprocess`: parse documents again whose parser has a newer version, for staff."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.openapi.operations import operation
from core.api.rest.permissions import IsStaff
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_body
from documents.services import reprocessing


class ReprocessBody(StrictSerializer):
    """The number of documents."""

    limit = serializers.IntegerField(
        min_value=1, max_value=reprocessing.MAX_DOCUMENTS, default=reprocessing.MAX_DOCUMENTS
    )
    example = {"limit": 20}


class ReprocessResultSerializer(Resource):
    """The number of documents that are processed now, and that remain."""

    started = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Outdated documents that remain.")
    example = {"started": 20, "left": 123}


class ReprocessView(APIView):
    """`/admin/reprocess`."""

    permission_classes = [IsStaff]

    @operation(
        "reprocessDocuments",
        "Parse documents again that an older version of their parser has parsed, with low priority",
        body=ReprocessBody,
        response={202: ReprocessResultSerializer},
    )
    def post(self, request: Request) -> Response:
        result = reprocessing.reprocess(**validate_body(request, ReprocessBody).arguments())
        return Response(ReprocessResultSerializer.represent_one(result), status=202)
