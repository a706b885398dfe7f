"""Run an agent on a document, once per key; the run is stored completely or not at all."""

import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from corpuses.agents.conversation import MAX_STEPS, Conversation
from corpuses.agents.models import AgentMessage, AgentRun
from corpuses.agents.tools import AgentWorkspace, available_tools
from corpuses.agents.view import DocumentView
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import annotate_many
from corpuses.llm.answers import without_unstorable
from corpuses.llm.client import Message
from corpuses.models import Corpus
from corpuses.providers.sending import require_sendable
from corpuses.providers.services import client_for
from corpuses.search import embedding
from documents.models import DocumentRevision
from documents.services.progress import Progress

logger = logging.getLogger(__name__)


def run_agent(*, corpus: Corpus, revision: DocumentRevision, instructions: str, key: UUID, job: Progress) -> AgentRun:
    """Run an agent with these instructions and store the conversation; the same `key` returns the first run."""
    done = AgentRun.objects.filter(key=key).first()
    if done is not None:
        with job.commit():
            return done
    require_sendable(revision.document_id, corpus)
    client = client_for(job, corpus, purpose="agent")
    embedding.ensure(revision)
    workspace = AgentWorkspace(DocumentView(revision))
    conversation = Conversation(workspace, instructions=instructions)

    def on_step(step: int) -> None:
        job.check_cancelled()
        job.progress(100 * step // MAX_STEPS, f"Step {step + 1}")

    answer = conversation.run(client, available_tools(), on_step=on_step)
    with job.commit():
        run, is_new = AgentRun.objects.get_or_create(
            key=key,
            defaults={
                "corpus": corpus,
                "document_id": revision.document_id,
                "revision": revision,
                "answer": answer,
            },
        )
        if is_new:
            _keep_messages(run, conversation.turns)
            annotate_many(corpus, revision, workspace.notes, source=Annotation.Source.AGENT, origin=f"agent:{key}")
    return run


def _keep_messages(run: AgentRun, turns: Sequence[Message]) -> None:
    AgentMessage.objects.bulk_create(
        AgentMessage(run=run, order=order, role=turn["role"], content=_storable(turn))
        for order, turn in enumerate(turns)
    )


def _storable(turn: Message) -> Any:
    """Return the turn as PostgreSQL can store it, without pictures, which are the document's own."""
    body = {name: value for name, value in turn.items() if name != "role"}
    if isinstance(body["content"], list):
        body["content"] = [part if part["type"] == "text" else {"type": part["type"]} for part in body["content"]]
    return without_unstorable(body)
