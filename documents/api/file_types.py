"""Which files are taken: in REST and GraphQL."""

import graphene
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.graphql.context import Info
from core.api.openapi.operations import operation
from core.api.rest.serializers import StrictSerializer
from documents.services.file_types import FileType as Taken
from documents.services.file_types import file_types


class FileType(graphene.ObjectType):
    """A type of file that is taken."""

    mime_type = graphene.String(required=True)
    name = graphene.String(required=True, description="for people")
    endings = graphene.List(
        graphene.NonNull(graphene.String), required=True, description="usual ones; the content decides"
    )


def _file_types(_root: object, info: Info) -> list[Taken]:
    _ = info.context.user
    return file_types()


class FileTypeQueries(graphene.ObjectType):
    """Fields of the root."""

    file_types = graphene.List(
        graphene.NonNull(FileType), required=True, resolver=_file_types, description="the files that are taken"
    )


class FileTypeShape(StrictSerializer):
    """A type of file that is taken."""

    mime_type = serializers.CharField()
    name = serializers.CharField(help_text="For people.")
    endings = serializers.ListField(child=serializers.CharField(), help_text="Usual ones; the content decides.")
    example = {"mime_type": "application/pdf", "name": "PDF", "endings": [".pdf"]}


class FileTypesShape(StrictSerializer):
    """All of them, the best known first."""

    types = FileTypeShape(many=True)
    example = {"types": [FileTypeShape.example]}


class FileTypesView(APIView):
    """`/file-types`."""

    @operation("listFileTypes", "See which files are taken", response=FileTypesShape)
    def get(self, request: Request) -> Response:
        require_user(request.user)
        types = [{"mime_type": each.mime_type, "name": each.name, "endings": each.endings} for each in file_types()]
        return Response({"types": types})
