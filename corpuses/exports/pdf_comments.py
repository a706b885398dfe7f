"""Comments as annotations of PDF: replies to what they are about, and notes for those about the document."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from corpuses.comments.models import Comment, Thread
from corpuses.exports.comments import ordered_comments
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
