"""Rectangles of annotations on the pages of their documents: one for each line of words, or the box that was drawn."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db.models import Q

from corpuses.annotations.models import Annotation
from documents.models import Page
from documents.services.boxes import PageBox
from documents.services.tokens import lines_of

PLACE_COLUMNS: Final = ("document__revision", "revision", "confidence", "page", "spans", "box")
"""The columns that an annotation has to have here; `document` has to be selected."""

_PAGES_AT_ONCE: Final = 50
_Words = tuple[UUID, int, int]  # an annotation, and its first and last token on a page


def rectangles_of(annotations: Sequence[Annotation]) -> dict[UUID, list[PageBox]]:
    """Return the rectangles of annotations that have a place in the current versions of their documents, by id.

    Each page is read and decoded once, some in one query, and only one is in memory decoded.
    """
    words: dict[tuple[UUID, int], list[_Words]] = defaultdict(list)
    found: dict[UUID, list[PageBox]] = {}
    for each in annotations:
        found[each.pk] = [PageBox(each.page, *each.box)] if each.box else []
        for page, first, last in each.spans if _is_passage_with_place(each) else []:
            words[each.revision_id, page].append((each.pk, first, last))
    for page in _pages(sorted(words)):
        lines = lines_of(page)
        for key, first, last in words[page.revision_id, page.number]:
            found[key] += [PageBox(page.number, *sides) for sides in lines.around(first, last)]
    return found


def _is_passage_with_place(annotation: Annotation) -> bool:
    is_current = annotation.revision_id == annotation.document.revision_id
    return annotation.box is None and is_current and annotation.confidence > 0


def _pages(keys: Sequence[tuple[UUID, int]]) -> Iterator[Page]:
    """Read pages by revision and number."""
    for start in range(0, len(keys), _PAGES_AT_ONCE):
        numbers: dict[UUID, list[int]] = defaultdict(list)
        for revision, number in keys[start : start + _PAGES_AT_ONCE]:
            numbers[revision].append(number)
        wanted = reduce(or_, (Q(revision=revision, number__in=some) for revision, some in numbers.items()))
        yield from Page.objects.filter(wanted).only("revision", "number", "tokens").order_by("revision", "number")
