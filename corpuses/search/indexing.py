"""Index a revision for search: its passages with their headers, words and BM25 weights, then a vector for each."""

import hashlib
import logging
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from pgvector import HalfVector, SparseVector

from core.db.row_locks import lock_against_delete
from core.errors import DependencyFault
from corpuses.llm import minilm
from corpuses.llm.embedders import Embedder, release_memory
from corpuses.models import Corpus
from corpuses.search.bm25 import DIMENSIONS, passage_weights
from corpuses.search.embedders import embedder_named, is_remote, local_embedder, may_send
from corpuses.search.models import Passage, PassageVector
from corpuses.search.sentences import Span, cut_passages
from corpuses.search.tokenizer import Stems, stems_of, terms, word_positions
from documents.models import DocumentRevision, Page, StructureItem
from documents.services.progress import Progress, waiting_without_slot
from documents.types import StructureKind

logger = logging.getLogger(__name__)

BATCH = 64  # passages between two commits
_TRIES = 4  # S4-24; each asks the server of an embedder several times

Report = Callable[[int, int], None]
"""Receives the number of embedded passages and the number of all."""


def embed_revision(revision: DocumentRevision, *, job: Progress) -> int:
    """Index `revision` and return the number of passages that were embedded; 0 if it was indexed already."""

    def report(done: int, total: int) -> None:
        job.check_cancelled()
        job.progress(100 * done // total, f"{done} of {total} passages")

    with waiting_without_slot(job, tries=_TRIES):
        return _embed(revision, report=report, commit=job.commit)


def ensure(revision: DocumentRevision) -> None:
    """Index `revision` unless it is indexed, for callers whose own work is committed later.

    While an embedder is not available they go on with what is found by words.
    """
    try:
        _embed(revision, report=lambda done, total: None, commit=transaction.atomic)
    except DependencyFault as error:
        logger.warning("search.not_embedded", extra={"revision": str(revision.pk), "code": error.code})


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


# The header of a passage: what the document and the section are about, which the passage itself seldom repeats. It is
# embedded before the text, and its words count a little in the search by words (benchmarks/search).
TITLE_LENGTH = 100  # characters
PARTIES_LENGTH = 160
SECTION_LENGTH = 80
OPENING = 4_000  # characters of the text in which parties are named
MOST_PARTIES = 6

_SUFFIXES = (
    r"Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Corporation|Company|Co|LP|L\.P|LLP|L\.L\.P|PLC|plc|GmbH|AG|SE|KG|S\.A|SA|SAS|"
    r"S\.[Rr]\.[Ll]|S\.p\.A|N\.V|B\.V|N\.A|A/S|AB|Oy|Bank|Trust|Association|University"
)
_CAPITAL = r"[A-Z\u00c0-\u00de][\w@&.'\u2019/\u00ad-]*|[a-z]{1,2}-[A-Za-z]\w+"
_WORDS = rf"(?:{_CAPITAL})(?:[ ](?:(?:of|the|for|de|du|von)[ ](?=[A-Z]))?(?:{_CAPITAL}|&|-))"
_NAME = re.compile(rf"{_WORDS}{{0,7}}?(?:,?[ ](?:{_SUFFIXES})\b\.?)+|{_WORDS}{{0,7}}")
_COMPANY = re.compile(rf"\b(?:{_SUFFIXES})\.?$")
_DEFINED = re.compile(r"\([^()\"\u201c]{0,60}[\"\u201c]([^\"\u201c\u201d]{2,40})[\"\u201d][^()]{0,80}\)")
_GENERIC = re.compile(rf"(?:(?:{_SUFFIXES}|Agreement|Part(?:y|ies)|[A-Z][a-z]+ Company)[., ]*)+")
_BETWEEN = re.compile(r"\b(?:[Bb]etween|[Aa]mong|BETWEEN|AMONG|by and|entered into by)\b:?")
_REACH = 600  # characters after "between" in which parties follow
_NO_NAMES = re.compile(
    r"\A(?:(?:This|These|The|That|Those|In|As|At|By|If|It|Such|Each|Any|All|And|AND|For|From|Of|On|Or|To|WHEREAS|Whereas"
    r"|NOW|Now|Exhibit|EXHIBIT|Section|SECTION|Article|ARTICLE|Recitals|RECITALS|Gentlemen|Dear|Ladies|Page) )+"
)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the document."""

    start: int
    level: int
    text: str


class Headers:
    """Builds the headers of the passages of one document."""

    def __init__(self, title: str, text: str, headings: Sequence[Heading]) -> None:
        self._document = "\n".join(filter(None, [_line(title, TITLE_LENGTH), parties_line(text)]))
        self._headings = headings
        self._starts = [heading.start for heading in headings]

    def at(self, start: int) -> str:
        """Return the header of a passage that starts there."""
        return "\n".join(filter(None, [self._document, self._section(start)]))

    def _section(self, start: int) -> str:
        """Return the headings above an offset, from the outermost to the innermost."""
        path: list[Heading] = []
        for heading in reversed(self._headings[: bisect_right(self._starts, start)]):
            if not path or heading.level < path[-1].level:
                path.append(heading)
            if heading.level <= 1:
                break
        return " > ".join(_line(heading.text, SECTION_LENGTH) for heading in reversed(path))


def parties_line(text: str) -> str:
    """Return the parties that the beginning of `text` names, in one line; empty if it names none."""
    line = ""
    for party in parties(text):
        longer = f"{line}; {party}" if line else party
        if len(longer) > PARTIES_LENGTH:
            break
        line = longer
    return line


def parties(text: str) -> list[str]:
    """Return names before a defined term, as `Acme, Inc. (the "Seller")`, and names that follow "between"."""
    opening = " ".join(text[:OPENING].split())
    found: dict[str, None] = {}
    end = 0
    for defined in _DEFINED.finditer(opening):
        name = _party_before(opening[max(end, defined.start() - 300) : defined.start()])
        end = defined.end()
        if name:
            found.setdefault(f"{name} ({defined[1].rstrip(' .,')})")
    joined = " ".join(found)
    between = _BETWEEN.search(opening)
    if between:
        following = opening[between.end() : between.end() + _REACH]
        for name in _names(following):
            if _COMPANY.search(name) and name not in joined:
                found.setdefault(name)
    return list(found)[:MOST_PARTIES]


def _party_before(segment: str) -> str:
    """Return the party that a defined term stands for: the first company named before it."""
    ends = [keyword.end() for keyword in _BETWEEN.finditer(segment)]
    names = _names(segment[ends[-1] :] if ends else segment)
    companies = [name for name in names if _COMPANY.search(name)]
    if companies:
        return companies[-1] if segment.rstrip(" ,").endswith(companies[-1]) else companies[0]
    return names[0] if ends and names else ""


def _names(text: str) -> list[str]:
    found = (_NO_NAMES.sub("", f"{match.group()} ", count=1).strip(" ,-&") for match in _NAME.finditer(text))
    return [name for name in found if len(name) > 2 and not _GENERIC.fullmatch(name)]  # noqa: PLR2004 - initials


def _line(text: str, length: int) -> str:
    return " ".join(text.split())[:length]


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
