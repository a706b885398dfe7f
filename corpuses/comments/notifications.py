"""Notify users of comments, of exports that have ended and of retention, and mark their notifications as read."""

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.access import viewers_of
from core.db.rows import saved_changes
from core.errors import NotFound
from corpuses.comments.models import Comment, Notification, Thread
from corpuses.models import Corpus
from documents.models import Document
from events import outbox
from users.models import User

Kind = Notification.Kind


def notify(comment: Comment, mentioned: Collection[User]) -> None:
    """Notify the users who are mentioned, and those who wrote in the thread before; each once, and never the author.

    The one in whose name an agent answered has not written.
    """
    thread = comment.thread
    users = {user.pk: Kind.MENTION for user in mentioned}
    before = Comment.objects.filter(thread=thread, agent="").exclude(author=None)
    for author in before.order_by().values_list("author", flat=True).distinct():
        if author is not None:
            users.setdefault(author, Kind.REPLY)
    if not comment.agent:
        users.pop(comment.author_id, None)  # type: ignore[arg-type]  # a former user is notified of nothing
    _create(comment, {user: users[user] for user in _readers(thread, users)})


def notify_of_edit(comment: Comment, mentioned: Collection[User]) -> None:
    """Notify the users whom an edit mentions, and withdraw what was not read by those it no longer mentions."""
    mentions = _about(comment).filter(kind=Kind.MENTION)
    withdrawn = mentions.filter(read_at=None).exclude(owner__in=mentioned)
    _record(withdrawn)
    withdrawn.delete()
    _create(comment, {user.pk: Kind.MENTION for user in mentioned if user.pk != comment.author_id})


def record_changes(comment: Comment) -> None:
    """Record events for the users whose notification about this comment comes or goes with it."""
    _record(_about(comment))


def notify_of_export(export_id: UUID, *, owner_id: UUID, corpus_id: UUID) -> None:
    """Notify the owner of an export that its job has ended; once, however often that is repeated."""
    row = Notification(owner_id=owner_id, corpus_id=corpus_id, export_id=export_id, kind=Kind.EXPORT)
    Notification.objects.bulk_create([row], ignore_conflicts=True)
    _record(Notification.objects.filter(export=export_id))


def notify_of_retention(corpus: Corpus, count: int) -> None:
    """Notify the owner of a corpus that documents left it because of its rule; an unread notification counts on."""
    about = Notification.with_deleted.filter(owner=corpus.owner_id, corpus=corpus, kind=Kind.RETENTION, read_at=None)
    row = about.select_for_update(no_key=True).first()
    if row is None:
        row = Notification(owner_id=corpus.owner_id, corpus=corpus, kind=Kind.RETENTION)
    row.count += count
    row.save()
    _record([row])


def record_export_removed(export_ids: Collection[UUID]) -> None:
    """Record events for the users whose notifications are deleted together with these exports."""
    _record(Notification.objects.filter(export__in=export_ids))


@transaction.atomic
def mark_read(notification: Notification, *, actor: User, read: bool) -> Notification:
    """Mark a notification as read, or as unread."""
    if notification.owner_id != actor.pk:
        raise NotFound
    with saved_changes(notification) as changed:
        notification.read_at = (notification.read_at or timezone.now()) if read else None
    if changed:
        _record([notification])
    return notification


@transaction.atomic
def mark_all_read(notifications: "QuerySet[Notification]", *, until: datetime | None = None) -> int:
    """Mark these notifications of one user as read, or those until a time; return how many were not."""
    rows = notifications.filter(read_at=None)
    rows = rows if until is None else rows.filter(created__lte=until)
    unread = list(rows)
    Notification.with_deleted.filter(pk__in=[each.pk for each in unread]).update(read_at=timezone.now())
    _record(unread[:1])  # one event suffices: clients fetch the list again
    return len(unread)


def _create(comment: Comment, users: dict[UUID, Kind]) -> None:
    if users:
        corpus = comment.thread.corpus_id
        rows = [
            Notification(owner_id=user, corpus_id=corpus, comment=comment, kind=kind) for user, kind in users.items()
        ]
        Notification.with_deleted.bulk_create(rows, ignore_conflicts=True)
        _record(_about(comment).filter(owner__in=users))


def _about(comment: Comment) -> "QuerySet[Notification]":
    return Notification.with_deleted.filter(comment=comment)


def _record(notifications: "Iterable[Notification]") -> None:
    for each in notifications:
        outbox.record(
            outbox.Entity.NOTIFICATION,
            each.pk,
            owner_id=each.owner_id,
            changed=["notification"],
            subject_id=each.corpus_id,
        )


def _readers(thread: Thread, users: Collection[UUID]) -> set[UUID]:
    """Return those of the users who may read the thread."""
    members = viewers_of(Corpus, [thread.corpus_id], users, public_counts=False).get(thread.corpus_id, frozenset())
    if thread.document_id is None:
        return set(members)
    viewers = viewers_of(Document, [thread.document_id], members, public_counts=True)
    return set(viewers.get(thread.document_id, frozenset()))
