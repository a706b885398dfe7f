"""Accepted file types, in REST."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from documents.services.file_types import file_types


class FileTypeSerializer(Resource):
    """An accepted file type."""

    mime_type = serializers.CharField()
    name = serializers.CharField(help_text="For people.")
    extensions = serializers.ListField(
        child=serializers.CharField(), help_text="Usual file name extensions; the content decides."
    )
    example = {"mime_type": "application/pdf", "name": "PDF", "extensions": [".pdf"]}


class FileTypesSerializer(StrictSerializer):
    """All accepted file types, the most common first."""

    types = FileTypeSerializer(many=True)
    example = {"types": [FileTypeSerializer.example]}


class FileTypesView(APIView):
    """`/file-types`."""

    @operation("listFileTypes", "List accepted file types", response=FileTypesSerializer)
    def get(self, request: Request) -> Response:
        require_user(request.user)
        return Response({"types": FileTypeSerializer.represent(file_types())})
