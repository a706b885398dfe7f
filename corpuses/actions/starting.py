"""Start actions on documents: once per action, document, revision and settings, even concurrently.

An execution waits while an action that it depends on has not ended on the same revision (`settling` starts it then), is
skipped if it cannot succeed, and is queued otherwise. Callers hold the locks of the documents, so that an execution
that ends at the same time is either seen here or sees the ones that wait for it.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Left
from django.utils import timezone

from core.db.row_locks import lock_all_against_delete
from corpuses.actions.kinds import AGENT, ANSWER, KINDS, MESSAGES, kind_of
from corpuses.actions.models import ActionExecution, ActionTrigger, CorpusAction
from corpuses.events import record_corpus_event
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document, DocumentRevision
from events import outbox
from tasks.runtime import queue
from tasks.runtime.queue import NewJob
from users.models import User

logger = logging.getLogger(__name__)

State = ActionExecution.State
Reason = ActionExecution.Reason

_BEGINNING_FIELDS: Final = (
    "trigger",
    "started_by",
    "state",
    "reason",
    "code",
    "message",
    "job",
    "tries",
    "queued",
    "started",
    "finished",
    "engine",
)
_SKIPPED: Final = ("state", "reason", "code", "message", "finished")
_TEXT_BEGINNING: Final = 1_000  # characters; a document whose text begins with so much white space has none


@dataclass(frozen=True, slots=True)
class StartedBy:
    """The event that starts actions, and the user who did, if one did."""

    trigger: ActionTrigger
    user: User | None = None


def add_default_actions(corpus: Corpus) -> None:
    """Create the actions that every corpus has: indexing for search."""
    CorpusAction.objects.get_or_create(
        corpus=corpus, kind=CorpusAction.Kind.EMBED, defaults={"name": "Index for search"}
    )


def start_for_corpus(corpus: Corpus, documents: Iterable[Document], *, only_search: bool = False) -> None:
    """Start the actions, or only indexing for search, on added documents that are not being processed.

    The others start when they are unlocked.
    """
    settled = [document for document in documents if document.is_settled]
    if settled:
        added = StartedBy(ActionTrigger.DOCUMENT_ADDED)
        actions = CorpusAction.objects.filter(corpus=corpus, triggers__contains=[added.trigger])
        if only_search:
            actions = actions.filter(kind=CorpusAction.Kind.EMBED)
        start(lock_enabled(actions), settled, started_by=added)


def start_for_document(document: Document) -> None:
    """Start the actions of every corpus that contains an unlocked document."""
    actions = lock_enabled(CorpusAction.objects.filter(corpus__memberships__document=document))
    seen = _corpora_with_earlier_version(document)
    for trigger in (ActionTrigger.DOCUMENT_ADDED, ActionTrigger.NEW_VERSION):
        is_new_version = trigger == ActionTrigger.NEW_VERSION
        chosen = [each for each in actions if trigger in each.triggers and (each.corpus_id in seen) == is_new_version]
        start(chosen, [document], started_by=StartedBy(trigger))


def lock_enabled(actions: QuerySet[CorpusAction]) -> list[CorpusAction]:
    """Lock the enabled actions against deletion; return those that exist and whose corpora are not in the bin."""
    locked = lock_all_against_delete(actions.filter(enabled=True, corpus__deleted_at=None))
    return list(CorpusAction.objects.filter(pk__in=locked).select_related("corpus__owner"))


def start(actions: Sequence[CorpusAction], documents: Sequence[Document], *, started_by: StartedBy) -> int:
    """Start actions on documents that the owner of the corpus can see and on which they have not been started.

    Return the number of starts. Those that were skipped, e.g. on documents without text, do not count.
    """
    created = 0
    visible = _visible_to_owners(actions, documents)
    for wave in _waves(actions):
        executions = [
            ActionExecution(
                action=action,
                document=document,
                revision_id=document.revision_id,
                settings_version=action.settings_version,
            )
            for action in wave
            for document in documents
            if document.revision_id and document.pk in visible[action.corpus.owner_id]
        ]
        prepare(executions, started_by)
        # The unique constraint decides between concurrent starts; the rows of the other one are not inserted.
        ActionExecution.objects.bulk_create(executions, ignore_conflicts=True)
        keys = [execution.pk for execution in executions]
        inserted = set(ActionExecution.objects.filter(pk__in=keys).values_list("pk", flat=True))
        started = [execution for execution in executions if execution.pk in inserted]
        enqueue(started)
        created += sum(execution.state != State.SKIPPED for execution in started)
    return created


def restart(executions: Sequence[ActionExecution], *, started_by: StartedBy) -> None:
    """Start executions again that have ended without success, with their actions and documents at hand."""
    by_kind = defaultdict(list)
    for execution in executions:
        by_kind[execution.action.kind].append(execution)
    for kind in KINDS:  # those that others depend on come first
        prepare(by_kind[kind], started_by)
        for execution in by_kind[kind]:
            execution.tries += 1
        save(by_kind[kind])
        enqueue(by_kind[kind])


def resume(executions: Sequence[ActionExecution]) -> None:
    """Queue executions that waited for, or were skipped because of, an action that has now succeeded or is gone."""
    for execution in executions:
        execution.state = State.QUEUED
        execution.reason, execution.code, execution.message = "", "", ""
        execution.queued, execution.finished = timezone.now(), None
    save(executions)
    enqueue(executions)


def enqueue(executions: Sequence[ActionExecution]) -> None:
    """Enqueue the jobs of the queued executions among these, and record an event for each."""
    queued = [execution for execution in executions if execution.state == State.QUEUED]
    for execution, job in zip(queued, queue.enqueue_many([_job(each) for each in queued]), strict=True):
        execution.job = job
    ActionExecution.objects.bulk_update(queued, ["job"])
    for execution in executions:
        record_event(execution)
        logger.info(
            "process_corpus_action() action.started",
            extra={
                "action": execution.action_id,
                "document": execution.document_id,
                "job": execution.job,
                "state": execution.state,
            },
        )


def record_event(execution: ActionExecution) -> None:
    """Record an event for the users who can see the corpus: an execution started or ended."""
    corpus = execution.action.corpus
    outbox.record(
        outbox.Entity.EXECUTION, execution.pk, owner_id=corpus.owner_id, changed=["state"], subject_id=corpus.pk
    )
    changed = ("executions", "comments") if execution.comment_id else ("executions",)
    record_corpus_event(corpus, *changed, about=execution.document_id)


def _corpora_with_earlier_version(document: Document) -> set[UUID]:
    """Return the corpora in which an earlier version, or an earlier parse, of the document was available to actions.

    A membership that is older than the document was that of its previous version.
    """
    if document.version_number > 1:
        members = CorpusDocument.objects.filter(document=document, created__lt=document.created)
        return set(members.values_list("corpus_id", flat=True)) | _corpora_with_earlier_parse(document)
    return _corpora_with_earlier_parse(document)


def _corpora_with_earlier_parse(document: Document) -> set[UUID]:
    present = document.revision
    revisions = DocumentRevision.objects.filter(document=document, published__isnull=False)
    earlier = revisions.exclude(pk=present.pk) if present else revisions
    previous = earlier.order_by("-published").values_list("published", flat=True).first()
    if previous is None:
        return set()
    ran = ActionExecution.objects.filter(action__corpus=OuterRef("corpus"), document=document, comment=None)
    members = CorpusDocument.objects.filter(document=document).filter(Q(created__lte=previous) | Exists(ran))
    return set(members.values_list("corpus_id", flat=True))


def _visible_to_owners(actions: Sequence[CorpusAction], documents: Sequence[Document]) -> dict[UUID, set[UUID]]:
    """Return the documents that are visible to the owner of each corpus."""
    rows = Document.objects.filter(pk__in=[document.pk for document in documents])
    owners = {action.corpus.owner_id: action.corpus.owner for action in actions}
    return {key: set(rows.visible_to(owner).values_list("pk", flat=True)) for key, owner in owners.items()}


def _waves(actions: Iterable[CorpusAction]) -> list[list[CorpusAction]]:
    """Return the actions that depend on no other kind, then those that do."""
    first: list[CorpusAction] = []
    second: list[CorpusAction] = []
    for action in actions:
        (second if kind_of(action).depends_on else first).append(action)
    return [wave for wave in (first, second) if wave]


def prepare(executions: Sequence[ActionExecution], started_by: StartedBy) -> None:
    """Set the state in which executions begin, and what their trail says about the beginning."""
    if not executions:
        return
    without_text = _without_text(executions)
    dependencies = _states_of_dependencies(executions)
    actions = {each.action_id: each.action for each in executions}
    about_documents = {each.action_id for each in executions if each.comment_id is None}
    reasons = {key: kind_of(actions[key]).reason_to_skip(actions[key]) for key in about_documents}
    engines = {key: kind_of(action).engine(action) for key, action in actions.items()}
    now = timezone.now()
    for execution in executions:
        action = execution.action
        execution.trigger, execution.started_by = started_by.trigger, started_by.user
        execution.engine = engines[action.pk]
        execution.job, execution.queued, execution.started, execution.finished = None, now, None, None
        if kind_of(action).needs_text and execution.revision_id in without_text:
            skip(execution, Reason.NO_TEXT)
        elif reason := _reason_of_comment(execution) if execution.comment else reasons[action.pk]:
            skip(execution, reason)
        else:
            _follow(execution, dependencies.get((action.corpus_id, execution.revision_id), set()))


def _reason_of_comment(execution: ActionExecution) -> ActionExecution.Reason | None:
    return AGENT.reason_to_skip_comment(execution.action, execution.comment.text) if execution.comment else None


def skip(execution: ActionExecution, reason: ActionExecution.Reason, message: str = "") -> None:
    """Set the fields of an execution that is skipped; the caller saves it."""
    execution.state, execution.reason = State.SKIPPED, reason
    execution.code, execution.message = "", message or MESSAGES[reason]
    execution.finished = timezone.now()


def skip_and_save(execution: ActionExecution, reason: ActionExecution.Reason, message: str = "") -> None:
    """Record that an execution is skipped: one that waits, or one that runs, in the transaction that ends its job."""
    skip(execution, reason, message)
    execution.save(update_fields=_SKIPPED)
    record_event(execution)


def _follow(execution: ActionExecution, dependencies: set[str]) -> None:
    """Queue an execution, or let it wait for those that it depends on; skip it if one of them did not succeed."""
    execution.reason, execution.code, execution.message = "", "", ""
    if dependencies & {State.WAITING, State.QUEUED}:
        execution.state = State.WAITING
    elif dependencies & {State.FAILED, State.CANCELLED}:
        skip(execution, Reason.DEPENDENCY_FAILED)
    else:
        execution.state = State.QUEUED


def _without_text(executions: Sequence[ActionExecution]) -> set[UUID]:
    revisions = DocumentRevision.objects.filter(pk__in={each.revision_id for each in executions})
    beginning = revisions.annotate(beginning=Left("text", _TEXT_BEGINNING))
    return set(beginning.exclude(beginning__regex=r"\S").values_list("pk", flat=True))


def _states_of_dependencies(executions: Sequence[ActionExecution]) -> Mapping[tuple[UUID, UUID | None], set[str]]:
    """Return the states of the latest executions on the same revision that these depend on, by corpus and revision."""
    kinds = {kind for execution in executions for kind in kind_of(execution.action).depends_on}
    if not kinds:
        return {}
    rows = ActionExecution.objects.filter(
        action__corpus__in={each.action.corpus_id for each in executions},
        action__kind__in=kinds,
        action__enabled=True,
        revision__in={each.revision_id for each in executions},
    )
    found: dict[tuple[UUID, UUID, UUID], str] = {}
    for corpus, revision, action, state in rows.order_by("pk").values_list(
        "action__corpus", "revision", "action", "state"
    ):
        found[corpus, revision, action] = state
    states: defaultdict[tuple[UUID, UUID | None], set[str]] = defaultdict(set)
    for (corpus, revision, _), state in found.items():
        states[corpus, revision].add(state)
    return states


def save(executions: Sequence[ActionExecution]) -> None:
    ActionExecution.objects.bulk_update(executions, _BEGINNING_FIELDS)


def _job(execution: ActionExecution) -> NewJob:
    """Return the job of an execution. Passages belong to the revision, so corpora share one indexing job."""
    action = execution.action
    kind = kind_of(action)
    if kind.is_shared:
        args, key = {"revision_id": str(execution.revision_id)}, f"{kind.name}:{execution.revision_id}"
    else:
        args, key = {"execution_id": str(execution.pk)}, f"action:{execution.pk}"
    return NewJob(
        kind=ANSWER if execution.comment_id else kind.job,
        args=args,
        tenant_id=action.corpus.tenant_id,
        owner_id=action.corpus.owner_id,
        subject_id=execution.document_id,
        subject_title=execution.document.title if execution.document else action.corpus.title,
        # A new upload does not wait for actions on old ones; users wait for answers to comments.
        priority=queue.Priority.HIGH if execution.comment_id else queue.Priority.LOW,
        dedupe_key=key,
    )
