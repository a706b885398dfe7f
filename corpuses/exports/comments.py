"""Comments as texts, as lines of a file, and as Web Annotations of the W3C."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import UTC
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from core.api.ordering import Order
from corpuses.comments.models import Comment, Thread
from corpuses.exports.relations import web_creator
from corpuses.exports.tables import Table

_BATCH: Final = 1_000
_BY_THREAD: Final = Order(("thread_id", "created", "id"))
_HEADER: Final = (
    *("comment id", "thread id", "annotation id", "document", "document id", "comment", "made by", "created"),
    *("edited", "resolved"),
)
_RELATED: Final = (
    *("author__username", "author__name", "thread__document__title", "thread__resolved_by__username"),
    *("thread__resolved_by__name", "thread__annotation_id", "thread__document_id", "thread__corpus_id"),
    "thread__resolved_at",
)


def comment_table(threads: "QuerySet[Thread]") -> Table:
    """Return one line for each comment, by thread and time. A thread about the corpus has no document."""
    return Table(_HEADER, (_line(each) for each in _in_batches(threads)), title="Comments")


def comments_by_annotation(threads: "QuerySet[Thread]", annotations: Collection[UUID]) -> dict[UUID, str]:
    """Return the comments on these annotations as texts; one query."""
    texts: dict[UUID, list[str]] = defaultdict(list)
    rows = ordered_comments(threads.filter(annotation__in=annotations))
    for thread, comments in groupby(rows, key=lambda comment: comment.thread):
        lines = [f"{author_of(each)}, {each.created.astimezone(UTC):%Y-%m-%d %H:%M}: {each.text}" for each in comments]
        if thread.annotation_id:
            texts[thread.annotation_id].append("\n".join([*lines, *(["Resolved."] if thread.resolved_at else [])]))
    return {key: "\n\n".join(parts) for key, parts in texts.items()}


def web_comments(threads: "QuerySet[Thread]", *, origin: str) -> Iterator[dict[str, Any]]:
    """Return an annotation for each comment. It targets what its thread is about; later ones target the first one.

    The motivation is "replying" if the target is an annotation, else "commenting". The first comment of a resolved
    thread has a body with the purpose "assessing".
    """
    for thread, comments in groupby(_in_batches(threads), key=lambda comment: comment.thread):
        first, *others = comments
        resolved = [{"type": "TextualBody", "purpose": "assessing", "value": "resolved"}] if thread.resolved_at else []
        yield _web_comment(first, _subject(thread, origin), resolved, origin)
        for each in others:
            yield _web_comment(each, _address(first, origin), [], origin)


def author_of(comment: Comment) -> str:
    """Return the user name of the author; empty if the account is deleted. An agent is named as one."""
    if comment.agent:
        return f"{comment.agent} (agent)"
    return comment.author.username if comment.author else ""


def ordered_comments(threads: "QuerySet[Thread]") -> "QuerySet[Comment]":
    """Return the comments of threads that the caller has found visible, by thread and time."""
    rows = Comment.objects.filter(thread__in=threads.order_by().values("pk"))
    related = rows.select_related("author", "thread__document", "thread__resolved_by")
    return _BY_THREAD.apply(related.only("thread_id", "author_id", "agent", "text", "created", "edited", *_RELATED))


def _in_batches(threads: "QuerySet[Thread]") -> Iterator[Comment]:
    """Read comments by thread and time; one query for a batch."""
    ordered = ordered_comments(threads)
    batch = list(ordered[:_BATCH])
    while batch:
        yield from batch
        batch = list(_BY_THREAD.after(_BY_THREAD.cursor(batch[-1]), ordered)[:_BATCH])


def _line(comment: Comment) -> list[str]:
    thread = comment.thread
    return [
        *(str(comment.pk), str(thread.pk), str(thread.annotation_id or "")),
        *((thread.document.title, str(thread.document_id)) if thread.document else ("", "")),
        *(comment.text, author_of(comment), comment.created.isoformat()),
        comment.edited.isoformat() if comment.edited else "",
        thread.resolved_at.isoformat() if thread.resolved_at else "",
    ]


def _web_comment(comment: Comment, target: str, bodies: list[dict[str, str]], origin: str) -> dict[str, Any]:
    is_reply = "/annotations/" in target or "/comments/" in target
    motivation = "replying" if is_reply else "commenting"
    text = {"type": "TextualBody", "purpose": motivation, "format": "text/markdown", "value": comment.text}
    return {
        "id": _address(comment, origin),
        "type": "Annotation",
        "motivation": motivation,
        "created": comment.created.isoformat(),
        **({"modified": comment.edited.isoformat()} if comment.edited else {}),
        **_creator(comment),
        "body": [text, *bodies],
        "target": target,
    }


def _creator(comment: Comment) -> dict[str, Any]:
    if comment.agent:
        return {"creator": {"type": "Software", "name": comment.agent}}
    return web_creator(comment.author)


def _address(comment: Comment, origin: str) -> str:
    return f"{origin}/api/v1/comments/{comment.pk}"


def _subject(thread: Thread, origin: str) -> str:
    """Return the address of what a thread is about."""
    if thread.annotation_id:
        return f"{origin}/api/v1/annotations/{thread.annotation_id}"
    if thread.document_id:
        return f"{origin}/api/v1/documents/{thread.document_id}"
    return f"{origin}/api/v1/corpuses/{thread.corpus_id}"
