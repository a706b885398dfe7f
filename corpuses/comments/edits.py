"""Record the edits of comments and threads (`corpuses.comments.undo`)."""

from collections.abc import Iterable
from uuid import UUID

from corpuses.annotations.edits import store_edits
from corpuses.annotations.models import Edit
from corpuses.annotations.states import CREATION, Changes
from corpuses.comments.models import Comment, Thread
from users.models import User


def record_comment_edit(
    kind: Edit.Kind, comment: Comment, changes: Changes, *, actor: User, group: UUID | None = None
) -> None:
    """Record what a user changed of a comment, in the transaction that changes it."""
    store_edits([_edit(Edit.Subject.COMMENT, comment.pk, comment.thread, kind, changes)], actor=actor, group=group)


def record_new_comments(comments: Iterable[Comment], *, actor: User, group: UUID | None) -> None:
    """Record that a user wrote comments, in the transaction that stores them."""
    edits = [_edit(Edit.Subject.COMMENT, each.pk, each.thread, Edit.Kind.CREATED, CREATION) for each in comments]
    store_edits(edits, actor=actor, group=group)


def record_thread_edit(thread: Thread, *, resolved: bool, actor: User, group: UUID | None = None) -> None:
    """Record that a user resolved or reopened a thread, in the transaction that does it."""
    kind = Edit.Kind.RESOLVED if resolved else Edit.Kind.REOPENED
    changes = {"resolved": [not resolved, resolved]}
    store_edits([_edit(Edit.Subject.THREAD, thread.pk, thread, kind, changes)], actor=actor, group=group)


def _edit(subject: Edit.Subject, key: UUID, thread: Thread, kind: Edit.Kind, changes: Changes) -> Edit:
    return Edit(
        corpus_id=thread.corpus_id,
        document_id=thread.document_id,
        subject=subject,
        subject_id=key,
        annotation_id=thread.annotation_id,
        kind=kind,
        changes=changes,
    )
