"""The embedders of corpora. A new one embeds all documents in the background while the old one serves."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from audit.actions import Action
from audit.log import record
from core.access import Actor, Permission, require
from core.db.rows import saved_changes
from corpuses.events import record_corpus_event
from corpuses.llm.errors import LlmNotAllowed
from corpuses.models import Corpus
from corpuses.providers.sending import sendable
from corpuses.search.embedders import embedder_named, embedder_of, is_remote, local_embedder
from corpuses.search.indexing import embed_with
from corpuses.search.models import Passage, PassageVector
from corpuses.search.vectors import create_index
from documents.models import Document, DocumentRevision
from documents.services.progress import Progress
from tasks.runtime import queue
from tasks.runtime.job_views import jobs_of
from tasks.states import JobState
from users.models import User

CHANGE = "corpuses.change_embedder"


@dataclass(frozen=True, slots=True)
class EmbedderState:
    """The embedder that serves a corpus, and how far the next one is; without one, its counts are 0."""

    embedder: str
    next_embedder: str | None
    embedded_count: int
    document_count: int
    may_be_remote: bool
    problem: str = ""
    """The reason for which the next embedder has stopped; empty while it goes on."""


def state_of(corpus: Corpus, actor: Actor) -> EmbedderState:
    """Return the embedder of a corpus, and the progress of a change in the documents that the actor sees."""
    corpus = Corpus.objects.get(pk=corpus.pk)
    serving, following = embedder_of(corpus), corpus.next_embedder
    if not following:
        return EmbedderState(serving, None, 0, 0, corpus.allows_language_models)
    visible = Document.objects.visible_to(actor)
    total = _indexed(corpus).filter(document__in=visible).count()
    pending = _pending(corpus, following).filter(document__in=visible).count()
    return EmbedderState(serving, following, total - pending, total, corpus.allows_language_models, _problem(corpus))


def _problem(corpus: Corpus) -> str:
    job = next(iter(jobs_of([corpus.pk], kinds=[CHANGE]).get(corpus.pk, [])), None)
    if job is None or not job.is_finished or job.state == JobState.SUCCESS:
        return ""
    return job.error_message or f"The job has ended as {job.state}."


@transaction.atomic
def change_embedder(corpus: Corpus, name: str, *, actor: User | None = None) -> None:
    """Let another embedder embed the documents of a corpus, and serve it when all are embedded.

    The embedder that serves already ends a change that is in progress. Only the owner may do this; without an `actor`,
    an operator does it. Raises `UnknownEmbedder`, and `LlmNotAllowed` for a server that may not get the texts.
    """
    if actor is not None:
        require(actor, Permission.SHARE, corpus)  # what only the owner may do
    embedder_named(name)  # raises an error if there is none
    corpus = Corpus.objects.select_for_update(no_key=True).get(pk=corpus.pk)
    if is_remote(name) and not corpus.allows_language_models:
        raise LlmNotAllowed("The owner of this corpus does not allow its texts to be sent to a language model.")
    serving = corpus.embedder or settings.EMBEDDER
    with saved_changes(corpus) as changed:
        corpus.next_embedder = "" if name == serving else name
    if changed:
        record(Action.CORPUS_CHANGED, corpus, actor=actor, fields=["embedder"])
        record_corpus_event(corpus, "embedder")
    if name == serving:
        return
    queue.enqueue(
        CHANGE,
        args={"corpus_id": str(corpus.pk)},
        tenant_id=corpus.owner.tenant_id,
        owner_id=corpus.owner_id,
        subject_id=corpus.pk,
        subject_title=corpus.title,
        dedupe_key=f"{CHANGE}:{corpus.pk}:{name}",
    )


def embed_here(corpus: Corpus, *, actor: User) -> None:
    """Replace the server that embeds the documents of a corpus, which may not get their texts any more."""
    serving = corpus.embedder or settings.EMBEDDER
    if is_remote(serving) or is_remote(corpus.next_embedder):
        change_embedder(corpus, local_embedder(serving), actor=actor)


def fill(corpus_id: UUID, *, job: Progress) -> None:
    """Embed what the next embedder of a corpus has not embedded yet, then make it the one that serves."""
    corpus = Corpus.objects.filter(pk=corpus_id).exclude(next_embedder="").first()
    if corpus is None:  # deleted, or done by an earlier run
        with job.commit():
            return
    name = corpus.next_embedder
    for done, revision in enumerate(_without_vectors(corpus, name)):
        job.progress(0, f"{done} documents")
        embed_with(name, revision, report=lambda _, __: _report(job))
        if not _wanted(corpus, name).exists():
            break
    create_index(name, embedder_named(name).dimensions)
    with job.commit():
        # Documents that were added meanwhile are embedded with both (`embedding.embedders_of`).
        _wanted(corpus, name).update(embedder=name, next_embedder="")
        record_corpus_event(corpus, "embedder")


def _report(job: Progress) -> None:
    job.check_cancelled()
    job.extend_deadline()


def _wanted(corpus: Corpus, name: str) -> QuerySet[Corpus]:
    """Return the corpus, if the change to this embedder has not been replaced by another or ended meanwhile."""
    return Corpus.objects.filter(pk=corpus.pk, next_embedder=name)


def _without_vectors(corpus: Corpus, embedder: str) -> Iterator[DocumentRevision]:
    """Yield the published revisions with passages that have no vector; one after the other, however long it takes."""
    while revision := _pending(corpus, embedder).first():
        yield revision


def _pending(corpus: Corpus, embedder: str) -> QuerySet[DocumentRevision]:
    vectors = PassageVector.objects.filter(passage=OuterRef("pk"), embedder=embedder)
    passages = Passage.objects.filter(~Exists(vectors), revision=OuterRef("pk"))
    rows = _published(corpus).filter(Exists(passages)).select_related("document").order_by("pk")
    if is_remote(embedder):
        rows = rows.filter(document__in=sendable(Document.objects.filter(memberships__corpus=corpus)))
    return rows


def _indexed(corpus: Corpus) -> QuerySet[DocumentRevision]:
    return _published(corpus).filter(Exists(Passage.objects.filter(revision=OuterRef("pk"))))


def _published(corpus: Corpus) -> QuerySet[DocumentRevision]:
    return DocumentRevision.objects.filter(document__revision=F("pk"), document__memberships__corpus=corpus)
