"""The version of the product, its libraries and models, in REST and GraphQL."""

import graphene
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.software import libraries, models, product_version
from core.access import require_user
from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer


class SoftwarePartSerializer(Resource):
    """A library of the server, or a model."""

    name = serializers.CharField()
    version = serializers.CharField(help_text="Of a model: that of the package with its weights.")
    license = serializers.CharField(allow_blank=True, help_text="An SPDX expression, or a name.")
    url = serializers.CharField(help_text="The address of the project.")
    example = {
        "name": "Django",
        "version": "5.2.19",
        "license": "BSD-3-Clause",
        "url": "https://www.djangoproject.com/",
    }


class SoftwareSerializer(StrictSerializer):
    """The version of the product, and the libraries and models that it uses."""

    version = serializers.CharField()
    libraries = SoftwarePartSerializer(many=True)
    models = SoftwarePartSerializer(many=True)
    example = {
        "version": "0.1.0",
        "libraries": [SoftwarePartSerializer.example],
        "models": [
            {
                "name": "all-MiniLM-L6-v2",
                "version": "0.1.0",
                "license": "Apache-2.0",
                "url": "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
            }
        ],
    }


class SoftwareView(APIView):
    """`/software`."""

    @operation("getSoftware", "Get the version, and the licences of libraries and models", response=SoftwareSerializer)
    def get(self, request: Request) -> Response:
        require_user(request.user)
        parts = {"libraries": libraries(), "models": models()}
        represented = {name: SoftwarePartSerializer.represent(rows) for name, rows in parts.items()}
        return Response({"version": product_version(), **represented})


class SoftwarePart(ResourceType):
    class Meta:
        resource = SoftwarePartSerializer


class Software(graphene.ObjectType):
    """The version of the product, and the libraries and models that it uses."""

    version = graphene.String(required=True)
    libraries = graphene.List(graphene.NonNull(SoftwarePart), required=True)
    models = graphene.List(graphene.NonNull(SoftwarePart), required=True)


def _software(_root: object, info: Info) -> dict[str, object]:
    _ = info.context.user
    return {"version": product_version(), "libraries": libraries(), "models": models()}


class SoftwareQueries(RootQueries):
    """Queries."""

    software = graphene.Field(
        Software,
        required=True,
        resolver=_software,
        description="the version of the product, its libraries and models with their licences",
    )
