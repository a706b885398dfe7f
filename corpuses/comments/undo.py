"""Undo and redo the edits of comments, and the resolving of threads."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from audit.actions import Action
from core.deletion import move_to_bin, take_from_bin
from core.errors import NotAllowed
from corpuses.annotations.edits import EditOutdated, Step, Undoable
from corpuses.annotations.models import Edit
from corpuses.comments.changes import locked_thread, record_deletion, set_resolved, set_text
from corpuses.comments.models import Comment
from corpuses.comments.services import require_comment, require_deletion
from corpuses.signals import comment_deleted
from users.models import User


class CommentEdits(Undoable):
    """Edits of comments: of their creation, texts and deletion."""

    def require(self, edits: Sequence[Edit], *, actor: User) -> None:
        for edit in edits:
            comment = _comment(edit.subject_key)
            require_deletion(actor, comment)
            if "text" in edit.changes and comment.author_id != actor.pk:
                raise NotAllowed

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        for step in steps:
            for part in step.edit.changes:
                _set(_comment(step.key), part, *step.pair(part), actor=actor)


class ThreadEdits(Undoable):
    """Threads that were resolved or reopened."""

    def require(self, edits: Sequence[Edit], *, actor: User) -> None:
        for corpus in {edit.corpus for edit in edits}:
            require_comment(actor, corpus)

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        for step in steps:
            now, then = step.pair("resolved")
            thread = locked_thread(step.key)
            if (thread.resolved_at is not None) != now:
                raise EditOutdated
            set_resolved(thread, resolved=then, actor=actor)


def _comment(key: UUID) -> Comment:
    """Return a comment that is perhaps in the bin, locked until the transaction ends."""
    rows = Comment.with_deleted.select_for_update(of=("self",), no_key=True)
    comment = rows.select_related("thread__corpus", "thread__document").filter(pk=key).first()
    if comment is None:
        raise EditOutdated
    return comment


def _set(comment: Comment, part: str, now: Any, then: Any, *, actor: User) -> None:
    """Set the text of a comment, or move it to the bin or out of it; raise `EditOutdated` if it has changed."""
    is_deleted = comment.deleted_at is not None
    if part == "text":
        if is_deleted or comment.text != now:
            raise EditOutdated
        set_text(comment, then, actor=actor)
        return
    if is_deleted != now:
        raise EditOutdated
    rows = Comment.with_deleted.filter(pk=comment.pk)
    if then:
        comment_deleted.send(Comment, comment=comment)
        move_to_bin(rows, user_id=actor.pk)
    else:
        take_from_bin(rows)
    action = Action.COMMENT_DELETED if then else Action.COMMENT_RESTORED
    record_deletion(action, comment, locked_thread(comment.thread_id), actor=actor)
