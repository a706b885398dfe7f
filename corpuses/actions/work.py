"""Run each kind of action on one document: fetch the execution, call the feature."""

import logging
from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from core.errors import DomainError, Invalid
from core.observability import log_context
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.actions.starting import skip_and_save
from corpuses.analyzers.services import analyze
from corpuses.comments.models import Comment
from corpuses.conversations import states
from corpuses.conversations.runs import run_agent
from corpuses.conversations.thread_runs import AskedComment, write_answer
from corpuses.conversations.thread_runs import answer_comment as find_answer
from corpuses.extracts.answering import extract
from corpuses.llm.errors import LlmNotAllowed, LlmNotConfigured
from corpuses.providers.services import LlmBudgetUsedUp
from corpuses.search.indexing import embed_revision
from documents.models import DocumentRevision
from documents.services.progress import Progress
from tasks.errors import Cancelled


def answer_comment(execution: ActionExecution, comment: Comment, *, job: Progress) -> None:
    """Answer a comment with the agent of an execution."""
    if execution.document_id is not None and execution.revision is None:
        raise Cancelled
    action = execution.action
    asked = AskedComment(
        comment=comment,
        corpus=action.corpus,
        revision=execution.revision,
        name=action.name,
        instructions=action.instructions,
        key=execution.pk,
    )
    found = find_answer(asked, job=job)
    with job.commit():
        if found is not None:
            message, answer = found
            write_answer(message, answer, asked)
            ActionExecution.objects.filter(pk=execution.pk).update(engine=answer.engine)


logger = logging.getLogger(__name__)

_REASONS: Final[Mapping[type[DomainError], ActionExecution.Reason]] = {
    LlmNotConfigured: ActionExecution.Reason.NO_LANGUAGE_MODEL,
    LlmNotAllowed: ActionExecution.Reason.LANGUAGE_MODEL_NOT_ALLOWED,
    LlmBudgetUsedUp: ActionExecution.Reason.BUDGET_USED_UP,
}


def embed(revision_id: UUID, *, job: Progress) -> None:
    """Index the document's passages for semantic search. One job for all corpora that contain the document."""
    revision = DocumentRevision.objects.select_related("document").filter(pk=revision_id).first()
    if revision is None:
        raise Cancelled  # the document has been deleted
    log_context.bind(document=str(revision.document_id))
    embed_revision(revision, job=job)


def require_current(execution_id: UUID, *, job: Progress) -> None:
    """Raise `Cancelled` unless this is the newest job of the execution, and its action is enabled.

    A job that has failed may be requeued later, when a user has started and cancelled another one.
    """
    if not ActionExecution.objects.filter(pk=execution_id, job=job.id, action__enabled=True).exists():
        raise Cancelled


def run(execution_id: UUID, *, job: Progress) -> None:
    """Run an action on one document; skip it if an operator has to configure something first."""
    related = ("action__corpus__owner", "action__fieldset", "revision__document", "comment__thread__document")
    execution = ActionExecution.objects.select_related(*related).filter(pk=execution_id).first()
    if execution is None:
        raise Cancelled  # the action, the corpus or the document has been deleted
    log_context.bind(document=str(execution.document_id))
    try:
        RUN[execution.action.kind](execution, job)
    except (LlmNotConfigured, LlmNotAllowed, LlmBudgetUsedUp) as error:
        with job.commit():
            skip_and_save(execution, _REASONS[type(error)], error.message)
            states.end_run(execution.pk, code=error.code, error=error.message)


def _extract(execution: ActionExecution, job: Progress) -> None:
    """Answer the questions of the action's fieldset."""
    if execution.action.fieldset is None:
        raise Invalid("This action has no fields to extract. Choose some.", field="fieldset")
    extract(_revision(execution), execution.action.fieldset, job=job, engine=execution.action.engine)


def _analyze(execution: ActionExecution, job: Progress) -> None:
    """Annotate the document with an analyzer."""
    action = execution.action
    analyze(
        _revision(execution),
        action.analyzer,
        action.corpus,
        job=job,
        action_id=action.pk,
        settings_version=execution.settings_version,
        settings=action.settings,
    )


def _agent(execution: ActionExecution, job: Progress) -> None:
    """Run an agent with the action's instructions, on a document or on a comment."""
    action = execution.action
    if execution.comment is not None:
        answer_comment(execution, execution.comment, job=job)
        return
    ids = {"execution": execution.pk, "document": execution.document_id}
    logger.info("[AgentCorpusAction] agent.started", extra=ids)
    run_agent(
        corpus=action.corpus,
        revision=_revision(execution),
        name=action.name,
        instructions=action.instructions,
        key=execution.pk,
        action_id=action.pk,
        job=job,
    )
    logger.info("[AgentCorpusAction] agent.finished", extra=ids)


def _revision(execution: ActionExecution) -> DocumentRevision:
    if execution.revision is None:
        raise Cancelled  # only executions on comments have none
    return execution.revision


RUN: Final[Mapping[str, Callable[[ActionExecution, Progress], None]]] = {
    CorpusAction.Kind.EXTRACT: _extract,
    CorpusAction.Kind.ANALYZE: _analyze,
    CorpusAction.Kind.AGENT: _agent,
}
