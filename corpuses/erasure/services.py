"""Erase an account: what it owns, what it wrote, and its name in what others keep.

Each part is a transaction of its own and can be repeated, so that an interrupted erasure continues where it stopped.
The account itself is deleted last.
"""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import F, Q

from audit.actions import Action
from audit.log import record, record_all
from core.errors import Conflict, Invalid
from corpuses.annotations.document_labels.services import DOCUMENT_LABEL, REMOVED_SUGGESTION
from corpuses.annotations.editing import purge_annotation
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Relation
from corpuses.comments.models import Comment
from corpuses.comments.services import purge_comment
from corpuses.conversations.models import Conversation
from corpuses.corpora.services import purge_corpus
from corpuses.erasure.plan import ErasureOptions, owned_corpora, plan
from corpuses.exports.services import delete_exports_of
from corpuses.fields.suggested_values import REVIEW_OF_VALUE, SUGGESTED_VALUE
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from documents.models import Document, DocumentShare, Upload
from documents.services import deletion
from documents.storage import upload_parts
from events import outbox
from events.models import Event
from events.sharing_events import record_deletion
from tasks.operations import erasure as job_erasure
from tasks.runtime import queue
from tasks.states import Priority
from users.accounts import erasure as accounts
from users.accounts.deactivation import deactivate
from users.models import Tenant, User
from users.sharing import erasure as sharing

REPLACEMENT: Final = "deleted-user"


def keep_reviews(user: User) -> None:
    """Keep the edits by which a user rejected labels and reviewed values of analyzers, without anything about users."""
    edits = Edit.objects.filter(REMOVED_SUGGESTION, actor=user)
    for edit in edits.only("changes").order_by("pk").iterator():
        state = edit.changes[DOCUMENT_LABEL][0]
        kept = {name: state[name] for name in ("label", "source")}
        Edit.objects.filter(pk=edit.pk).update(actor=None, changes={DOCUMENT_LABEL: [kept, None]})
    for edit in Edit.objects.filter(REVIEW_OF_VALUE, actor=user).only("changes").order_by("pk").iterator():
        kept = {SUGGESTED_VALUE: edit.changes[SUGGESTED_VALUE]}
        Edit.objects.filter(pk=edit.pk).update(actor=None, changes=kept)


def erase_from_comments(user: User) -> None:
    """Replace mentions of a user, and the line above an imported comment that names its author."""
    mention = re.compile(rf"(?<![\w@./+-])@{re.escape(user.username)}(?![\w+-]|\.\w)")
    line = re.compile(rf"\A{re.escape(user.username)}(?=(, \d{{4}}-\d\d-\d\d)?:\n\n)")

    def without_name(text: str) -> str:
        return line.sub(REPLACEMENT, mention.sub(f"@{REPLACEMENT}", text))

    named = Q(text__contains=f"@{user.username}") | Q(text__startswith=user.username)
    for comment in Comment.with_deleted.filter(named).only("text").order_by("pk").iterator():
        Comment.with_deleted.filter(pk=comment.pk).update(text=without_name(comment.text))
    edits = Edit.objects.filter(subject=Edit.Subject.COMMENT, changes__text__icontains=user.username)
    for edit in edits.only("changes").order_by("pk").iterator():
        texts = [without_name(each) if isinstance(each, str) else each for each in edit.changes["text"]]
        Edit.objects.filter(pk=edit.pk).update(changes=edit.changes | {"text": texts})


@transaction.atomic
def erase_from_admin_log(user: User, names: Iterable[str]) -> None:
    """Remove what Django's admin recorded about the account, and entries that have one of its names."""
    condition = Q(object_id__in=[str(user.pk), str(user.tenant_id)])
    for name in names:
        # Messages are JSON: other characters than those of ASCII are escaped.
        condition |= Q(object_repr__regex=_as_word(name)) | Q(change_message__regex=_as_word(json.dumps(name)[1:-1]))
    LogEntry.objects.filter(condition).update(object_repr="", change_message="")


def _as_word(name: str) -> str:
    """Return a regular expression of PostgreSQL: the name "al" is not in "sealed"."""
    return rf"(^|\W){re.escape(name)}(\W|$)"


def erase_from_admin_log_of(keys: Iterable[UUID]) -> None:
    """Remove the titles of documents and corpora that Django's admin recorded."""
    LogEntry.objects.filter(object_id__in=[str(key) for key in keys]).update(object_repr="", change_message="")


ERASE: Final = "corpuses.erase_user"
_MAX_WAIT: Final = 60  # seconds
_POLL: Final = 0.5
_PASSED_ON: Final = "Documents that were passed on"


class OwnsDocuments(Conflict):
    """The account owns documents or corpora. Pass them on, or delete them."""

    code = "owns_documents"
    what_to_do = "Choose a user who gets them, or delete them."


class JobsStillRun(Conflict):
    """Jobs of this account still run; everything else was erased, but not the account."""

    code = "jobs_still_run"
    what_to_do = "Erase the account again in a minute."


def check(user: User, options: ErasureOptions, *, actor: User | None = None) -> None:
    """Raise an error if a user cannot be erased in this way. `actor` is empty for commands."""
    if actor is not None and actor.pk == user.pk:
        raise Invalid("You cannot erase your own account.", field="user")
    if options.heir_id and options.delete_documents:
        raise Invalid("Documents are either passed on or deleted.", field="heir")
    if options.heir_id == user.pk or (options.heir_id and _heir(options.heir_id) is None):
        raise Invalid("Only another active user who can sign in gets the documents.", field="heir")
    if not (options.heir_id or options.delete_documents) and _owns_something(user):
        raise OwnsDocuments


def start(user: User, options: ErasureOptions, *, actor: User) -> UUID:
    """Start a job that erases a user; return its id."""
    check(user, options, actor=actor)
    return queue.enqueue(
        ERASE,
        args={
            "user_id": str(user.pk),
            "heir_id": str(options.heir_id or ""),
            "delete_documents": options.delete_documents,
            "delete_contributions": options.delete_contributions,
            "actor_id": str(actor.pk),
        },
        tenant_id=actor.tenant_id,
        owner_id=actor.pk,
        priority=Priority.HIGH,
        dedupe_key=f"{ERASE}:{user.pk}",
    )


def erase(
    user: User,
    options: ErasureOptions,
    *,
    actor_id: UUID | None = None,
    after_each: Callable[[], object] = lambda: None,
) -> None:
    """Erase a user; `after_each` is called often, and may raise to stop.

    Raises `JobsStillRun` if jobs of the user did not end yet.
    """
    check(user, options)
    names = {user.username, user.name, *accounts.addresses_of(user)} - {""}
    for account in sharing.service_accounts_without_others(user):
        erase(account, options, actor_id=actor_id, after_each=after_each)
    deactivate(user)
    tenant_id = _own_tenant(user)
    if tenant_id:
        sharing.detach_service_accounts(user)
        _move_rows_of_others(tenant_id)
    job_erasure.cancel_jobs_of(user.pk, tenant_id)
    for _ in _erase_owned(user, options):
        after_each()
    if options.delete_contributions:
        for _ in _delete_contributions(user):
            after_each()
    keep_reviews(user)
    Edit.objects.filter(actor=user).delete()
    erase_from_comments(user)
    erase_from_admin_log(user, names)
    _delete_jobs(user.pk, tenant_id, after_each)
    _delete_account(user, options, actor_id=actor_id)


def _delete_jobs(user_id: UUID, tenant_id: UUID | None, after_each: Callable[[], object]) -> None:
    """Delete the cancelled jobs; wait until those that run have ended."""
    until = time.monotonic() + _MAX_WAIT
    while job_erasure.delete_jobs_of(user_id, tenant_id):
        if time.monotonic() > until:
            raise JobsStillRun
        after_each()
        time.sleep(_POLL)


def _owns_something(user: User) -> bool:
    found = [user, *sharing.service_accounts_without_others(user)]
    return any(plan(each).owns_something for each in found)


def _heir(key: UUID) -> User | None:
    return User.objects.filter(pk=key, is_active=True, is_service_account=False).first()


def _own_tenant(user: User) -> UUID | None:
    """Return the tenant of a user, unless it is that of another one: service accounts have none."""
    is_own = not user.is_service_account and user.tenant.kind == Tenant.Kind.PERSONAL
    return user.tenant_id if is_own else None


def _move_rows_of_others(tenant_id: UUID) -> None:
    """Count what service accounts own to their new tenants."""
    for model in (Document, Corpus, Upload, Conversation):
        for row in model._base_manager.filter(tenant=tenant_id).exclude(owner__tenant=tenant_id).only("pk", "owner"):
            model._base_manager.filter(pk=row.pk).update(tenant=row.owner.tenant_id)


def _erase_owned(user: User, options: ErasureOptions) -> Iterator[None]:
    """Delete or pass on documents and corpora, after what is in the bin; delete exports and uploads."""
    for document in Document.with_deleted.filter(owner=user).exclude(deleted_at=None).order_by("pk"):
        _erase_document(document)
        yield
    for corpus in Corpus.with_deleted.filter(owner=user).exclude(deleted_at=None).order_by("pk"):
        _erase_corpus(corpus)
        yield
    if options.heir_id:
        _pass_on(user, options.heir_id)
    for document in Document.objects.filter(owner=user).order_by(F("parent").asc(nulls_first=True), "pk"):
        _erase_document(document)
        yield
    for corpus in Corpus.objects.filter(owner=user).order_by("pk"):
        _erase_corpus(corpus)
        yield
    delete_exports_of(user)
    for upload in Upload.objects.filter(owner=user).order_by("pk"):
        _erase_upload(upload)
        yield


def _erase_document(document: Document) -> None:
    """Remove a document; nothing happens if it went with another one, as attachments and versions do."""
    row = Document.with_deleted.filter(pk=document.pk).first()
    if row is None:
        return
    versions = Document.with_deleted.filter(lineage=row.lineage)
    attachments = Document.with_deleted.filter(parent__in=versions)
    keys = {*versions.values_list("pk", flat=True), *attachments.values_list("pk", flat=True)}
    job_erasure.delete_jobs_about(keys)
    erase_from_admin_log_of(keys)
    if row.deleted_at is None:
        deletion.erase_document(row)
    else:
        deletion.purge_document(row)
    job_erasure.delete_jobs_about(keys)


def _erase_corpus(corpus: Corpus) -> None:
    with transaction.atomic():
        if corpus.deleted_at is None:
            record_deletion(corpus, corpus.shares.all())
        erase_from_admin_log_of([corpus.pk])
        purge_corpus(corpus)
    job_erasure.delete_jobs_about([corpus.pk])


@transaction.atomic
def _pass_on(user: User, heir_id: UUID) -> None:
    """Pass the documents and corpora of a user on to another one; the corpora keep their members."""
    heir = User.objects.get(pk=heir_id)
    corpora, documents = list(owned_corpora(user)), list(Document.objects.filter(owner=user))
    record_all(Action.CORPUS_CHANGED, corpora, fields=["owner"])
    record_all(Action.DOCUMENT_CHANGED, documents, fields=["owner"])
    new = {"owner": heir, "tenant_id": heir.tenant_id}
    Document.objects.filter(pk__in=[each.pk for each in documents]).update(**new)
    rows = Corpus.objects.filter(pk__in=[each.pk for each in corpora])
    rows.filter(is_personal=True).update(title=_PASSED_ON)
    rows.update(is_personal=False, **new)
    for corpus in corpora:
        outbox.record(outbox.Entity.CORPUS, corpus.pk, owner_id=heir.pk, changed=["access"])
    for document in documents[:1]:  # one event suffices: pages load their lists again
        outbox.record(outbox.Entity.DOCUMENT, document.pk, owner_id=heir.pk, changed=["access"])
    CorpusDocument.objects.filter(added_by=user).update(added_by=heir)
    CorpusShare.objects.filter(target__in=corpora, user=heir).delete()
    DocumentShare.objects.filter(target__in=documents, user=heir).delete()


@transaction.atomic
def _erase_upload(upload: Upload) -> None:
    Upload.objects.filter(pk=upload.pk).delete()
    transaction.on_commit(partial(upload_parts.delete_parts, upload.pk))


def _delete_contributions(user: User) -> Iterator[None]:
    for annotation in Annotation.with_deleted.filter(creator=user).select_related("corpus").order_by("pk"):
        if Annotation.with_deleted.filter(pk=annotation.pk).exists():
            purge_annotation(annotation)
        yield
    for comment in Comment.with_deleted.filter(author=user).select_related("thread__corpus").order_by("pk"):
        if Comment.with_deleted.filter(pk=comment.pk).exists():
            purge_comment(comment)
        yield
    Relation.with_deleted.filter(creator=user).delete()
    DocumentLabel.with_deleted.filter(creator=user).delete()
    yield


@transaction.atomic
def _delete_account(user: User, options: ErasureOptions, *, actor_id: UUID | None) -> None:
    """Delete the row of the user, with all rows below it, and its tenant."""
    addresses = accounts.addresses_of(user)
    sharing.leave_teams(user)
    sharing.delete_addresses(addresses)
    accounts.delete_invitations(user, addresses)
    Event.objects.filter(owner=user.pk).delete()
    tenant_id = _own_tenant(user)
    record(
        Action.USER_ERASED,
        user,
        actor=User.objects.filter(pk=actor_id).first() if actor_id else None,
        heir=str(options.heir_id or ""),
        contributions_deleted=options.delete_contributions,
    )
    user.delete()
    if tenant_id:
        Tenant.objects.filter(pk=tenant_id, users=None).delete()
