"""Run each kind of action on one document: fetch the execution, call the feature."""

import logging
from uuid import UUID

from core.errors import Invalid
from core.observability import log_context
from corpuses.actions.models import ActionExecution
from corpuses.agents.services import run_agent
from corpuses.analyzers.services import analyze
from corpuses.extracts.services import extract
from corpuses.search.embedding import embed_revision
from documents.models import DocumentRevision
from tasks.errors import Cancelled
from tasks.runtime.context import JobContext

logger = logging.getLogger(__name__)


def embed(revision_id: UUID, *, job: JobContext) -> None:
    """Index the document's passages for semantic search."""
    revision = DocumentRevision.objects.select_related("document").filter(pk=revision_id).first()
    if revision is None:
        raise Cancelled  # the document has been deleted
    log_context.bind(document=str(revision.document_id))
    embed_revision(revision, job=job)


def extract_fields(execution_id: UUID, *, job: JobContext) -> None:
    """Answer the questions of the action's fieldset."""
    execution = _execution(execution_id)
    if execution.action.fieldset is None:
        raise Invalid("This action has no fields to extract. Choose some.", field="fieldset")
    extract(execution.revision, execution.action.fieldset, job=job)


def analyze_document(execution_id: UUID, *, job: JobContext) -> None:
    """Annotate the document with an analyzer."""
    execution = _execution(execution_id)
    action = execution.action
    analyze(execution.revision, action.analyzer, action.corpus, job=job, origin=f"action:{action.pk}")


def agent(execution_id: UUID, *, job: JobContext) -> None:
    """Run an agent with the action's instructions."""
    execution = _execution(execution_id)
    action = execution.action
    ids = {"execution": execution.pk, "document": execution.document_id}
    logger.info("[AgentCorpusAction] agent.started", extra=ids)
    run_agent(
        corpus=action.corpus,
        revision=execution.revision,
        instructions=action.instructions,
        key=execution.pk,
        job=job,
    )
    logger.info("[AgentCorpusAction] agent.finished", extra=ids)


def _execution(execution_id: UUID) -> ActionExecution:
    related = ("action__corpus", "action__fieldset", "revision__document")
    execution = ActionExecution.objects.select_related(*related).filter(pk=execution_id).first()
    if execution is None:
        raise Cancelled  # the action, the corpus or the document has been deleted
    log_context.bind(document=str(execution.document_id))
    return execution
