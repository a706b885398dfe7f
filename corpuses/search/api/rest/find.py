"""Find in a document in REST."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor
from core.api.costs import metered
from core.api.openapi.operations import operation
from core.api.rest.list_query import ListQuery, WordField
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import django_request, validate_query
from corpuses.search.find import (
    MAX_MATCHES,
    MAX_QUERY,
    MAX_RETURNED,
    Finding,
    FindOptions,
    InvalidPattern,
    Match,
    PatternTooSlow,
)
from documents.api.rest.spans import SpanSerializer
from documents.api.selectors import get_visible_document

_LAST = 2**31 - 1


class PageCountSerializer(Resource):
    """The number of matches that start on a page."""

    page = serializers.IntegerField()
    count = serializers.IntegerField()
    example = {"page": 3, "count": 2}


class MatchSerializer(Resource):
    """A match in a document."""

    number = serializers.IntegerField(help_text="Counts all matches of the document, from 0.")
    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text="In code points of the document's text.")
    end = serializers.IntegerField()
    quote = serializers.CharField(trim_whitespace=False, help_text="The text as it is in the document.")
    spans = SpanSerializer(many=True, help_text="Its tokens, page by page.")
    example = {
        "number": 0,
        "page": 3,
        "start": 5120,
        "end": 5130,
        "quote": "the tenant",
        "spans": [{"page": 3, "first": 12, "last": 13}],
    }

    @staticmethod
    def read_spans(match: Match) -> list[dict[str, int]]:
        return [{"page": page, "first": first, "last": last} for page, first, last in match.spans]


class MatchesSerializer(StrictSerializer):
    """The matches in a document, by page."""

    total_count = serializers.IntegerField(help_text="Of the whole document.")
    is_complete = serializers.BooleanField(help_text=f"False if only the first {MAX_MATCHES:,} matches are counted.")
    pages = PageCountSerializer(many=True, help_text="All pages with matches.")
    matches = MatchSerializer(many=True, help_text="Those on the pages that were asked for.")
    next_offset = serializers.IntegerField(allow_null=True, help_text="Of further matches on these pages, else null.")
    example = {
        "total_count": 1,
        "is_complete": True,
        "pages": [{"page": 3, "count": 1}],
        "matches": [MatchSerializer.example],
        "next_offset": None,
    }


class FindQuery(ListQuery):
    """A search in a document: the text, options, and a range of pages."""

    query = WordField(
        max_length=MAX_QUERY,
        trim_whitespace=False,
        help_text="Line breaks, hyphens at line ends, ligatures, typographic quotes and dashes do not matter.",
    )
    match_case = serializers.BooleanField(default=False, help_text="Upper and lower case must be the same.")
    whole_words = serializers.BooleanField(default=False)
    regex = serializers.BooleanField(
        default=False, source="is_regex", help_text="The query is a regular expression; a line break is a space."
    )
    first_page = serializers.IntegerField(default=1, min_value=1, max_value=_LAST)
    last_page = serializers.IntegerField(default=_LAST, min_value=1, max_value=_LAST)
    limit = serializers.IntegerField(default=100, min_value=1, max_value=MAX_RETURNED)
    offset = serializers.IntegerField(default=0, min_value=0, max_value=MAX_MATCHES)


def find(
    actor: Actor, document_id: UUID, arguments: Mapping[str, Any], *, request: HttpRequest | None
) -> dict[str, Any]:
    """Return the matches of a query in a visible document. A regular expression is charged to the user or address."""
    document = get_visible_document(actor, document_id)
    given = {"query": "", **arguments}
    window = {name: given.pop(name) for name in ("first_page", "last_page", "limit", "offset")}
    options = FindOptions(**given)
    with metered(request, "pattern", user=actor) if options.is_regex else nullcontext():
        finding = Finding(document, options)
    following = window["offset"] + window["limit"]
    has_more = following < finding.count_on(window["first_page"], window["last_page"])
    return {
        "total_count": finding.total_count,
        "is_complete": finding.is_complete,
        "pages": finding.page_counts,
        "matches": finding.matches(**window),
        "next_offset": following if has_more else None,
    }


class MatchesView(APIView):
    """`/documents/{id}/matches`."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    rate_class = "search"

    @operation(
        "findInDocument",
        "Find a text in a document",
        query=FindQuery,
        response=MatchesSerializer,
        errors=[InvalidPattern, PatternTooSlow],
    )
    def get(self, request: Request, document_id: UUID) -> Response:
        found = find(
            request.user, document_id, validate_query(request, FindQuery).arguments(), request=django_request(request)
        )
        pages = PageCountSerializer.represent(found["pages"])
        return Response(found | {"pages": pages, "matches": MatchSerializer.represent(found["matches"])})
