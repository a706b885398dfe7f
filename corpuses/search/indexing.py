"""Store the passages of a revision: their text, header, words and BM25 weights."""

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from sys import intern
from uuid import UUID

from django.db import transaction
from pgvector import SparseVector

from core.db.row_locks import lock_against_delete
from corpuses.llm import minilm
from corpuses.search.active_embedders import embedder_named
from corpuses.search.bm25 import DIMENSIONS, passage_weights
from corpuses.search.context import Headers, Heading
from corpuses.search.models import Passage
from corpuses.search.passages import cut_passages
from corpuses.search.sentences import Span
from corpuses.search.stems import Stems, stems_of
from corpuses.search.words import terms, word_positions
from documents.models import DocumentRevision, Page, StructureItem
from documents.types import StructureKind

TAIL = 100  # characters after a passage: a phrase that crosses its end is found where it begins
_HEADINGS = (StructureKind.TITLE.value, StructureKind.HEADING.value)


def create_passages(revision: DocumentRevision) -> None:
    """Create the passages of `revision` unless they exist."""
    if is_cut(revision):
        return
    passages = list(_passages(revision))
    with transaction.atomic():
        lock_against_delete(revision.document)
        # Two corpora may index the same revision at once: the second to lock its row finds the passages.
        DocumentRevision.objects.select_for_update(no_key=True).only("pk").get(pk=revision.pk)
        if not is_cut(revision):
            Passage.objects.filter(revision=revision).delete()  # those of an older version of this index
            Passage.objects.bulk_create(passages, batch_size=200)


def is_cut(revision: DocumentRevision) -> bool:
    """Check whether the passages exist."""
    return Passage.objects.filter(revision=revision).exclude(digest="").exists()


def _passages(revision: DocumentRevision) -> Iterator[Passage]:
    text = revision.text
    items = StructureItem.objects.filter(revision=revision).order_by("start")
    rows = list(items.values_list("start", "end", "kind", "level"))
    # Passages are the same for all embedders, so the tokens of the built-in one count. A sentence never continues in
    # the next element of the document.
    count_tokens = embedder_named(minilm.NAME).count_tokens
    spans = cut_passages(text, count_tokens=count_tokens, breaks=[start for start, *_ in rows])
    headings = [Heading(start, level or 1, text[start:end]) for start, end, kind, level in rows if kind in _HEADINGS]
    headers = Headers(revision.document.title, text, headings)
    pages = _PageStarts(revision.pk)
    cut = [_Cut(span, text[span.start : span.end], headers.at(span.start)) for span in spans]
    stems = stems_of((term for each in cut for term in each.all_terms()), [revision.language])[revision.language]
    for order, each in enumerate(cut):
        yield _passage(revision, order, each, page=pages.at(each.span.start), stems=stems)


class _Cut:
    """A passage before it is stored; its terms are found once."""

    def __init__(self, span: Span, text: str, header: str) -> None:
        self.span, self.text, self.header = span, text, header
        self.terms = [intern(term) for term in terms(text)]  # a long document has millions, of few words
        self.header_terms = _header_terms(header)

    def all_terms(self) -> Iterator[str]:
        """Yield the terms of the text and of the header."""
        yield from self.terms
        yield from self.header_terms


@lru_cache(maxsize=1_000)  # the passages of a section have the same one
def _header_terms(header: str) -> tuple[str, ...]:
    return tuple(terms(header))


def _passage(revision: DocumentRevision, order: int, cut: _Cut, *, page: int, stems: Stems) -> Passage:
    start, end = cut.span.start, cut.span.end
    weights = passage_weights(_stemmed(cut.terms, stems), _stemmed(cut.header_terms, stems))
    return Passage(
        revision=revision,
        order=order,
        page=page,
        start=start,
        end=end,
        text=cut.text,
        header=cut.header,
        language=revision.language,
        digest=hashlib.sha256(f"{cut.header}\n{cut.text}".encode()).hexdigest(),
        words=word_positions(revision.text[start : end + TAIL]),
        weights=SparseVector(weights, DIMENSIONS),
    )


def _stemmed(found: Iterable[str], stems: Stems) -> list[str]:
    return [stems[term] for term in found if term in stems]


class _PageStarts:
    """Return the page of an offset."""

    def __init__(self, revision_id: UUID) -> None:
        pages = Page.objects.filter(revision_id=revision_id).order_by("text_start", "number")
        self._pages = list(pages.values_list("text_start", "number"))

    def at(self, offset: int) -> int:
        found = bisect_right(self._pages, offset, key=lambda page: page[0])
        return self._pages[max(0, found - 1)][1]
