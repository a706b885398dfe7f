"""Annotations of a document as those of PDF: one for each page on which an annotation has words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from corpuses.annotations.models import Annotation
from corpuses.comments.models import Thread
from corpuses.exports.annotations import Link
from corpuses.exports.pdf_comments import document_notes, pdf_date, pdf_replies
from corpuses.exports.rectangles import PLACE_COLUMNS, rectangles_of
from documents.models import Document
from documents.services.boxes import PageBox
from documents.types import Box, PdfAnnotation

_FIELDS: Final = ("label__name", "label__parent_path", "label__color", "creator__username", "creator__name")
_COLUMNS: Final = ("corpus", "document", "source", "quote", "note", "created", "modified", *PLACE_COLUMNS)


def pdf_annotations(
    annotations: "QuerySet[Annotation]", document: Document, threads: "QuerySet[Thread]", link: Link
) -> list[PdfAnnotation]:
    """Return the annotations that have a place in the current version, with the comments of these threads as replies.

    Threads about the document are notes on its first page. `link` returns the address of an annotation.
    """
    placed = annotations.filter(revision=document.revision_id, confidence__gt=0)
    rows = placed.select_related("label", "creator", "document").only(*_FIELDS, *_COLUMNS)
    given = list(rows.order_by("page", "start", "id"))
    rectangles = rectangles_of(given)
    found = [written for each in given for written in _by_page(each, rectangles[each.pk], link)]
    replies = pdf_replies(threads.filter(document=document))
    # A passage on several pages has a highlight on each; the first one has the replies.
    with_replies = [replace(each, replies=replies.pop(UUID(each.name), ())) for each in found]
    return with_replies + document_notes(threads.filter(document=document, annotation=None))


def _by_page(annotation: Annotation, rectangles: Sequence[PageBox], link: Link) -> Iterator[PdfAnnotation]:
    for page, boxes in groupby(rectangles, key=attrgetter("page")):
        sides = tuple(Box(each.left, each.top, each.right, each.bottom) for each in boxes)
        yield _written(annotation, page, sides, link)


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
