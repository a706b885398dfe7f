"""Index a revision for search: split its text into passages and store a vector for each, all or none."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core.db.row_locks import lock_against_delete
from core.errors import UserFault
from corpuses.llm.embedders import Embedder, get_embedder
from corpuses.search.models import DIMENSIONS, Passage
from corpuses.search.passages import cut_passages
from corpuses.search.sentences import Span
from documents.models import DocumentRevision, Page, StructureItem
from documents.services.progress import Progress

BATCH = 64  # passages between two checks whether the job was cancelled
TITLE_LENGTH = 100

Report = Callable[[int, int], None]
"""Receives the number of embedded passages and the number of all."""


class EmbedderUnfit(UserFault):
    """The vectors of this embedder have the wrong number of dimensions."""

    code = "embedder_unfit"
    what_to_do = "Operators: choose an embedder with the dimensions of the index."


def default_embedder() -> Embedder:
    """Return the embedder of the settings, which is loaded on first use in this process."""
    embedder = get_embedder(settings.EMBEDDER, Path(settings.MODELS_DIR), settings.EMBEDDER_THREADS)
    if embedder.dimensions != DIMENSIONS:
        raise EmbedderUnfit(
            f"{embedder.name} makes vectors of {embedder.dimensions} numbers; they must have {DIMENSIONS}."
        )
    return embedder


def embed_revision(revision: DocumentRevision, *, job: Progress) -> int:
    """Store the passages of `revision` and return their number; 0 if they exist already."""

    def report(done: int, total: int) -> None:
        job.check_cancelled()
        job.progress(100 * done // total, f"{done} of {total} passages")

    return _embed(revision, report=report, commit=job.commit)


def ensure(revision: DocumentRevision) -> None:
    """Index `revision` unless it is indexed, for callers whose own work is committed later."""
    _embed(revision, report=lambda done, total: None, commit=transaction.atomic)


def is_embedded(revision: DocumentRevision) -> bool:
    """Check whether the passages exist."""
    return Passage.objects.filter(revision=revision, embedder=settings.EMBEDDER).exists()


def _embed(revision: DocumentRevision, *, report: Report, commit: Callable[[], AbstractContextManager[object]]) -> int:
    passages = [] if is_embedded(revision) else _make_passages(revision, report=report)
    with commit():
        lock_against_delete(revision.document)
        # Two corpora may index the same revision at once: the second to lock its row finds the passages.
        DocumentRevision.objects.select_for_update(no_key=True).only("pk").get(pk=revision.pk)
        if not passages or is_embedded(revision):
            return 0
        Passage.objects.bulk_create(passages, batch_size=500)
    return len(passages)


def _make_passages(revision: DocumentRevision, *, report: Report) -> list[Passage]:
    embedder = default_embedder()
    spans = cut_passages(revision.text, count_tokens=embedder.count_tokens, breaks=_breaks(revision))
    pages = _PageStarts(revision.pk)
    made: list[Passage] = []
    for begin in range(0, len(spans), BATCH):
        batch = spans[begin : begin + BATCH]
        vectors = embedder.embed([_in_context(revision, span) for span in batch])
        for span, vector in zip(batch, vectors, strict=True):
            made.append(
                Passage(
                    revision=revision,
                    embedder=settings.EMBEDDER,
                    order=len(made),
                    page=pages.at(span.start),
                    start=span.start,
                    end=span.end,
                    text=revision.text[span.start : span.end],
                    vector=vector,
                )
            )
        report(len(made), len(spans))
    return made


def _in_context(revision: DocumentRevision, span: Span) -> str:
    """Return the text to embed, with the title: queries name documents, passages seldom (benchmarks/retrieval.py)."""
    return f"{revision.document.title[:TITLE_LENGTH]}\n{revision.text[span.start : span.end]}"


def _breaks(revision: DocumentRevision) -> Sequence[int]:
    """Return the offsets of the document's elements: a sentence never continues in the next element."""
    return list(StructureItem.objects.filter(revision=revision).order_by("start").values_list("start", flat=True))


class _PageStarts:
    """Return the page of an offset."""

    def __init__(self, revision_id: UUID) -> None:
        pages = Page.objects.filter(revision_id=revision_id).order_by("text_start", "number")
        self._pages = list(pages.values_list("text_start", "number"))

    def at(self, offset: int) -> int:
        found = bisect_right(self._pages, offset, key=lambda page: page[0])
        return self._pages[max(0, found - 1)][1]
