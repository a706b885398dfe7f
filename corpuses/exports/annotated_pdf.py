"""Annotations of a document as those of PDF: one for each page on which an annotation has words."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from corpuses.annotations.models import Annotation
from corpuses.comments.models import Comment, Thread
from corpuses.exports.annotations import Link
from corpuses.exports.comments import ordered_comments
from corpuses.exports.rectangles import PLACE_COLUMNS, rectangles_of
from documents.models import Document
from documents.services.boxes import PageBox
from documents.types import Box, PdfAnnotation, PdfReply
from users.models import User

_COLOR: Final = "#ffd54f"
_MARGIN: Final = 0.01  # of the page
_STEP: Final = 0.03  # from one note to the next
_MOST_NOTES: Final = 30  # below each other


def pdf_replies(threads: "QuerySet[Thread]") -> dict[UUID, tuple[PdfReply, ...]]:
    """Return the comments on each annotation of these threads; one query."""
    found: dict[UUID, list[PdfReply]] = defaultdict(list)
    for thread, comments in _by_thread(threads.exclude(annotation=None)):
        if thread.annotation_id:
            first, *others = comments
            found[thread.annotation_id] += [_reply(first), *_answers(thread, others, to=str(first.pk))]
    return {key: tuple(replies) for key, replies in found.items()}


def document_notes(threads: "QuerySet[Thread]") -> list[PdfAnnotation]:
    """Return a note on the first page for each of these threads; one query."""
    return [_note(number, thread, comments) for number, (thread, comments) in enumerate(_by_thread(threads))]


def pdf_date(moment: datetime) -> str:
    """Return a time as PDF has it."""
    return moment.astimezone(UTC).strftime("D:%Y%m%d%H%M%SZ")


def _by_thread(threads: "QuerySet[Thread]") -> Iterator[tuple[Thread, list[Comment]]]:
    for thread, comments in groupby(ordered_comments(threads), key=lambda comment: comment.thread):
        yield thread, list(comments)


def _note(number: int, thread: Thread, comments: Sequence[Comment]) -> PdfAnnotation:
    first, *others = comments
    top = _MARGIN + _STEP * (number % _MOST_NOTES)
    return PdfAnnotation(
        page=1,
        boxes=(Box(_MARGIN, top, _MARGIN, top),),
        shape="note",
        color=_COLOR,
        author=_writer(first),
        label="",
        contents=first.text,
        name=str(first.pk),
        created=pdf_date(first.created),
        modified=pdf_date(first.edited or first.created),
        replies=tuple(_answers(thread, others)),
    )


def _answers(thread: Thread, comments: Sequence[Comment], *, to: str = "") -> Iterator[PdfReply]:
    """Return the comments after the first one, and that the thread is resolved."""
    yield from (_reply(each, to=to) for each in comments)
    if thread.resolved_at:
        moment = pdf_date(thread.resolved_at)
        yield PdfReply(
            name=f"{thread.pk} resolved",
            author=_name(thread.resolved_by),
            contents="Resolved",
            created=moment,
            modified=moment,
            to=to,
            state="Completed",
        )


def _reply(comment: Comment, *, to: str = "") -> PdfReply:
    return PdfReply(
        name=str(comment.pk),
        author=_writer(comment),
        contents=comment.text,
        created=pdf_date(comment.created),
        modified=pdf_date(comment.edited or comment.created),
        to=to,
    )


def _writer(comment: Comment) -> str:
    return f"{comment.agent} (agent)" if comment.agent else _name(comment.author)


def _name(user: User | None) -> str:
    return (user.name or user.username) if user else ""


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
