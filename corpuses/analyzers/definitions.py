"""The definitions of terms and the targets of cross-references in a document, for links in its text.

They are its annotations with the labels of the analyzers `defined-terms` and `references`, also those by users.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.db.models import QuerySet

from corpuses.analyzers import defined_terms, references
from corpuses.annotations.models import Annotation
from corpuses.search.sentences import overlapping, sentences
from documents.models import Document, DocumentRevision
from documents.types import StructureKind

MAX_RETURNED: Final = 2_000
"""Definitions, and cross-references, that are returned of one document."""

_REACH: Final = 1_500  # characters before and after a term in which its sentence is searched
_LONGEST: Final = 800  # characters of a definition


@dataclass(frozen=True, slots=True)
class Definition:
    """A term where it is defined, and the sentence that defines it."""

    term: str
    page: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class CrossReference:
    """A reference, and the heading of the same document that it leads to."""

    quote: str
    page: int
    start: int
    end: int
    title: str
    target_page: int
    target_start: int
    target_end: int


@dataclass(frozen=True, slots=True)
class DocumentDefinitions:
    """The definitions and cross-references of a document, in reading order."""

    definitions: Sequence[Definition] = ()
    cross_references: Sequence[CrossReference] = ()
    is_complete: bool = True


def definitions_of(document: Document, annotations: "QuerySet[Annotation]") -> DocumentDefinitions:
    """Return what the given annotations define and refer to, those of the present text of the document."""
    rows = annotations.filter(revision=document.revision_id, box=None, confidence__gt=0).order_by("start", "pk")
    terms = list(rows.filter(label__name=defined_terms.LABEL)[: MAX_RETURNED + 1])
    quoted = list(rows.filter(label__name=references.LABEL)[: MAX_RETURNED + 1])
    if document.revision_id is None or not (terms or quoted):
        return DocumentDefinitions()
    revision = DocumentRevision.objects.only("text").get(pk=document.revision_id)
    return DocumentDefinitions(
        list(_definitions(revision, terms[:MAX_RETURNED])),
        list(_cross_references(revision, quoted[:MAX_RETURNED])) if quoted else [],
        is_complete=max(len(terms), len(quoted)) <= MAX_RETURNED,
    )


def _definitions(revision: DocumentRevision, terms: Sequence[Annotation]) -> Iterator[Definition]:
    text = revision.text
    starts = list(_starts(revision, {page for each in terms for page in (each.page - 1, each.page)}))
    begins = [_beginning(text, each.start, starts) for each in terms]
    headings = [*_headings(revision), len(text)]
    for term, (begin, following) in zip(terms, pairwise([*begins, len(text)]), strict=True):
        heading = headings[min(bisect_left(headings, term.end), len(headings) - 1)]
        stop = min(following, heading) if following > term.end else heading
        yield Definition(
            term.quote, term.page, term.start, term.end, defining_sentence(text, term.start, term.end, begin, stop)
        )


def _starts(revision: DocumentRevision, pages: Collection[int]) -> Iterator[int]:
    """Yield where the elements on some pages begin, but for the rest of one that nothing stands before."""
    last = ""
    rows = revision.items.filter(page__in=pages).order_by("start", "order")
    for start, kind, continues in rows.values_list("start", "kind", "continues"):
        if not (continues and kind == last):
            yield start
        last = kind


def _headings(revision: DocumentRevision) -> list[int]:
    """Return where the headings begin that the parser recognized."""
    kinds = [StructureKind.TITLE.value, StructureKind.HEADING.value]
    return list(revision.items.filter(kind__in=kinds).order_by("start").values_list("start", flat=True))


def _beginning(text: str, start: int, items: Sequence[int]) -> int:
    """Return where the element of the structure that contains an offset begins, or else its paragraph."""
    index = bisect_right(items, start)
    return max(items[index - 1] if index else 0, text.rfind("\n\n", 0, start) + 1, 0)


def defining_sentence(text: str, start: int, end: int, begin: int, stop: int) -> str:
    """Return the sentence with a term, on one line, from between two offsets; of a long one the part with the term."""
    first, last = max(begin, start - _REACH), min(stop, end + _REACH)
    found = overlapping(sentences(text[first:last]), start=start - first, end=end - first)
    if not found:
        return text[start:end]
    sentence = text[first + found[0].start : first + found[-1].end]
    if len(sentence) > _LONGEST:
        sentence = _shortened(sentence, max(0, start - first - found[0].start - 1))
    return " ".join(sentence.split())


def _shortened(sentence: str, term: int) -> str:
    """Return a part of a sentence that has the term, with an ellipsis where words are left out."""
    begin = 0 if term < _LONGEST // 2 else term
    part = sentence[begin : begin + _LONGEST]
    ending = "" if begin + _LONGEST >= len(sentence) else " …"
    return ("… " if begin else "") + part + ending


def _cross_references(revision: DocumentRevision, quoted: Sequence[Annotation]) -> Iterator[CrossReference]:
    headings = references.find_headings(revision.text, recognized=frozenset(_headings(revision)))
    pages = list(revision.pages.order_by("number").values_list("text_start", flat=True))
    for each in quoted:
        target = references.target_of(revision.text, each.start, headings)
        if target is None or target.start <= each.start < target.end:
            continue
        page = max(1, bisect_right(pages, target.start))
        yield CrossReference(each.quote, each.page, each.start, each.end, target.title, page, target.start, target.end)
