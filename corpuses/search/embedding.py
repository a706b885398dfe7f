"""Index a revision for search: store its passages, then a vector for each, in batches that survive an interruption."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from pgvector import HalfVector

from core.db.row_locks import lock_against_delete
from corpuses.llm.embedders import Embedder, release_memory
from corpuses.models import Corpus
from corpuses.search.active_embedders import embedder_named, is_remote, local_embedder
from corpuses.search.allowed_embedders import may_send
from corpuses.search.indexing import create_passages
from corpuses.search.models import Passage, PassageVector
from documents.models import DocumentRevision
from documents.services.progress import Progress

BATCH = 64  # passages between two commits

Report = Callable[[int, int], None]
"""Receives the number of embedded passages and the number of all."""


def embed_revision(revision: DocumentRevision, *, job: Progress) -> int:
    """Index `revision` and return the number of passages that were embedded; 0 if it was indexed already."""

    def report(done: int, total: int) -> None:
        job.check_cancelled()
        job.progress(100 * done // total, f"{done} of {total} passages")

    return _embed(revision, report=report, commit=job.commit)


def ensure(revision: DocumentRevision) -> None:
    """Index `revision` unless it is indexed, for callers whose own work is committed later."""
    _embed(revision, report=lambda done, total: None, commit=transaction.atomic)


def embedders_of(revision: DocumentRevision) -> list[str]:
    """Return the embedders that a document needs: that of the settings, and those of its corpora.

    The built-in one replaces a server that may not get its text.
    """
    corpora = Corpus.objects.filter(documents=revision.document_id).values_list("embedder", "next_embedder")
    names = {settings.EMBEDDER, *(name for names in corpora for name in names if name)}
    if any(map(is_remote, names)) and not may_send([revision.document_id]):
        names = set(map(local_embedder, names))
    return sorted(names)


def embed_with(name: str, revision: DocumentRevision, *, report: Report) -> int:
    """Embed the passages of `revision` that have no vector of this embedder; return their number.

    A server gets nothing of a document that may not be sent.
    """
    if is_remote(name) and not may_send([revision.document_id]):
        return 0
    missing = _reuse_vectors(revision, name, _without_vector(revision, name))
    missing.sort(key=lambda passage: len(passage.header) + len(passage.text))  # little is padded in a batch
    if not missing:
        return 0
    embedder, done = embedder_named(name), 0
    for batch in _embedded(embedder, missing):
        report(done, len(missing))
        _store(revision, name, batch)
        done += len(batch)
    release_memory(embedder)  # most workers wait most of the time
    return done


def _embedded(embedder: Embedder, passages: Sequence[Passage]) -> Iterator[list[tuple[Passage, HalfVector]]]:
    """Yield the passages with their vectors, in batches. While one is stored, a thread embeds the next one."""
    batches = [passages[begin : begin + BATCH] for begin in range(0, len(passages), BATCH)]

    def embed(batch: Sequence[Passage]) -> list[tuple[Passage, HalfVector]]:
        vectors = embedder.embed([embedded_text(passage.header, passage.text) for passage in batch])
        return list(zip(batch, map(HalfVector, vectors), strict=True))

    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="embed-passages") as thread:
        waiting: deque[Future[list[tuple[Passage, HalfVector]]]] = deque()
        for batch in batches:
            waiting.append(thread.submit(embed, batch))
            if len(waiting) > 1:
                yield waiting.popleft().result()
        yield from (future.result() for future in waiting)


def _embed(revision: DocumentRevision, *, report: Report, commit: Callable[[], AbstractContextManager[object]]) -> int:
    create_passages(revision)
    embedded = sum(embed_with(name, revision, report=report) for name in embedders_of(revision))
    with commit():
        lock_against_delete(revision.document)
    return embedded


def _without_vector(revision: DocumentRevision, embedder: str) -> list[Passage]:
    vectors = PassageVector.objects.filter(passage=OuterRef("pk"), embedder=embedder)
    passages = Passage.objects.filter(~Exists(vectors), revision=revision).order_by("order")
    return list(passages.only("pk", "header", "text", "digest"))


def _reuse_vectors(revision: DocumentRevision, embedder: str, missing: Sequence[Passage]) -> list[Passage]:
    """Copy the vectors of equal passages of other revisions of the document; return the passages that have none."""
    rows = PassageVector.objects.filter(
        embedder=embedder,
        passage__revision__document=revision.document_id,
        passage__digest__in=[passage.digest for passage in missing],
    )
    known = {digest: HalfVector(vector) for digest, vector in rows.values_list("passage__digest", "vector")}
    _store(revision, embedder, ((each, known[each.digest]) for each in missing if each.digest in known))
    return [passage for passage in missing if passage.digest not in known]


def _store(revision: DocumentRevision, embedder: str, vectors: Iterable[tuple[Passage, HalfVector]]) -> None:
    with transaction.atomic():
        lock_against_delete(revision.document)
        # Two corpora may index the same revision at once: the first vector of a passage is kept.
        PassageVector.objects.bulk_create(
            (
                PassageVector(passage=passage, revision=revision, embedder=embedder, vector=vector)
                for passage, vector in vectors
            ),
            ignore_conflicts=True,
            batch_size=500,
        )


def embedded_text(header: str, text: str) -> str:
    """Return what is embedded of a passage."""
    return f"{header}\n{text}" if header else text
