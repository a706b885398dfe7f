"""Ranges of the text of a document, in REST."""

from rest_framework import serializers

from core.api.rest.serializers import Resource
from documents.api.rest.documents import DocumentSerializer

OFFSET_HELP = "In code points of the document's text."


class TextRangeSerializer(Resource):
    """A range of the text of a document."""

    document = serializers.UUIDField(source="document.pk")
    document_title = serializers.CharField(source="document.title")
    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text=OFFSET_HELP)
    end = serializers.IntegerField()
    example = {
        "document": DocumentSerializer.example["id"],
        "document_title": DocumentSerializer.example["title"],
        "page": 3,
        "start": 5120,
        "end": 5188,
    }
