"""Corpora and the documents in them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypedDict, Unpack
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.log import record, record_documents
from core.access import Permission, require, require_all, require_in_bin, require_unlimited
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_for_delete
from core.db.rows import saved_changes
from core.db.transactions import atomic_with_retry, purging
from core.deletion import move_to_bin, take_from_bin
from core.errors import Conflict, Invalid, NotFound
from corpuses.corpora.answer_limits import LIMITS, check_limit
from corpuses.corpora.edits import record_additions, record_corpus_edit, record_removals, state_of_corpus
from corpuses.corpora.retention_rules import RULES, check_days
from corpuses.events import record_corpus_event
from corpuses.holding import hold
from corpuses.imports.models import AnnotationImport
from corpuses.models import Archive, Corpus, CorpusCopy, CorpusDocument, CorpusShare, DescriptionRevision, Folder
from corpuses.signals import corpus_created, corpus_deleted, documents_added, language_models_forbidden
from documents.models import Document
from documents.pipeline.filenames import without_invisible
from documents.services import locking
from events import outbox
from events.sharing_events import record_deletion
from users.models import User
from users.sharing.models import ShareRole, Team

MAX_LENGTH: Final = 10_000  # it is shown in lists of corpora
MAX_REVISIONS: Final = 100  # of each corpus


def check_description(text: str) -> str:
    """Return a description as it is stored; raise `Invalid` if it is too long."""
    if len(text) > MAX_LENGTH:
        raise Invalid(f"The description must have at most {MAX_LENGTH} characters.", field="description")
    return text.replace("\x00", "")


def keep_revision(corpus: Corpus, *, before: str, author: User) -> None:
    """Keep the new description of a corpus, whose row is locked, and delete the oldest ones.

    The description from before the first revision is kept as well; its author is not known.
    """
    if corpus.description == before:
        return
    revisions = DescriptionRevision.objects.filter(corpus=corpus)
    if before and not revisions.exists():
        DescriptionRevision.objects.create(corpus=corpus, text=before)
    DescriptionRevision.objects.create(corpus=corpus, text=corpus.description, author=author)
    outdated = revisions.order_by("-id").values_list("pk", flat=True)[MAX_REVISIONS:]
    revisions.filter(pk__in=list(outdated)).delete()


TITLE_LIMIT = 200
_OF_EDITORS = frozenset({"title", "description"})


class CorpusChanges(TypedDict, total=False):
    """Changes of a corpus; those that are `None` stay as they are. A limit of 0 is that of the installation."""

    title: str | None
    description: str | None
    allows_language_models: bool | None
    answer_tool_calls: int | None
    answer_tokens: int | None
    answer_seconds: float | None
    answer_cost: float | None
    retention_days: int | None
    audit_days: int | None


class PersonalCorpus(Conflict):
    """This is your personal corpus; it cannot be deleted."""

    code = "personal_corpus"
    what_to_do = "Remove its documents instead."


class NewerVersion(Conflict):
    """A newer version of one of these documents was uploaded in the meantime."""

    code = "newer_version"
    what_to_do = "Try again."


def personal_corpus(user: User) -> Corpus:
    """Return the user's personal corpus, which is created when it is first needed."""
    found = Corpus.objects.filter(owner=user, is_personal=True).first()
    if found is not None:
        return found
    try:
        return _create(owner=user, title="My documents", is_personal=True)
    except IntegrityError:  # created concurrently
        return Corpus.objects.get(owner=user, is_personal=True)


def create_corpus(*, owner: User, title: str, description: str = "") -> Corpus:
    """Create a corpus; raise `Invalid` with the name of an invalid field."""
    require_unlimited(owner)
    return _create(owner=owner, title=_title(title), description=check_description(description))


def version_of(corpus: Corpus) -> str:
    """Return the version of the fields that can be edited."""
    limits = [float(getattr(corpus, name)) for name in LIMITS]
    rules = [corpus.retention_days, corpus.audit_days]
    return fingerprint(corpus.title, corpus.description, corpus.allows_language_models, *limits, *rules)


@transaction.atomic
def update_corpus(
    corpus: Corpus,
    *,
    actor: User,
    expected: str | None = None,
    group: UUID | None = None,
    **changes: Unpack[CorpusChanges],
) -> Corpus:
    """Change the given fields; raise `EditConflict` if one was changed after version `expected`.

    Only owners decide who else gets the text of documents, what its answers may cost, and how long documents stay.
    `group` is that of the edit.
    """
    given = {name: value for name, value in changes.items() if value is not None}
    require(actor, permission_to_change(given), corpus)
    corpus = Corpus.objects.select_for_update(no_key=True).get(pk=corpus.pk)
    require_unchanged(expected, version_of(corpus))
    before = state_of_corpus(corpus, given)
    corpus = set_fields(corpus, given, actor=actor)
    record_corpus_edit(corpus, before, actor=actor, group=group)
    return corpus


def permission_to_change(names: Collection[str]) -> Permission:
    """Return the permission that a change of these fields needs."""
    return Permission.EDIT if _OF_EDITORS.issuperset(names) else Permission.SHARE


def set_fields(corpus: Corpus, given: Mapping[str, Any], *, actor: User) -> Corpus:
    """Change fields of a corpus, whose row is locked, without an edit."""
    description = corpus.description
    with saved_changes(corpus) as changed:
        for name, value in given.items():
            setattr(corpus, name, _checked(name, value))
    if not changed:
        return corpus
    keep_revision(corpus, before=description, author=actor)
    corpus.refresh_from_db(fields=["modified"])
    record(Action.CORPUS_CHANGED, corpus, actor=actor, fields=changed)
    record_corpus_event(corpus, *changed)
    if "allows_language_models" in changed and not corpus.allows_language_models:
        language_models_forbidden.send(Corpus, corpus=corpus, actor=actor)
    return corpus


def _checked(name: str, value: Any) -> Any:
    """Return a value as it is stored; raise `Invalid` if it is not allowed."""
    if name in LIMITS:
        return check_limit(name, value)
    if name in RULES:
        return check_days(name, value)
    return {"title": _title, "description": check_description}.get(name, bool)(value)


def delete_corpus(corpus: Corpus, *, actor: User, permanently: bool = False) -> None:
    """Move a corpus to the bin, or remove it at once, with its annotations, labels, folders and actions.

    Its documents stay.
    """
    _delete(corpus, actor)
    if permanently:
        purge_corpus(corpus)


@atomic_with_retry
def _delete(corpus: Corpus, actor: User) -> None:
    require(actor, Permission.DELETE, corpus)
    if corpus.is_personal:
        raise PersonalCorpus
    corpus_deleted.send(sender=Corpus, corpus=corpus, user_id=actor.pk)  # cancels its jobs
    if not move_to_bin(Corpus.objects.filter(pk=corpus.pk), user_id=actor.pk):
        raise NotFound
    record(Action.CORPUS_DELETED, corpus, actor=actor)
    record_deletion(corpus, corpus.shares.all(), actor_id=actor.pk)


@transaction.atomic
def restore_corpus(corpus: Corpus, *, actor: User) -> None:
    """Restore a corpus from the bin, with everything in it."""
    require_in_bin(actor, Permission.DELETE, corpus)
    if not take_from_bin(Corpus.with_deleted.filter(pk=corpus.pk)):
        raise NotFound
    record(Action.CORPUS_RESTORED, corpus, actor=actor)
    record_corpus_event(corpus, "title", "description", "documents")


def purge_corpus(corpus: Corpus) -> None:
    """Remove a corpus, with everything but its documents, from the database.

    Its jobs end before: who holds it may wait for a document or a job, which that locks.
    """
    _end_jobs(corpus)
    _purge(corpus)


@atomic_with_retry
def _end_jobs(corpus: Corpus) -> None:
    corpus_deleted.send(sender=Corpus, corpus=corpus, user_id=corpus.owner_id)


@purging
def _purge(corpus: Corpus) -> None:
    lock_for_delete(corpus)
    record(Action.CORPUS_PURGED, corpus)
    record_deletion(corpus, ())
    Corpus.with_deleted.filter(pk=corpus.pk).delete()


def pass_on(account: User, *, team: Team, heir: User) -> None:
    """Assign the corpora of a user, with what the user added to any, to another one, and share them with a team."""
    owned = list(Corpus.with_deleted.filter(owner=account))
    CorpusShare.objects.bulk_create(
        [CorpusShare(target=corpus, team=team, role=ShareRole.EDITOR, created_by=heir) for corpus in owned],
        ignore_conflicts=True,
    )
    rows = Corpus.with_deleted.filter(pk__in=[corpus.pk for corpus in owned])
    rows.filter(is_personal=True).update(title=f"Documents of {account.get_full_name()}"[:TITLE_LIMIT])
    rows.update(owner=heir, tenant_id=heir.tenant_id, is_personal=False)
    # A role on a corpus extends to the documents that their owners added.
    CorpusDocument.objects.filter(added_by=account).update(added_by=heir)
    Archive.objects.filter(owner=account).update(owner=heir)
    AnnotationImport.objects.filter(owner=account).update(owner=heir)
    CorpusCopy.objects.filter(owner=account).update(owner=heir)
    for corpus in owned:
        outbox.record(outbox.Entity.CORPUS, corpus.pk, owner_id=heir.pk, changed=["access"])


def _title(title: str) -> str:
    title = without_invisible(title)
    if not title:
        raise Invalid("Enter a title for the corpus.", field="title")
    if len(title) > TITLE_LIMIT:
        raise Invalid(f"The title must have at most {TITLE_LIMIT} characters.", field="title")
    return title


def lock_corpus(corpus: Corpus) -> None:
    """Lock the row of a corpus, which serializes changes of its folders and memberships."""
    if not Corpus.objects.select_for_update(no_key=True).filter(pk=corpus.pk).exists():
        raise NotFound


@transaction.atomic
def _create(*, owner: User, title: str, description: str = "", is_personal: bool = False) -> Corpus:
    corpus = Corpus.objects.create(
        owner=owner, tenant_id=owner.tenant_id, title=title, description=description, is_personal=is_personal
    )
    keep_revision(corpus, before="", author=owner)
    record(Action.CORPUS_CREATED, corpus, actor=owner)
    corpus_created.send(sender=Corpus, corpus=corpus, user_id=owner.pk)
    record_corpus_event(corpus, "title", "description")
    return corpus


@atomic_with_retry
def add_documents(
    corpus: Corpus,
    documents: Sequence[Document],
    *,
    actor: User,
    group: UUID | None = None,
    is_recorded: bool = True,
) -> list[Document]:
    """Add documents to a corpus; return those that were not in it before. Of older versions, the newest one is added.

    `group` is that of the edit, which is stored if `is_recorded`.

    Their rows are locked first: a job that unlocks a document at the same time either finds the new membership or has
    committed already, in which case the document is unlocked here (S1-8, S1-9).
    """
    require(actor, Permission.EDIT, corpus)
    require_all(actor, Permission.VIEW, documents)
    keys = [document.newest_id for document in documents]
    locked = {each.pk: each for each in locking.lock_documents(keys, with_attachments=True)}
    if any(each.superseded_by_id for each in locked.values()):
        raise NewerVersion
    hold(corpus.pk)
    present = set(corpus.memberships.filter(document__in=locked).values_list("document_id", flat=True))
    added = [document for pk, document in locked.items() if pk not in present]
    members = [CorpusDocument(corpus=corpus, document=document, added_by=actor) for document in added]
    CorpusDocument.objects.bulk_create(members)
    if added:
        if is_recorded:
            record_additions(members, actor=actor, group=group)
        record_documents(Action.CORPUS_DOCUMENT_ADDED, corpus, [each.pk for each in added], actor=actor)
        documents_added.send(sender=Corpus, corpus=corpus, documents=added, user_id=actor.pk)
        record_corpus_event(corpus, "documents")
    return added


@transaction.atomic
def restore_memberships(corpus: Corpus, members: Sequence[CorpusDocument], *, actor: User) -> None:
    """Add documents again that were removed, with these rows; raise `Conflict` if one is there or has a newer version.

    Access and annotations are as before: only indexing for search starts, and `added_by` stays.
    """
    require(actor, Permission.EDIT, corpus)
    locked = locking.lock_documents([member.document_id for member in members])
    if len(locked) != len(members) or any(each.superseded_by_id for each in locked):
        raise NewerVersion
    lock_corpus(corpus)
    if corpus.memberships.filter(document__in=locked).exists():
        raise Conflict("A document is in the corpus again.")
    CorpusDocument.objects.bulk_create(members)
    record_documents(Action.CORPUS_DOCUMENT_ADDED, corpus, [each.pk for each in locked], actor=actor)
    documents_added.send(sender=Corpus, corpus=corpus, documents=locked, user_id=actor.pk, only_search=True)
    record_corpus_event(corpus, "documents")


def add_new_documents(corpus: Corpus, documents: Sequence[tuple[Document, Folder | None]], *, actor: User) -> None:
    """Add documents to folders. They were created in this transaction: no other can see them, so they need no lock."""
    CorpusDocument.objects.bulk_create(
        CorpusDocument(corpus=corpus, document=document, folder=folder, added_by=actor)
        for document, folder in documents
    )
    record_documents(Action.CORPUS_DOCUMENT_ADDED, corpus, [document.pk for document, _ in documents], actor=actor)
    documents_added.send(
        sender=Corpus, corpus=corpus, documents=[document for document, _ in documents], user_id=actor.pk
    )
    record_corpus_event(corpus, "documents")


@atomic_with_retry
def remove_documents(
    corpus: Corpus,
    documents: Sequence[Document],
    *,
    actor: User,
    group: UUID | None = None,
    is_recorded: bool = True,
) -> int:
    """Remove documents from a corpus; return how many were removed. They stay in other corpora.

    Owners may remove their documents from every corpus that they can see; others need to be editors of the corpus.
    `group` is that of the edit, which is stored if `is_recorded`.
    """
    owns_all = all(document.owner_id == actor.pk for document in documents)
    require(actor, Permission.VIEW if owns_all else Permission.EDIT, corpus)
    lock_corpus(corpus)
    found = list(corpus.memberships.filter(document__in=documents).select_related("folder").order_by("document_id"))
    if found and is_recorded:
        record_removals(found, actor=actor, group=group)
    corpus.memberships.filter(pk__in=[membership.pk for membership in found]).delete()
    if found:
        removed = [membership.document_id for membership in found]
        record_documents(Action.CORPUS_DOCUMENT_REMOVED, corpus, removed, actor=actor)
        record_corpus_event(corpus, "documents")
    return len(found)
