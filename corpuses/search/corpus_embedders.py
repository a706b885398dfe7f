"""The embedders of corpora. A new one embeds all documents in the background while the old one serves."""

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from corpuses.models import Corpus
from corpuses.search.active_embedders import embedder_named
from corpuses.search.embedding import embed_with
from corpuses.search.models import Passage, PassageVector
from corpuses.search.vector_indexes import create_index
from documents.models import DocumentRevision
from documents.services.progress import Progress
from tasks.runtime import queue

CHANGE = "corpuses.change_embedder"


@transaction.atomic
def change_embedder(corpus: Corpus, name: str) -> None:
    """Let another embedder embed the documents of a corpus, and serve it when all are embedded."""
    embedder_named(name)  # raises an error if there is none
    Corpus.objects.filter(pk=corpus.pk).update(next_embedder=name)
    queue.enqueue(
        CHANGE,
        args={"corpus_id": str(corpus.pk)},
        tenant_id=corpus.owner.tenant_id,
        owner_id=corpus.owner_id,
        subject_title=corpus.title,
        dedupe_key=f"{CHANGE}:{corpus.pk}:{name}",
    )


def fill(corpus_id: UUID, *, job: Progress) -> None:
    """Embed what the next embedder of a corpus has not embedded yet, then make it the one that serves."""
    corpus = Corpus.objects.filter(pk=corpus_id).exclude(next_embedder="").first()
    if corpus is None:  # deleted, or done by an earlier run
        with job.commit():
            return
    name = corpus.next_embedder
    for done, revision in enumerate(_without_vectors(corpus, name)):
        job.progress(0, f"{done} documents")
        embed_with(name, revision, report=lambda _, __: job.check_cancelled())
    create_index(name, embedder_named(name).dimensions)
    with job.commit():
        # Documents that were added meanwhile are embedded with both (`embedding.embedders_of`).
        Corpus.objects.filter(pk=corpus.pk, next_embedder=name).update(embedder=name, next_embedder="")


def _without_vectors(corpus: Corpus, embedder: str) -> Iterator[DocumentRevision]:
    """Yield the published revisions with passages that have no vector; one after the other, however long it takes."""
    while revision := _pending(corpus, embedder).first():
        yield revision


def _pending(corpus: Corpus, embedder: str) -> QuerySet[DocumentRevision]:
    vectors = PassageVector.objects.filter(passage=OuterRef("pk"), embedder=embedder)
    passages = Passage.objects.filter(~Exists(vectors), revision=OuterRef("pk"))
    published = DocumentRevision.objects.filter(document__revision=F("pk"), document__memberships__corpus=corpus)
    return published.filter(Exists(passages)).select_related("document").order_by("pk")
