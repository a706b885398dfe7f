"""Annotations of a document as those of PDF: one for each page on which an annotation has words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import QuerySet

from corpuses.annotations.models import Annotation
from corpuses.comments.models import Thread
from corpuses.exports.annotations import Link
from corpuses.exports.pdf_comments import document_notes, pdf_date, pdf_replies
from documents.models import Document, Page
from documents.services.tokens import unpack
from documents.types import Box, PdfAnnotation

if TYPE_CHECKING:
    from documents.pipeline.tokens import TokenPage

_PAGES_AT_ONCE: Final = 50
_SAME_LINE: Final = 0.5  # of the lower box: so much do the boxes of a line overlap
_WORD_GAP: Final = 2.5  # of the height of a line: words further apart are in different columns
_FIELDS: Final = ("label__name", "label__parent_path", "label__color", "creator__username", "creator__name")
_COLUMNS: Final = ("corpus", "document", "source", "page", "spans", "quote", "box", "note", "created", "modified")


def pdf_annotations(
    annotations: "QuerySet[Annotation]", document: Document, threads: "QuerySet[Thread]", link: Link
) -> list[PdfAnnotation]:
    """Return the annotations that have a place in the current version, with the comments of these threads as replies.

    Threads about the document are notes on its first page. `link` returns the address of an annotation.
    """
    placed = annotations.filter(revision=document.revision_id, confidence__gt=0)
    rows = placed.select_related("label", "creator").only(*_FIELDS, *_COLUMNS).order_by("page", "start", "id")
    given = list(rows)
    found = [_written(each, each.page, (Box(*each.box),), link) for each in given if each.box]
    words: dict[int, list[tuple[Annotation, int, int]]] = {}
    for each in given:
        for page, first, last in [] if each.box else each.spans:
            words.setdefault(page, []).append((each, first, last))
    for page, tokens in _tokens(document, sorted(words)):
        found += _highlights(page, tokens, words[page], link)
    replies = pdf_replies(threads.filter(document=document))
    # A passage on several pages has a highlight on each; the first one has the replies.
    with_replies = [replace(each, replies=replies.pop(UUID(each.name), ())) for each in found]
    return with_replies + document_notes(threads.filter(document=document, annotation=None))


def _highlights(
    page: int, tokens: "TokenPage", spans: Sequence[tuple[Annotation, int, int]], link: Link
) -> Iterator[PdfAnnotation]:
    lines: dict[Annotation, list[Box]] = {}
    for annotation, first, last in spans:
        lines.setdefault(annotation, []).extend(line_boxes(tokens, first, last))
    for annotation, boxes in lines.items():
        if boxes:
            yield _written(annotation, page, tuple(boxes), link)


def line_boxes(tokens: "TokenPage", first: int, last: int) -> list[Box]:
    """Return the boxes of the lines of neighbouring tokens, as fractions of the page."""
    boxes: list[Box] = []
    for x, y, width, height in tokens.boxes[first : last + 1].tolist():
        word = Box(x, y, x + width, y + height)
        if boxes and _continues(boxes[-1], word):
            line = boxes[-1]
            boxes[-1] = Box(min(line.x0, x), min(line.y0, y), max(line.x1, word.x1), max(line.y1, word.y1))
        else:
            boxes.append(word)
    return boxes


def _continues(line: Box, word: Box) -> bool:
    heights = line.y1 - line.y0, word.y1 - word.y0
    shared = min(line.y1, word.y1) - max(line.y0, word.y0)
    gap = max(word.x0 - line.x1, line.x0 - word.x1)
    return shared >= _SAME_LINE * min(heights) and gap <= _WORD_GAP * max(heights)


def _tokens(document: Document, numbers: Sequence[int]) -> "Iterator[tuple[int, TokenPage]]":
    """Read the tokens of pages, some per query."""
    for start in range(0, len(numbers), _PAGES_AT_ONCE):
        batch = numbers[start : start + _PAGES_AT_ONCE]
        for page in Page.objects.filter(revision=document.revision_id, number__in=batch).order_by("number"):
            yield page.number, unpack(page)


def _written(annotation: Annotation, page: int, boxes: tuple[Box, ...], link: Link) -> PdfAnnotation:
    return PdfAnnotation(
        page=page,
        boxes=boxes,
        shape="highlight" if annotation.box is None else "square",
        color=annotation.label.color,
        author=_author(annotation),
        label=annotation.label.path,
        contents=_contents(annotation, link),
        name=str(annotation.pk),
        created=pdf_date(annotation.created),
        modified=pdf_date(annotation.modified),
    )


def _author(annotation: Annotation) -> str:
    """Return the name of the maker; of programs, their kind."""
    creator = annotation.creator
    if annotation.source != Annotation.Source.HUMAN or creator is None:
        return annotation.get_source_display() if annotation.source != Annotation.Source.HUMAN else ""
    return creator.name or creator.username


def _contents(annotation: Annotation, link: Link) -> str:
    """Return the note and the quote, if there are any, and the address of the annotation."""
    parts = (annotation.note, annotation.quote and f"“{annotation.quote}”", link(annotation))
    return "\n\n".join(part for part in parts if part)
