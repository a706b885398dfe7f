"""Definitions and cross-references of documents in REST."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import Resource
from corpuses.analyzers.api.definitions import get_definitions
from corpuses.analyzers.definitions import MAX_RETURNED, DocumentDefinitions

_OFFSET_HELP = "In code points of the document's text."


class DefinitionSerializer(Resource):
    """A term where it is defined, and the sentence that defines it."""

    term = serializers.CharField()
    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text=_OFFSET_HELP)
    end = serializers.IntegerField()
    text = serializers.CharField(help_text="The sentence with the term; of a long one, a part.")
    example = {
        "term": "Affiliate",
        "page": 1,
        "start": 120,
        "end": 129,
        "text": "\u201cAffiliate\u201d means any company under common control with a party.",
    }


class CrossReferenceSerializer(Resource):
    """A reference to a section, article or exhibit of the same document, and the heading that it leads to."""

    quote = serializers.CharField()
    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text=_OFFSET_HELP)
    end = serializers.IntegerField()
    title = serializers.CharField(help_text="The heading, with its number.")
    target_page = serializers.IntegerField(help_text="The page of the heading.")
    target_start = serializers.IntegerField()
    target_end = serializers.IntegerField()
    example = {
        "quote": "Section 4.2",
        "page": 3,
        "start": 5120,
        "end": 5131,
        "title": "4.2 Payment",
        "target_page": 7,
        "target_start": 14080,
        "target_end": 14091,
    }


class DocumentDefinitionsSerializer(Resource):
    """The definitions and cross-references of a document, in reading order."""

    definitions = DefinitionSerializer(many=True)
    cross_references = CrossReferenceSerializer(many=True)
    is_complete = serializers.BooleanField(help_text=f"False if only the first {MAX_RETURNED:,} of a kind are given.")
    example = {
        "definitions": [DefinitionSerializer.example],
        "cross_references": [CrossReferenceSerializer.example],
        "is_complete": True,
    }

    @staticmethod
    def read_definitions(found: DocumentDefinitions) -> list[dict[str, Any]]:
        return DefinitionSerializer.represent(found.definitions)

    @staticmethod
    def read_cross_references(found: DocumentDefinitions) -> list[dict[str, Any]]:
        return CrossReferenceSerializer.represent(found.cross_references)


class DefinitionsView(APIView):
    """`/corpuses/{id}/documents/{id}/definitions`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "getDefinitions",
        "Get the defined terms and cross-references of a document in a corpus",
        response=DocumentDefinitionsSerializer,
    )
    def get(self, request: Request, corpus_id: UUID, document_id: UUID) -> Response:
        """Return what the annotations with the labels `Defined term` and `Cross-reference` define and refer to.

        The built-in analyzers `defined-terms` and `references` create them; users may add or remove some.
        """
        found = get_definitions(request.user, corpus_id, document_id)
        return Response(DocumentDefinitionsSerializer.represent_one(found))
