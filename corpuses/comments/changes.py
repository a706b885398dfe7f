"""Changes of comments and threads, for services that have checked permissions and locked the thread or the comment."""

from typing import Any, Final
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.db.rows import get_row
from corpuses.comments.mentions import mentioned_users
from corpuses.comments.models import Comment, Thread
from corpuses.comments.notifications import notify, notify_of_edit, record_changes
from corpuses.events import record_corpus_event
from users.models import User

NO_AGENT: Final[dict[str, Any]] = {"agent": "", "engine": "", "sentences": [], "conversation": None}
"""The fields of a comment that no agent has written."""


def locked_thread(key: UUID) -> Thread:
    """Return a thread, locked until the transaction ends; raise `NotFound` if it is gone."""
    rows = Thread.with_deleted.select_for_update(of=("self",), no_key=True).select_related("corpus", "document")
    return get_row(rows, pk=key)


def set_text(comment: Comment, text: str, *, actor: User) -> None:
    """Change the text of a comment, and notify the users whom it mentions now."""
    comment.text, comment.edited = text, timezone.now()
    comment.save(update_fields=["text", "edited"])
    notify_of_edit(comment, set_mentions(comment))
    record(Action.COMMENT_CHANGED, comment, actor=actor)
    record_event(comment.thread)


def set_resolved(thread: Thread, *, resolved: bool, actor: User) -> None:
    """Resolve a thread, or reopen it."""
    thread.resolved_at = timezone.now() if resolved else None
    thread.resolved_by = actor if resolved else None
    thread.save(update_fields=["resolved_at", "resolved_by"])
    record(Action.THREAD_RESOLVED if resolved else Action.THREAD_REOPENED, thread, actor=actor)
    record_event(thread)


def record_deletion(action: Action, comment: Comment, thread: Thread, *, actor: User) -> None:
    """Record that a comment was moved to the bin or restored, and count those of its thread again."""
    record(action, comment, actor=actor)
    count_comments(thread)
    record_changes(comment)
    record_event(thread)


def set_mentions(comment: Comment) -> list[User]:
    """Store the users whom a comment mentions, and return them."""
    thread = comment.thread
    users = mentioned_users(comment.text, thread.corpus, thread.document_id)
    comment.mentions.set(users)
    return users


def count_comments(thread: Thread) -> None:
    """Count the comments of a thread."""
    comments = Comment.with_deleted.filter(thread=thread, deleted_at=None)
    thread.comment_count = comments.count()
    thread.latest = comments.aggregate(latest=Max("created"))["latest"]
    thread.save(update_fields=["comment_count", "latest"])


def add_answer(thread: Thread, answer: Comment, *, author: User) -> None:
    """Add the answer of an agent to a locked thread, in the name of a user. It mentions no one, and is not undone."""
    answer.thread, answer.author = thread, author
    answer.save(force_insert=True)
    record(Action.COMMENT_CREATED, answer, actor=author, is_by_agent=True)
    notify(answer, ())
    count_comments(thread)
    record_event(thread)


def record_event(thread: Thread) -> None:
    """Record that the comments of a document or a corpus have changed."""
    record_corpus_event(thread.corpus, "comments", about=thread.document_id)
