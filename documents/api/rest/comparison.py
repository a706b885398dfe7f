"""The comparison of two revisions of a document in REST."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor
from core.api.costs import metered
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import django_request, validate_query
from core.errors import Invalid, NotFound
from documents.api.selectors import get_visible_document
from documents.models import Document, DocumentRevision
from documents.services.comparison import (
    Change,
    ComparisonTooLong,
    NothingToCompare,
    Row,
    Span,
    compare,
)

_MAX_NUMBER = 999_999_999
_PART_HELP = "The part of the other document that is compared, in code points of its text; by default all of it."


@dataclass(frozen=True, slots=True)
class ComparedRevisions:
    """Two revisions of a document, all that can be compared, and the rows of the comparison."""

    revisions: list[DocumentRevision]
    old: DocumentRevision
    new: DocumentRevision
    rows: list[Row]

    @property
    def change_count(self) -> int:
        """The number of rows that differ."""
        return sum(row.change != Change.SAME for row in self.rows)


def compare_revisions(
    actor: Actor,
    document_id: UUID,
    *,
    old: int | None = None,
    new: int | None = None,
    old_document: UUID | None = None,
    request: HttpRequest | None,
    **parts: int,
) -> ComparedRevisions:
    """Compare two published revisions of a visible document; by default the newest one with the one before it.

    With `old_document`, which is another version of it, or any other visible document, compare their newest revisions,
    or the parts of them between `old_start` and `old_end`, `new_start` and `new_end`. The comparison is charged to the
    user or address of the request.
    """
    document = get_visible_document(actor, document_id)
    if old_document is not None:
        old_one = get_visible_document(actor, old_document)
        with metered(request, "comparison", user=actor):
            return _compare_documents(old_one, document, parts)
    if parts:
        raise Invalid("Send the other document as well: parts of it are compared.", field="old_document")
    revisions = list(document.revisions.exclude(published=None).defer("text").order_by("number"))
    if not revisions:
        raise NothingToCompare
    by_number = {revision.number: revision for revision in revisions}
    numbers = (revisions[-2:][0].number if old is None else old, revisions[-1].number if new is None else new)
    if missing := next((number for number in numbers if number not in by_number), None):
        raise NotFound(f"This document has no version {missing}.", field="old" if missing == old else "new")
    before, after = (by_number[number] for number in numbers)
    with metered(request, "comparison", user=actor):
        return ComparedRevisions(revisions, before, after, compare(before, after))


def _compare_documents(old: Document, new: Document, parts: Mapping[str, int]) -> ComparedRevisions:
    before, after = old.revision, new.revision
    if before is None or after is None:
        raise NothingToCompare
    rows = compare(before, after, old_span=_span(parts, "old"), new_span=_span(parts, "new"))
    return ComparedRevisions([after], before, after, rows)


def _span(parts: Mapping[str, int], side: str) -> Span | None:
    start, end = parts.get(f"{side}_start"), parts.get(f"{side}_end")
    if start is None and end is None:
        return None
    if start is None or end is None or start >= end:
        raise Invalid("Send the start and the end of the part; it begins before it ends.", field=f"{side}_end")
    return start, end


class RevisionSerializer(Resource):
    """A version of the text of a document: the result of one parse."""

    number = serializers.IntegerField()
    parser = serializers.CharField()
    parser_version = serializers.CharField()
    page_count = serializers.IntegerField()
    published = serializers.DateTimeField()
    example: ClassVar[dict[str, Any]] = {
        "number": 2,
        "parser": "pdfium",
        "parser_version": "14",
        "page_count": 3,
        "published": "2026-11-20T08:40:00.000000Z",
    }


class ComparedRunSerializer(Resource):
    """Words of a paragraph."""

    text = serializers.CharField()
    change = EnumField(Change, graphql_name="TextChange")
    example: ClassVar[dict[str, Any]] = {"text": "900 EUR", "change": "removed"}


class ComparedSideSerializer(Resource):
    """A paragraph of one version, in runs of words."""

    page = serializers.IntegerField()
    runs = ComparedRunSerializer(many=True)
    example: ClassVar[dict[str, Any]] = {"page": 1, "runs": [ComparedRunSerializer.example]}


class ComparedRowSerializer(Resource):
    """A paragraph of both versions side by side; one of them is null if it was added or removed."""

    change = EnumField(Change, graphql_name="TextChange")
    old = ComparedSideSerializer(allow_null=True)
    new = ComparedSideSerializer(allow_null=True)
    example: ClassVar[dict[str, Any]] = {"change": "removed", "old": ComparedSideSerializer.example, "new": None}


class ComparisonSerializer(Resource):
    """Two versions of the text of a document, side by side."""

    revisions = RevisionSerializer(many=True, help_text="All that can be compared, the oldest first.")
    old = serializers.IntegerField(source="old.number")
    new = serializers.IntegerField(source="new.number")
    change_count = serializers.IntegerField(help_text="The number of paragraphs that differ.")
    rows = ComparedRowSerializer(many=True)
    example: ClassVar[dict[str, Any]] = {
        "revisions": [RevisionSerializer.example | {"number": 1}, RevisionSerializer.example],
        "old": 1,
        "new": 2,
        "change_count": 1,
        "rows": [ComparedRowSerializer.example],
    }


class ComparisonQuery(StrictSerializer):
    """The numbers of the versions, by default the newest one and the one before it; or another document."""

    old = serializers.IntegerField(required=False, min_value=0, max_value=_MAX_NUMBER)
    new = serializers.IntegerField(required=False, min_value=0, max_value=_MAX_NUMBER)
    old_document = serializers.UUIDField(
        required=False, help_text="Another version of the document, or another document, which is compared with it."
    )
    old_start = serializers.IntegerField(required=False, min_value=0, max_value=_MAX_NUMBER, help_text=_PART_HELP)
    old_end = serializers.IntegerField(required=False, min_value=1, max_value=_MAX_NUMBER)
    new_start = serializers.IntegerField(required=False, min_value=0, max_value=_MAX_NUMBER)
    new_end = serializers.IntegerField(required=False, min_value=1, max_value=_MAX_NUMBER)


class ComparisonView(APIView):
    """`/documents/{id}/comparison`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "compareRevisions",
        "Compare two versions of the text of a document",
        query=ComparisonQuery,
        response=ComparisonSerializer,
        errors=[ComparisonTooLong, NothingToCompare],
    )
    def get(self, request: Request, document_id: UUID) -> Response:
        """Paragraphs side by side, with the words that were added and removed in those that changed."""
        numbers = validate_query(request, ComparisonQuery).arguments()
        compared = compare_revisions(request.user, document_id, **numbers, request=django_request(request))
        return Response(
            {
                "revisions": RevisionSerializer.represent(compared.revisions),
                "old": compared.old.number,
                "new": compared.new.number,
                "change_count": compared.change_count,
                "rows": [_row(row) for row in compared.rows],
            }
        )


def _row(row: Row) -> dict[str, Any]:
    sides = (
        side and {"page": side.page, "runs": [{"text": run.text, "change": run.change} for run in side.runs]}
        for side in (row.old, row.new)
    )
    return {"change": row.change, **dict(zip(("old", "new"), sides, strict=True))}
