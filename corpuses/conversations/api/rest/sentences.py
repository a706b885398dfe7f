"""The sentences of answers, and what they cite, in REST."""

from collections.abc import Mapping, Sequence
from typing import Any

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer
from corpuses.conversations.citations import load_spans
from documents.api.rest.documents import DocumentSerializer
from documents.api.rest.spans import SpanSerializer, represent_spans


class CitationSerializer(StrictSerializer):
    """Words of a document, exactly as they are in it."""

    document = serializers.UUIDField()
    title = serializers.CharField(allow_blank=True, help_text="Of the document, when it was cited.")
    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text="In code points of the document's text.")
    end = serializers.IntegerField()
    quote = serializers.CharField(trim_whitespace=False)
    spans = SpanSerializer(many=True, help_text="Its tokens, page by page.")
    example = {
        "document": DocumentSerializer.example["id"],
        "title": DocumentSerializer.example["title"],
        "page": 3,
        "start": 5136,
        "end": 5147,
        "quote": "1,200 euros",
        "spans": [{"page": 3, "first": 15, "last": 16}],
    }


class SentenceSerializer(StrictSerializer):
    """A sentence of an answer."""

    text = serializers.CharField()
    is_verified = serializers.BooleanField(
        help_text="Words that can support it were found in a document: one or two common words cannot."
    )
    citations = CitationSerializer(many=True)
    example = {
        "text": "The tenant pays 1,200 euros on the first of every month.",
        "is_verified": True,
        "citations": [CitationSerializer.example],
    }


def represent_sentences(sentences: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return stored sentences with the tokens of what they cite."""
    return [
        {**sentence, "citations": [_represent_citation(citation) for citation in sentence["citations"]]}
        for sentence in sentences
    ]


def _represent_citation(citation: dict[str, Any]) -> dict[str, Any]:
    return citation | {"spans": represent_spans(load_spans(citation))}
