"""The numbers of headings: what they are, which is below which, and headings in plain type that only they show."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from documents.pipeline.pdf.layout.heading_looks import SAME_SIZE
from documents.pipeline.pdf.layout.headings import east_asian_depth
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.types import StructureKind

# Numbers with which headings begin: "Article IV", "1.2", "(a)", "§ 3", "第二章", "Exhibit B".

ANNEX: Final = "annex"
_EAST_ASIAN: Final = "第"
_DIVISIONS: Final = frozenset(  # above all numberings without a word
    {
        *("title", "subtitle", "part", "subpart", "chapter", "subchapter", "book", "volume"),
        *("teil", "kapitel", "band", "titre", "chapitre", "partie", "tome"),
    }
)
_ANNEX: Final = re.compile(
    r"\s*(?:exhibit|schedule|annexe?|appendix|attachment|anhang|anlage)\s+[\dA-Z]", re.IGNORECASE
)
_WORD_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORD: Final = re.compile(
    rf"\s*([^\W\d_]{{4,}})\s+([IVXLC]+|\d{{1,3}}|[A-Z]|{'|'.join(_WORD_NUMBERS)})(?!\.\d)(?=[\s.:;,\u2013\u2014-]|$)",
    re.IGNORECASE,
)
_DECIMAL: Final = re.compile(
    r"\s*(?:section\s+|article\s+)?(\d{1,3}(?:\.\d{1,3}){0,5})(?:\.?\s|\.(?=[^\W\d_]))", re.IGNORECASE
)
_SECTION_SIGN: Final = re.compile(r"\s*§+\s*(?:\d{1,4}\.)*(\d{1,4})(?!\d)")
_LETTER: Final = re.compile(r"\s*(\(?)([A-Za-z]|[IVXL]+|[ivxl]+|\d{1,2})([.)])\s*(?=[^\W_])")
_KOREAN_LETTERS: Final = "가나다라마바사아자차카타파하"
_KOREAN: Final = re.compile(rf"\s*([{_KOREAN_LETTERS}])\.\s")
_ROMAN_DIGITS: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Number(NamedTuple):
    """A number of a heading: its numbering, and its value in it.

    `first` is the first part of a number with points. `is_certain` numbers need no others of their numbering.
    """

    numbering: str
    value: int
    first: int | None = None
    is_certain: bool = False


def _decimal(depth: int) -> str:
    """Return the numbering of numbers with as many points."""
    return ".".join("1" * (depth + 1)) if depth else "1."


def _number_of(text: str) -> list[Number]:
    """Return the number of a heading. A letter may be a Roman number, too."""
    readers = (_with_known_word, _with_section_sign, _with_points, _with_word, _with_korean_letter, _with_letter)
    return next((found for read in readers if (found := read(text))), [])


def _with_known_word(text: str) -> list[Number]:
    if _ANNEX.match(text):
        return [Number(ANNEX, 1, is_certain=True)]
    depth = east_asian_depth(text)
    return [] if depth is None else [Number(f"{_EAST_ASIAN}{depth}", 0, is_certain=True)]


def _with_section_sign(text: str) -> list[Number]:
    match = _SECTION_SIGN.match(text)
    return [Number("§", int(match[1]))] if match else []


def _with_points(text: str) -> list[Number]:
    match = _DECIMAL.match(text)
    if match is None:
        return []
    parts = [int(part) for part in match[1].split(".")]
    return [Number(_decimal(len(parts) - 1), parts[-1], parts[0], is_certain=len(parts) > 1)]


def _with_word(text: str) -> list[Number]:
    match = _WORD.match(text)
    if match is None or not (match[2][0].isupper() or match[2].isdigit()):
        return []
    word = match[1].casefold()
    return [Number(word, _value(match[2]) or _position(match[2]), is_certain=word in _DIVISIONS)]


def _with_korean_letter(text: str) -> list[Number]:
    match = _KOREAN.match(text)
    return [Number("가.", _KOREAN_LETTERS.index(match[1]) + 1)] if match else []


def _with_letter(text: str) -> list[Number]:
    match = _LETTER.match(text)
    return _lettered(match[1], match[2], match[3]) if match else []


def _lettered(before: str, text: str, after: str) -> list[Number]:
    if text.isdigit():
        return [Number(f"{before}1{after}", int(text))]
    roman = Number(f"{before}{'I' if text.isupper() else 'i'}{after}", _value(text))
    if len(text) > 1:
        return [roman] if roman.value else []
    letter = Number(f"{before}{'A' if text.isupper() else 'a'}{after}", _position(text))
    return [letter, roman] if roman.value else [letter]


def _value(text: str) -> int:
    """Return the value of a number; a letter that is no Roman digit counts 0."""
    if text.isdigit():
        return int(text)
    if text.casefold() in _WORD_NUMBERS:
        return _WORD_NUMBERS.index(text.casefold()) + 1
    digits = [_ROMAN_DIGITS.get(character, 0) for character in text.casefold()]
    return sum(
        -digit if digit < following else digit for digit, following in zip(digits, [*digits[1:], 0], strict=True)
    )


def _position(letter: str) -> int:
    """Return the position of a letter in the alphabet."""
    return ord(letter[0].casefold()) - ord("a") + 1


__all__ = ["ANNEX", "Number", "depths_of"]
# Depths of numbered headings: which numbering is below which, from the order in which they begin.
#
# A numbering that begins below a heading with another one is nested in it: "Article I", "1.1", "(a)". Exhibits and the
# like stand beside the text that they belong to, and their numbering begins anew.

_CHAPTER = _decimal(0)
_LIST = "list"  # 1., 2., 3. within a section with a number of several parts


def depths_of(texts: Sequence[str], sizes: Sequence[float] = ()) -> list[tuple[int, Number] | None]:
    """Return the depth and number of each heading, or `None` for those without a number. `sizes` are in points."""
    numbers = _in_sequence([_number_of(text) for text in texts])
    nesting = _Nesting()
    return [
        nesting.add(candidates, size) if candidates else None
        for candidates, size in zip(numbers, sizes or [1.0] * len(numbers), strict=True)
    ]


class _Nesting:
    """The numberings that the last heading with a number is in, from the outermost."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._last: dict[str, Number] = {}
        self._sizes: dict[str, float] = {}

    def add(self, candidates: Sequence[Number], size: float) -> tuple[int, Number]:
        """Add a heading with one of the numbers. Return its depth and number."""
        number = self._as_list(_choose(candidates, self._last), size)
        self._open = [*self._above(number.numbering, size), number.numbering]
        self._last = {each: last for each, last in self._last.items() if each in self._open} | {
            number.numbering: number
        }
        self._sizes[number.numbering] = size
        return len(self._open) - 1, number

    def _as_list(self, number: Number, size: float) -> Number:
        """Return the number as one of a list within a section, if it does not follow the number of the chapter.

        "1." below "2.1" is such a list. Its type is smaller.
        """
        decimals = [each for each in self._open if each.startswith("1.") and each != _CHAPTER]
        if number.numbering != _CHAPTER or not decimals or size >= SAME_SIZE * self._sizes.get(decimals[-1], size):
            return number
        first, last = self._last[decimals[-1]].first, self._last.get(_LIST)
        follows = number.value == 1 if last is None else number.value in (1, last.value + 1)
        return (
            number._replace(numbering=_LIST) if follows and (first is None or number.value <= first or last) else number
        )

    def _above(self, numbering: str, size: float) -> list[str]:
        """Return the numberings that a numbering is nested in. A new one is not nested in one in smaller type."""
        if numbering == ANNEX:
            return []
        if numbering in self._open:
            return self._open[: self._open.index(numbering)]
        if numbering.startswith("1."):
            above = [each for each in self._open if not (each.startswith("1.") and len(each) > len(numbering))]
            # Pages from the middle of a document may begin with 5.1.3.
            return above or [_decimal(depth) for depth in range(numbering.count("1") - 1)]
        above = [each for each in self._open if self._sizes.get(each, size) >= SAME_SIZE * size]
        if numbering in _DIVISIONS:
            return [each for each in above if each in _DIVISIONS or each == ANNEX]
        if numbering.startswith(_EAST_ASIAN):
            return [each for each in above if not (each.startswith(_EAST_ASIAN) and each > numbering)]
        return above


def _in_sequence(numbers: Sequence[Sequence[Number]]) -> list[list[Number]]:
    """Return the numbers without those that only look like one: the only one of its numbering that is not the first.

    "50 CFR" is none, but "4" is one if 4.1 and 3.2 are.
    """
    values: defaultdict[str, set[int]] = defaultdict(set)
    for number in (number for candidates in numbers for number in candidates):
        values[number.numbering].add(number.value)
        if number.first is not None:
            values[_CHAPTER].add(number.first)
    return [
        [each for each in candidates if each.is_certain or each.value == 1 or len(values[each.numbering]) > 1]
        for candidates in numbers
    ]


def _choose(candidates: Sequence[Number], last: Mapping[str, Number]) -> Number:
    """Return the number that a letter is: "I." after "H." is a letter."""
    if len(candidates) == 1:
        return candidates[0]
    letter, roman = candidates
    before_roman, before_letter = last.get(roman.numbering), last.get(letter.numbering)
    follows_roman = before_roman is not None and before_roman.value == roman.value - 1
    begins_roman = roman.value == 1 and (before_letter is None or before_letter.value != letter.value - 1)
    return roman if follows_roman or begins_roman else letter


# Headings in plain type: short lines 1., 2., 3. of a document that have text between them.
#
# Agreements often have such headings. Each alone looks like an item of a list, and clauses have numbers, too; items of
# lists follow one another, and clauses are longer than a line. Some of the numbers may begin clauses, if the words of
# the headings begin with capitals.

_NUMBER: Final = re.compile(r"\s*(?:(\d{1,2}\.){1,3}\s*|\d{1,2}(?:\.\d{1,2}){1,3}\s+)(?=[^\W\d_a-z])")
_CONTINUES: Final = (",", ";", ":")
_LINE: Final = 1.9  # of the size: items that are less high are one line
_MAX_CHARACTERS: Final = 90
_SAME_EDGE: Final = 3.0  # points
_LEAST: Final = 4  # headings
_BETWEEN: Final = 150  # characters of the text below a heading
_MOST_WITHOUT_TEXT: Final = 0.2  # of the headings: those that have only headings below them
_LEAST_TITLES: Final = 0.5  # of the items: the others are clauses
_SHORT_WORDS: Final = frozenset({"with", "from", "into", "upon", "over", "under", "between"})
_MAY_BE_HEADING: Final = frozenset({StructureKind.HEADING, StructureKind.PARAGRAPH, StructureKind.LIST_ITEM})


@dataclass(frozen=True, slots=True)
class _Numbered:
    """An item with a number, of which `number` is the last part. `below` are the characters before the next one."""

    page: int
    index: int
    number: int
    is_line: bool
    is_title: bool
    below: int

    @property
    def has_text(self) -> bool:
        return self.below >= _BETWEEN


def mark_numbered_headings(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages with the items as headings that are numbered from 1 on, and look like headings."""
    found = {(each.page, each.index) for items in _aligned(pages) for each in _headings(items)}
    return [
        replace(
            page,
            drafts=tuple(
                replace(draft, kind=StructureKind.HEADING) if (number, index) in found else draft
                for index, draft in enumerate(page.drafts)
            ),
        )
        for number, page in enumerate(pages)
    ]


def _aligned(pages: Sequence[PageLayout]) -> Iterator[list[_Numbered]]:
    """Yield the numbered items of each left edge, size, and number of parts of the number."""
    items: defaultdict[tuple[int, float, int], list[_Numbered]] = defaultdict(list)
    before = 0
    for page_number, page in enumerate(pages):
        for index, draft in enumerate(page.drafts):
            match = _NUMBER.match(draft.text)
            if match and draft.style is not None and draft.kind in _MAY_BE_HEADING:
                parts = re.findall(r"\d+", match[0])
                key = (round(draft.box.x0 / _SAME_EDGE), draft.style.size, len(parts))
                is_line, is_title = _is_line(draft, draft.style), _is_title(draft.text[match.end() :])
                items[key].append(_Numbered(page_number, index, int(parts[-1]), is_line, is_line and is_title, before))
            before += len(draft.text)
    for group in items.values():
        ends = [*(item.below for item in group[1:]), before]
        yield [replace(item, below=end - item.below) for item, end in zip(group, ends, strict=True)]


def _is_line(draft: DraftItem, style: TextStyle) -> bool:
    text = draft.text.rstrip()
    is_short = len(text) <= _MAX_CHARACTERS and not text.endswith(_CONTINUES)
    return is_short and draft.box.y1 - draft.box.y0 < _LINE * style.size


def _is_title(text: str) -> bool:
    """Check that all words but the short ones begin with a capital."""
    return all(word[0].isupper() for word in re.findall(r"[^\W\d_]{4,}", text) if word not in _SHORT_WORDS)


def _headings(items: Sequence[_Numbered]) -> Iterator[_Numbered]:
    runs = list(_runs(items))
    titles = [item for run in runs for item in run if item.is_title and item.has_text]
    if len(titles) >= max(_LEAST, _LEAST_TITLES * len(items)):
        yield from titles
    for run in runs:
        if _are_headings(run):
            yield from run


def _runs(items: Sequence[_Numbered]) -> Iterator[list[_Numbered]]:
    """Yield the items with the numbers 1, 2, 3 and so on."""
    run: list[_Numbered] = []
    for item in items:
        if item.number == 1:
            yield run
            run = []
        if item.number == len(run) + 1:
            run.append(item)
    yield run


def _are_headings(run: Sequence[_Numbered]) -> bool:
    if len(run) < _LEAST or not all(item.is_line for item in run):
        return False
    empty = sum(not item.has_text for item in run[:-1])
    return empty <= _MOST_WITHOUT_TEXT * (len(run) - 1)
