"""Access to parse results: the readable revision, slices of its text, its pages."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import connection
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Substr

from documents.models import Document, DocumentRevision, Page, StructureItem
from documents.types import StructureKind


def readable_revision(document: Document) -> DocumentRevision | None:
    """Return the published revision; during a first parse the one being written, whose pages can be read already."""
    if document.revision_id is not None:
        return document.revision
    return document.revisions.filter(published=None).order_by("-number").first()


def text_slice(revision_id: UUID, start: int, end: int) -> str:
    """Return the text of a revision from code point `start` to `end`, without loading all of it."""
    found = DocumentRevision.objects.filter(pk=revision_id).values_list(
        Substr(F("text"), Value(start + 1), Value(max(0, end - start))), flat=True
    )
    return str(found.get())


def text_slices(places: Sequence[tuple[UUID, int, int]]) -> list[str]:
    """Return the texts of many places (revision, start, end), in their order; one query."""
    revisions, starts, ends = ([place[part] for place in places] for part in range(3))
    with connection.cursor() as cursor:
        cursor.execute(_SLICES, [revisions, starts, ends])
        return [text for (text,) in cursor.fetchall()]


_SLICES = """
SELECT substr(revision.text, place.start + 1, greatest(0, place.end - place.start))
FROM unnest(%s::uuid[], %s::int[], %s::int[]) WITH ORDINALITY AS place (revision, start, "end", number)
JOIN documents_documentrevision AS revision ON revision.id = place.revision
ORDER BY place.number
"""


def pages_with(passages: Iterable[tuple[UUID, int, int]]) -> Iterable[Page]:
    """Return the pages that overlap any of these passages (revision, start, end), in order."""
    touched = Q(pk__in=())
    for revision_id, start, end in passages:
        touched |= Q(revision_id=revision_id, text_start__lt=end, text_end__gt=start)
    return Page.objects.filter(touched).order_by("number")


def page_ranges(revision_id: UUID, first_page: int, last_page: int) -> list[tuple[int, int, int]]:
    """Return the number, the start and the end in the text of pages of a revision, in order."""
    rows = Page.objects.filter(revision=revision_id, number__range=(first_page, last_page)).order_by("number")
    return list(rows.values_list("number", "text_start", "text_end"))


def headings_of(revision_id: UUID) -> QuerySet[StructureItem]:
    """Return the title and the headings that the parser has recognized, in reading order."""
    kinds = [StructureKind.TITLE.value, StructureKind.HEADING.value]
    return StructureItem.objects.filter(revision=revision_id, kind__in=kinds).order_by("order")


def page_at(revision_id: UUID, offset: int) -> int:
    """Return the number of the page that has the character at an offset of the text."""
    rows = Page.objects.filter(revision=revision_id, text_start__lte=offset).order_by("-text_start", "-number")
    return rows.values_list("number", flat=True)[:1].get()
