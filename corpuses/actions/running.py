"""Run actions on documents of their corpus at the request of a user: on all, on some, or again on those that failed."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.row_locks import lock_against_delete
from core.errors import Conflict
from corpuses.actions import answering, starting
from corpuses.actions.kinds import kind_of
from corpuses.actions.models import ActionExecution, ActionTrigger, CorpusAction
from corpuses.actions.starting import StartedBy, State
from documents.models import Document
from documents.services import locking
from documents.services.progress import Progress
from tasks.runtime import queue
from users.models import User

RUN: Final = "corpuses.run_action"
MAX_DOCUMENTS: Final = 1_000
"""The documents that one request starts an action on; a job does it for the rest."""

_LIVE_OR_DONE: Final = (State.WAITING, State.QUEUED, State.SUCCESS)
_REPEATABLE: Final = (State.FAILED, State.CANCELLED, State.SKIPPED)


class ActionDisabled(Conflict):
    """This action is disabled. Enable it first."""

    code = "action_disabled"
    what_to_do = "Set `enabled` to true, then run the action."


def documents_to_run(action: CorpusAction, actor: User) -> QuerySet[Document]:
    """Return the visible documents on which the action has not succeeded with its present settings, and is not running.

    Documents that are being processed are left out: the action runs on them afterwards. After an update of the plug-in
    that does the work, the action has succeeded on none.
    """
    executions = action.executions.filter(
        comment=None, settings_version=action.settings_version, state__in=_LIVE_OR_DONE
    )
    if _is_updated(action):
        executions = executions.none()
    visible = Document.objects.visible_to(actor).filter(
        memberships__corpus=action.corpus, superseded_by=None, backend_lock=False, revision__isnull=False
    )
    return visible.exclude(revision__in=executions.values("revision")).order_by("pk")


@transaction.atomic
def run_action(action: CorpusAction, *, actor: User, documents: Sequence[UUID] | None = None) -> int:
    """Run an action on these documents of its corpus, or on all; return on how many.

    Only on those of `documents_to_run`. If there are more than `MAX_DOCUMENTS`, a job starts the action on the rest.
    """
    require(actor, Permission.EDIT, action.corpus)
    _require_enabled(action)
    _use_new_version(action)
    rows = documents_to_run(action, actor)
    if documents is not None:
        rows = rows.filter(pk__in=documents)
    keys = list(rows.values_list("pk", flat=True)[: MAX_DOCUMENTS + 1])
    total = len(keys)
    if total > MAX_DOCUMENTS:
        total = rows.count()
        _enqueue_rest(action, actor, after=keys[MAX_DOCUMENTS - 1])
    started = _run_batch(action, actor, keys[:MAX_DOCUMENTS]) + total - min(total, MAX_DOCUMENTS)
    record(Action.ACTION_STARTED, action, actor=actor, documents=started)
    return started


@transaction.atomic
def retry_executions(action: CorpusAction, *, actor: User, executions: Sequence[UUID] | None = None) -> int:
    """Run an action again where it failed, was cancelled or skipped (or only in these executions); return how often.

    At most `MAX_DOCUMENTS`, the oldest first, and only on present revisions of visible documents; on comments as well.
    """
    require(actor, Permission.EDIT, action.corpus)
    _require_enabled(action)
    rows = action.executions.filter(state__in=_REPEATABLE)
    if executions is not None:
        rows = rows.filter(pk__in=executions)
    revisions = rows.filter(comment=None).values("revision")
    documents = documents_to_run(action, actor).filter(revision__in=revisions)
    started = _run_batch(action, actor, list(documents.values_list("pk", flat=True)[:MAX_DOCUMENTS]))
    started += answering.answer_again(action, rows, actor=actor, limit=MAX_DOCUMENTS - started)
    record(Action.ACTION_STARTED, action, actor=actor, documents=started, retry=True)
    return started


def run_on_rest(action_id: UUID, user_id: UUID, *, after: UUID, job: Progress) -> int:
    """Run an action on the documents with larger keys, in batches; return on how many. For a job of its own."""
    started = 0
    while True:
        job.check_cancelled(now=True)
        job.extend_deadline()
        action = CorpusAction.objects.select_related("corpus__owner").filter(pk=action_id, enabled=True).first()
        actor = User.objects.filter(pk=user_id, is_active=True).first()
        if action is None or actor is None or action.corpus.deleted_at is not None:
            return started
        rows = documents_to_run(action, actor).filter(pk__gt=after)
        keys = list(rows.values_list("pk", flat=True)[:MAX_DOCUMENTS])
        if not keys:
            return started
        after = keys[-1]
        with transaction.atomic():
            require(actor, Permission.EDIT, action.corpus)
            started += _run_batch(action, actor, keys)
        job.progress(0, f"{started} documents")


def _run_batch(action: CorpusAction, actor: User, keys: Sequence[UUID]) -> int:
    by_hand = StartedBy(ActionTrigger.MANUAL, actor)
    documents = [document for document in locking.lock_documents(keys) if document.is_settled]
    lock_against_delete(action)
    ended = ActionExecution.objects.filter(
        action=action,
        comment=None,
        settings_version=action.settings_version,
        revision__in=[document.revision_id for document in documents],
        state__in=_REPEATABLE,
    )
    again = list(ended.select_related("document"))
    for execution in again:
        execution.action = action
    starting.restart(again, started_by=by_hand)
    repeated = {execution.revision_id for execution in again}
    new = [document for document in documents if document.revision_id not in repeated]
    return len(again) + starting.start([action], new, started_by=by_hand)


def _is_updated(action: CorpusAction) -> bool:
    """Return whether another version of the plug-in has done the work so far."""
    version = kind_of(action).version(action.analyzer)
    return bool(version and action.analyzer_version and action.analyzer_version != version)


def _use_new_version(action: CorpusAction) -> None:
    """Store the version of the plug-in; if it is another one, the action has a new version of its settings."""
    version = kind_of(action).version(action.analyzer)
    if not version or action.analyzer_version == version:
        return
    rows = CorpusAction.objects.filter(pk=action.pk, analyzer_version=action.analyzer_version)
    rows.update(analyzer_version=version, settings_version=F("settings_version") + int(_is_updated(action)))
    action.refresh_from_db(fields=["analyzer_version", "settings_version"])


def _require_enabled(action: CorpusAction) -> None:
    if not action.enabled:
        raise ActionDisabled


def _enqueue_rest(action: CorpusAction, actor: User, *, after: UUID) -> None:
    queue.enqueue(
        RUN,
        args={"action_id": str(action.pk), "user_id": str(actor.pk), "after": str(after)},
        tenant_id=action.corpus.tenant_id,
        owner_id=actor.pk,
        subject_title=action.name,
        priority=queue.Priority.LOW,
        dedupe_key=f"run:{action.pk}:{actor.pk}",
    )
