"""Compare the texts of two revisions: paragraph by paragraph, and word by word in those that changed.

The work is bounded: long documents are refused, and paragraphs beyond the budget of words are shown as replaced whole.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import product, zip_longest
from typing import Final

from core.errors import Conflict
from documents.models import DocumentRevision
from documents.pipeline.split_items import join_texts, part_groups
from documents.types import StructureKind

MAX_CHARACTERS: Final = 1_000_000  # of each revision
MAX_PARAGRAPHS: Final = 10_000  # of each revision
_WORD_BUDGET: Final = 20_000_000  # pairs of words that are compared
_LEAST_SIMILAR: Final = 0.4  # of two paragraphs that are the same one, changed
_LEAST_SHARE: Final = 0.1  # of common words, of two paragraphs that are compared word by word
_PAIR_BUDGET: Final = 400_000  # pairs of paragraphs that are compared; those beyond it are paired in their order

_WORDS: Final = re.compile(r"\S+\s*|\s+")
_LINES: Final = re.compile(r"[^\n]+")

Span = tuple[int, int]
"""The start and the end of a part of a text, in code points."""


class ComparisonTooLong(Conflict):
    """These revisions are too long to be compared."""

    code = "comparison_too_long"
    what_to_do = "Compare the exported texts with a tool on your computer."


class NothingToCompare(Conflict):
    """This document has no version that is ready."""

    code = "nothing_to_compare"
    what_to_do = "Wait until the document is ready."


class Change(StrEnum):
    """The difference of a paragraph, or of a run of words, between two revisions."""

    SAME = "same"
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The text of a paragraph, the page where it starts, and its place in the text of the revision."""

    text: str
    page: int
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Words of a paragraph that are the same, added or removed."""

    text: str
    change: Change


@dataclass(frozen=True, slots=True)
class Side:
    """A paragraph of one revision, in runs of words."""

    page: int
    runs: Sequence[Run]


@dataclass(frozen=True, slots=True)
class Row:
    """A paragraph of both revisions side by side; one of them is missing if it was added or removed."""

    change: Change
    old: Side | None
    new: Side | None


@dataclass
class Comparison:
    """Compare the paragraphs of two revisions."""

    old: Sequence[Paragraph]
    new: Sequence[Paragraph]
    _budget: int = field(default=_WORD_BUDGET)
    _pairs: int = field(default=_PAIR_BUDGET)

    def rows(self) -> list[Row]:
        """Return the paragraphs of both revisions in their order."""
        return list(self._rows())

    def _rows(self) -> Iterator[Row]:
        before, after = ([_normalized(each.text) for each in side] for side in (self.old, self.new))
        for tag, old_start, old_end, new_start, new_end in SequenceMatcher(None, before, after).get_opcodes():
            old, new = self.old[old_start:old_end], self.new[new_start:new_end]
            if tag == "equal":
                yield from (_same(*pair) for pair in zip(old, new, strict=True))
            else:
                yield from self._changed(old, new)

    def _changed(self, old: Sequence[Paragraph], new: Sequence[Paragraph]) -> Iterator[Row]:
        self._pairs -= len(old) * len(new)
        for before, after in aligned(old, new) if self._pairs >= 0 else zip_longest(old, new):
            runs = self._word_runs(before, after) if before and after else None
            if runs is not None and before and after:
                yield Row(Change.CHANGED, Side(before.page, runs[0]), Side(after.page, runs[1]))
                continue
            if before:
                yield Row(Change.REMOVED, _whole(before, Change.REMOVED), None)
            if after:
                yield Row(Change.ADDED, None, _whole(after, Change.ADDED))

    def _word_runs(self, old: Paragraph, new: Paragraph) -> tuple[list[Run], list[Run]] | None:
        """Return the runs of two paragraphs; `None` if they have little in common, or the budget is used up."""
        before, after = _WORDS.findall(old.text), _WORDS.findall(new.text)
        self._budget -= len(before) * len(after)
        if self._budget < 0:
            return None
        matcher = SequenceMatcher(None, [word.strip() for word in before], [word.strip() for word in after])
        if matcher.ratio() < _LEAST_SIMILAR:
            return None
        removed, added = [], []
        for tag, i, j, k, m in matcher.get_opcodes():
            is_same = tag == "equal"
            removed += _run(before[i:j], Change.SAME if is_same else Change.REMOVED)
            added += _run(after[k:m], Change.SAME if is_same else Change.ADDED)
        return removed, added


Pair = tuple[Paragraph | None, Paragraph | None]


def aligned(old: Sequence[Paragraph], new: Sequence[Paragraph]) -> Iterator[Pair]:
    """Pair the paragraphs that have most words in common, in their order.

    The sum of the similarities of the pairs is the largest possible (Needleman and Wunsch, 1970).
    """
    words, others = ([frozenset(each.text.split()) for each in side] for side in (old, new))
    best = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, j in product(range(len(old) - 1, -1, -1), range(len(new) - 1, -1, -1)):
        best[i][j] = max(best[i + 1][j], best[i][j + 1], _similarity(words[i], others[j]) + best[i + 1][j + 1])
    i = j = 0
    while i < len(old) and j < len(new):
        if best[i][j] == best[i + 1][j]:
            yield old[i], None
            i += 1
        elif best[i][j] == best[i][j + 1]:
            yield None, new[j]
            j += 1
        else:
            yield old[i], new[j]
            i, j = i + 1, j + 1
    yield from ((each, None) for each in old[i:])
    yield from ((None, each) for each in new[j:])


def _similarity(words: frozenset[str], others: frozenset[str]) -> float:
    """Return the share of words that two paragraphs have in common (Jaccard), 0 if it is small."""
    share = len(words & others) / max(len(words | others), 1)
    return share if share > _LEAST_SHARE else 0


def compare(
    old: DocumentRevision, new: DocumentRevision, *, old_span: Span | None = None, new_span: Span | None = None
) -> list[Row]:
    """Return the paragraphs of two revisions, or of parts of them, side by side.

    Raise `ComparisonTooLong` if there are too many.
    """
    if max(_length(old, old_span), _length(new, new_span)) > MAX_CHARACTERS:
        raise ComparisonTooLong(f"Texts with more than {MAX_CHARACTERS:,} characters are not compared.")
    before, after = _part(old, old_span), _part(new, new_span)
    if max(len(before), len(after)) > MAX_PARAGRAPHS:
        raise ComparisonTooLong(f"Texts with more than {MAX_PARAGRAPHS:,} paragraphs are not compared.")
    return Comparison(before, after).rows()


def paragraphs_of(revision: DocumentRevision, *, kinds: Collection[StructureKind] = ()) -> list[Paragraph]:
    """Return the elements of a revision, or those of some kinds; those that a page break splits as one paragraph."""
    items = revision.items.order_by("order")
    if kinds:
        items = items.filter(kind__in=kinds)
    rows = list(items.values_list("start", "end", "page", "kind", "continues")[: 10 * MAX_PARAGRAPHS])
    groups = part_groups((StructureKind(kind), continues) for *_, kind, continues in rows)
    found = [_paragraph(revision.text, [rows[index][:3] for index in group]) for group in groups]
    if any(each.text for each in found):
        return [each for each in found if each.text]
    lines = spans_of_lines(revision.text)
    return [Paragraph(revision.text[start:end].strip(), 1, start, end) for start, end in lines]


def _paragraph(text: str, parts: Sequence[tuple[int, int, int]]) -> Paragraph:
    """Return a paragraph from the start, the end and the page of each of its parts."""
    (start, _, page), (_, end, _) = parts[0], parts[-1]
    return Paragraph(join_texts([text[first:last].strip() for first, last, _ in parts]), page, start, end)


def spans_of_lines(text: str) -> Iterator[Span]:
    """Yield the start and the end of each line that is not blank."""
    for match in _LINES.finditer(text):
        if match.group().strip():
            yield match.span()


def _length(revision: DocumentRevision, span: Span | None) -> int:
    return span[1] - span[0] if span else len(revision.text)


def _part(revision: DocumentRevision, span: Span | None) -> list[Paragraph]:
    """Return the paragraphs of a part of a revision; those at its ends are cut."""
    paragraphs = paragraphs_of(revision)
    if span is None:
        return paragraphs
    start, end = span
    return [_cut(revision, each, start, end) for each in paragraphs if each.start < end and start < each.end]


def _cut(revision: DocumentRevision, paragraph: Paragraph, start: int, end: int) -> Paragraph:
    if start <= paragraph.start and paragraph.end <= end:
        return paragraph
    first, last = max(start, paragraph.start), min(end, paragraph.end)
    return Paragraph(revision.text[first:last].strip(), paragraph.page, first, last)


def _normalized(text: str) -> str:
    return " ".join(text.split())


def _whole(paragraph: Paragraph, change: Change) -> Side:
    return Side(paragraph.page, [Run(paragraph.text, change)])


def _same(old: Paragraph, new: Paragraph) -> Row:
    return Row(Change.SAME, _whole(old, Change.SAME), _whole(new, Change.SAME))


def _run(words: Sequence[str], change: Change) -> list[Run]:
    return [Run("".join(words), change)] if words else []
