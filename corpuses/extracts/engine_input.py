"""Show a revision to an engine: its text, the passages that matter for a question, and the language model."""

from collections.abc import Callable, Sequence
from functools import cache, partial

from corpuses.extracts.engines.protocol import EngineInput
from corpuses.extracts.limits import PASSAGES, WHOLE_TEXT
from corpuses.models import Corpus
from corpuses.providers.sending import require_sendable
from corpuses.providers.services import MeteredClient, Spent, client_for
from corpuses.search import embedding
from corpuses.search.queries import best_passages
from corpuses.search.sentences import Span
from documents.models import DocumentRevision
from documents.services.progress import Progress


def engine_input(
    revision: DocumentRevision, corpus: Corpus, *, job: Progress, before_request: Callable[[Spent], None]
) -> EngineInput:
    """Return what an engine needs to answer questions about a revision."""

    @cache
    def client() -> MeteredClient:
        require_sendable(revision.document_id, corpus)
        return client_for(job, corpus, purpose="extract", before_request=before_request)

    passages = partial(passages_for, revision)
    return EngineInput(text=revision.text, passages=passages, check=job.check_cancelled, client=client)


def passages_for(revision: DocumentRevision, question: str) -> Sequence[Span]:
    """Return the parts of a text that are worth reading for a question, in order; all of a short one."""
    if len(revision.text) <= WHOLE_TEXT:
        return [Span(0, len(revision.text))]
    embedding.ensure(revision)
    found = best_passages(revision, question, count=PASSAGES)
    return sorted(Span(each.start, each.end) for each in found)
