"""Start the actions of corpora on documents: one execution per action, document and revision, whatever the race."""

import logging
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.models import Corpus
from documents.models import Document
from tasks import queue

logger = logging.getLogger(__name__)

KINDS = {
    CorpusAction.Kind.EMBED: "corpuses.embed",
    CorpusAction.Kind.EXTRACT: "corpuses.extract",
    CorpusAction.Kind.ANALYZE: "corpuses.analyze",
    CorpusAction.Kind.AGENT: "corpuses.agent",
}


def add_default_actions(corpus: Corpus) -> None:
    """Every corpus can be searched by meaning."""
    CorpusAction.objects.get_or_create(
        corpus=corpus, kind=CorpusAction.Kind.EMBED, defaults={"name": "Make searchable by meaning"}
    )


def start_for_corpus(corpus: Corpus, documents: Iterable[Document], *, user_id: UUID) -> None:
    """Documents were added: start on those that are settled; the locked ones start when they are unlocked."""
    settled = [document for document in documents if document.is_settled]
    if settled:
        _start(_enabled().filter(corpus=corpus), settled, user_id=user_id)


def start_for_document(document: Document, *, user_id: UUID) -> None:
    """A document was unlocked: start the actions of every corpus that holds it."""
    _start(_enabled().filter(corpus__memberships__document=document), [document], user_id=user_id)


def settle(execution_id: UUID, *, state: str, message: str) -> None:
    """The job of an execution ended, perhaps not for the first time: operators may revive one that failed."""
    states = ActionExecution.State
    final = state if state in {states.SUCCESS, states.CANCELLED} else states.FAILED
    ActionExecution.objects.filter(pk=execution_id).exclude(state=states.SUCCESS).update(
        state=final, message=message, finished=timezone.now()
    )


def _enabled() -> QuerySet[CorpusAction]:
    return CorpusAction.objects.filter(enabled=True).select_related("corpus")


def _start(actions: Iterable[CorpusAction], documents: Sequence[Document], *, user_id: UUID) -> None:
    wanted = [
        ActionExecution(action=action, document=document, revision_id=document.revision_id)
        for action in actions
        for document in documents
        if document.revision_id
    ]
    # The unique constraint decides which of two racing arrows counts; the loser's rows are not there afterwards.
    ActionExecution.objects.bulk_create(wanted, ignore_conflicts=True)
    ours = set(ActionExecution.objects.filter(pk__in=[e.pk for e in wanted]).values_list("pk", flat=True))
    started = [execution for execution in wanted if execution.pk in ours]
    for execution in started:
        execution.job = _enqueue(execution, user_id=user_id)
        logger.info(
            "process_corpus_action() action.started",
            extra={"action": execution.action_id, "document": execution.document_id, "job": execution.job},
        )
    ActionExecution.objects.bulk_update(started, ["job"])


def _enqueue(execution: ActionExecution, *, user_id: UUID) -> UUID:
    action = execution.action
    return queue.enqueue(
        KINDS[CorpusAction.Kind(action.kind)],
        args={"execution_id": str(execution.pk)},
        tenant_id=action.corpus.tenant_id,
        owner_id=user_id,
        subject_id=execution.document_id,
        dedupe_key=f"action:{execution.pk}",
    )
