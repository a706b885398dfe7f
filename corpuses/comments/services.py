"""Write, change, delete and restore comments; resolve and reopen threads."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from audit.actions import Action
from audit.log import record
from core.access import Permission, is_member, permissions_on, require
from core.db.ids import uuid7
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import get_row
from core.deletion import move_to_bin, take_from_bin
from core.errors import Conflict, Invalid, NotAllowed, NotFound
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.states import CREATION, DELETION
from corpuses.comments.changes import (
    NO_AGENT,
    count_comments,
    locked_thread,
    record_deletion,
    record_event,
    set_mentions,
    set_resolved,
    set_text,
)
from corpuses.comments.edits import record_comment_edit, record_new_comments, record_thread_edit
from corpuses.comments.models import Comment, Thread
from corpuses.comments.notifications import notify
from corpuses.events import record_corpus_event
from corpuses.holding import hold
from corpuses.models import Corpus
from corpuses.signals import comment_deleted, comment_written
from documents.models import Document
from users.models import User

TEXT_LIMIT: Final = 10_000
COMMENTING: Final = frozenset({Permission.ANNOTATE, Permission.REVIEW})  # one of them is enough


class CommentExists(Conflict):
    """There is already another comment with this id."""

    code = "comment_exists"
    what_to_do = "Generate a new id."


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadDraft:
    """A new thread: its first comment, and what it is about; without document and annotation, the corpus."""

    text: str
    document: Document | None = None
    annotation: Annotation | None = None
    key: UUID | None = None
    group: UUID | None = None  # of the edit
    is_by_model: bool = False  # its text: then it starts no agent


def may_comment(actor: User, corpus: Corpus) -> bool:
    """Check whether a user may write comments: those who may annotate or review may."""
    return not COMMENTING.isdisjoint(permissions_on(actor, corpus))


def version_of_comment(comment: Comment) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(comment.text)


def version_of_thread(thread: Thread) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(thread.resolved_at is not None)


@transaction.atomic
def create_thread(corpus: Corpus, draft: ThreadDraft, *, actor: User) -> Thread:
    """Start a thread with a comment. A repeated draft is stored once if it has a `key`, that of the comment."""
    require_comment(actor, corpus)
    hold(corpus.pk)
    document = draft.document
    if draft.annotation is not None:
        document = draft.annotation.document
        if draft.annotation.corpus_id != corpus.pk:
            raise NotFound("The annotation is not in this corpus.", field="annotationId")
    if document is not None:
        require(actor, Permission.VIEW, document)
        if not corpus.memberships.filter(document=document).exists():
            raise NotFound("The document is not in this corpus.", field="documentId")
    if (repeated := _repeated(draft.key, actor)) is not None:
        return repeated.thread
    text = comment_text(draft.text)
    thread = Thread.with_deleted.create(corpus=corpus, document=document, annotation=draft.annotation)
    comment = _write(thread, text, key=draft.key, actor=actor, group=draft.group)
    if not draft.is_by_model:
        comment_written.send(Comment, comment=comment, is_first=True, actor=actor)
    return thread


@transaction.atomic
def create_comment(
    thread: Thread, *, text: str, actor: User, key: UUID | None = None, group: UUID | None = None
) -> Comment:
    """Write a comment in a thread. A repeated request is stored once if it has a `key`, which clients generate.

    `group` is that of the edit.
    """
    require_comment(actor, thread.corpus)
    hold(thread.corpus_id)
    if (repeated := _repeated(key, actor)) is not None:
        if repeated.thread_id != thread.pk:
            raise CommentExists
        return repeated
    comment = _write(locked_thread(thread.pk), comment_text(text), key=key, actor=actor, group=group)
    comment_written.send(Comment, comment=comment, is_first=False, actor=actor)
    return comment


@transaction.atomic
def update_comment(
    comment: Comment,
    *,
    actor: User,
    text: str | None = None,
    expected: str | None = None,
    group: UUID | None = None,
) -> Comment:
    """Change the text of one's own comment; new mentions notify their users. `group` is that of the edit.

    The answers of agents stay as they are.
    """
    require_comment(actor, comment.thread.corpus)
    if comment.author_id != actor.pk or comment.agent:
        raise NotAllowed
    hold(comment.thread.corpus_id)
    comment = _locked_comment(comment)
    require_unchanged(expected, version_of_comment(comment))
    if text is not None and comment_text(text) != comment.text:
        changes = {"text": [comment.text, comment_text(text)]}
        set_text(comment, comment_text(text), actor=actor)
        record_comment_edit(Edit.Kind.CHANGED, comment, changes, actor=actor, group=group)
    return comment


@transaction.atomic
def delete_comment(comment: Comment, *, actor: User, permanently: bool = False, group: UUID | None = None) -> None:
    """Move a comment to the bin, or remove it at once. `group` is that of the edit."""
    require_deletion(actor, comment)
    hold(comment.thread.corpus_id)
    comment_deleted.send(Comment, comment=comment)
    thread = locked_thread(comment.thread_id)
    if not move_to_bin(Comment.objects.filter(pk=comment.pk), user_id=actor.pk):
        raise NotFound
    record_deletion(Action.COMMENT_DELETED, comment, thread, actor=actor)
    record_comment_edit(Edit.Kind.DELETED, comment, DELETION, actor=actor, group=group)
    if permanently:
        purge_comment(comment)


@transaction.atomic
def restore_comment(comment: Comment, *, actor: User) -> None:
    """Restore a comment."""
    require_deletion(actor, comment)
    hold(comment.thread.corpus_id)
    thread = locked_thread(comment.thread_id)
    if not take_from_bin(Comment.with_deleted.filter(pk=comment.pk).exclude(text="")):
        raise NotFound
    record_deletion(Action.COMMENT_RESTORED, comment, thread, actor=actor)
    record_comment_edit(Edit.Kind.RESTORED, comment, CREATION, actor=actor)


@transaction.atomic
def purge_comment(comment: Comment) -> None:
    """Remove a comment from the database; where replies follow, only its text and its author."""
    record(Action.COMMENT_PURGED, comment)
    thread = locked_thread(comment.thread_id)
    record_corpus_event(thread.corpus, "comments", about=thread.document_id)
    Edit.objects.filter(subject_id=comment.pk).delete()  # they have its text
    later = Comment.with_deleted.filter(thread=thread, created__gt=comment.created)
    if later.exists():
        Comment.with_deleted.filter(pk=comment.pk).update(text="", author=None, **NO_AGENT)
        comment.mentions.clear()
        comment.notifications.all().delete()
        return
    Comment.with_deleted.filter(pk=comment.pk).delete()
    if not Comment.with_deleted.filter(thread=thread).exists():
        Thread.with_deleted.filter(pk=thread.pk).delete()
        Edit.objects.filter(subject_id=thread.pk).delete()


@transaction.atomic
def update_thread(
    thread: Thread,
    *,
    actor: User,
    resolved: bool | None = None,
    expected: str | None = None,
    group: UUID | None = None,
) -> Thread:
    """Resolve a thread, or reopen it. `group` is that of the edit."""
    require_comment(actor, thread.corpus)
    hold(thread.corpus_id)
    thread = locked_thread(thread.pk)
    require_unchanged(expected, version_of_thread(thread))
    if resolved is not None and resolved != (thread.resolved_at is not None):
        set_resolved(thread, resolved=resolved, actor=actor)
        record_thread_edit(thread, resolved=resolved, actor=actor, group=group)
    return thread


def require_deletion(actor: User, comment: Comment) -> None:
    """Require the permission to delete or restore a comment: its author may, and editors of the corpus."""
    thread = comment.thread
    if not is_member(actor, thread.corpus):
        raise NotFound
    if thread.document is not None:
        require(actor, Permission.VIEW, thread.document)
    if comment.author_id == actor.pk:
        require_comment(actor, thread.corpus)
    else:
        require(actor, Permission.EDIT, thread.corpus)


def shown_comments() -> "QuerySet[Comment]":
    """Return the comments of threads that the caller has found visible, and deleted ones before other comments."""
    later = Comment.with_deleted.filter(thread=OuterRef("thread"), created__gt=OuterRef("created"), deleted_at=None)
    return Comment.with_deleted.filter(Q(deleted_at=None) | Exists(later)).select_related("author")


def comment_text(text: str) -> str:
    """Return the text of a comment as it is stored; raise `Invalid` if it is empty or too long."""
    stored = text.replace("\x00", "").strip()
    if not 0 < len(stored) <= TEXT_LIMIT:
        raise Invalid(f"A comment must have 1 to {TEXT_LIMIT} characters.", field="text")
    return stored


def require_comment(actor: User, corpus: Corpus) -> None:
    """Require the permission to write comments."""
    if not may_comment(actor, corpus):
        require(actor, Permission.ANNOTATE, corpus)


def _write(thread: Thread, text: str, *, key: UUID | None, actor: User, group: UUID | None) -> Comment:
    comment = Comment(id=key or uuid7(), thread=thread, author=actor, text=text)
    try:
        with transaction.atomic():
            comment.save(force_insert=True)
    except IntegrityError:
        if key is None or not Comment.with_deleted.filter(pk=key).exists():
            raise
        raise CommentExists from None
    record(Action.COMMENT_CREATED, comment, actor=actor)
    record_new_comments([comment], actor=actor, group=group)
    notify(comment, set_mentions(comment))
    count_comments(thread)
    record_event(thread)
    return comment


def _repeated(key: UUID | None, actor: User) -> Comment | None:
    """Return the comment that has this id already; raise `CommentExists` if it is by another user, or deleted."""
    comment = Comment.with_deleted.select_related("thread__corpus").filter(pk=key).first() if key else None
    if comment is not None and (comment.author_id != actor.pk or comment.deleted_at is not None):
        raise CommentExists
    return comment


def _locked_comment(comment: Comment) -> Comment:
    rows = Comment.objects.select_for_update(of=("self",), no_key=True).select_related("thread__corpus")
    return get_row(rows, pk=comment.pk)
