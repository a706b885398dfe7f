"""Quotation marks: the network reads the closing ones of a page as straight, and leaves out blanks around them."""

from collections.abc import Iterable, Iterator, Sequence

from documents.pipeline.ocr.lines import ReadLine, ReadWord
from documents.types import Box

_OPENING, _CLOSING, _STRAIGHT, _APOSTROPHE = "\u201c", "\u201d", '"', "\u2019"
_CURLED = 0.25  # of the opening marks of a page: measured, half of them or more where they are, none where they are not
_BEFORE_OPENING = frozenset("([{\u2014\u2013-/")


def with_quotes(lines: Sequence[ReadLine]) -> list[ReadLine]:
    """The lines with marks of one kind, and blanks where a mark opens or closes inside of what was read as a word."""
    is_curled = _is_curled(lines)
    return [_set(line, is_curled=is_curled) for line in lines]


def _is_curled(lines: Iterable[ReadLine]) -> bool:
    words = [word.text for line in lines for word in line.words]
    curled = sum(_OPENING in word[:-1] for word in words)
    return curled > _CURLED * (curled + sum(word.lstrip("([{").startswith(_STRAIGHT) for word in words))


def _set(line: ReadLine, *, is_curled: bool) -> ReadLine:
    text = " ".join(word.text for word in line.words)
    if not set(text) & {_OPENING, _STRAIGHT, "'"}:
        return line
    marks = dict(_marks(text))
    words: list[ReadWord] = []
    start = 0
    for word in line.words:
        words += _split(word, _cuts(word.text, marks, start))
        start += len(word.text) + 1
    curled = _curled_text(text, marks) if is_curled else text
    return line._replace(words=tuple(_renamed(words, curled)))


def _marks(text: str) -> Iterator[tuple[int, bool]]:
    """Where double marks are, and whether each opens: after an opening one the next one closes."""
    is_open = False
    for place, character in enumerate(text):
        if character not in {_OPENING, _STRAIGHT, _CLOSING}:
            continue
        before, after = text[place - 1 : place] or " ", text[place + 1 : place + 2] or " "
        begins = (before.isspace() or before in _BEFORE_OPENING) and not after.isspace()
        opens = character == _OPENING or (character == _STRAIGHT and begins and not (is_open and before.isspace()))
        if opens or is_open or not before.isdigit():  # a lone mark after a digit is one of inches
            yield place, opens
        is_open = opens


def _cuts(word: str, marks: dict[int, bool], start: int) -> list[int]:
    """Before a mark that opens after a letter, and behind one that closes before a letter."""
    cuts = []
    for place in range(1, len(word)):
        if marks.get(start + place) is True and word[place - 1].isalnum():
            cuts.append(place)
        if marks.get(start + place - 1) is False and place > 1 and word[place].isalnum():
            cuts.append(place)
    return cuts


def _split(word: ReadWord, cuts: Sequence[int]) -> Iterator[ReadWord]:
    """At these places in its text; every character is taken to be as wide as the others."""
    wide = (word.box.x1 - word.box.x0) / len(word.text)
    for start, end in zip([0, *cuts], [*cuts, len(word.text)], strict=True):
        box = Box(word.box.x0 + start * wide, word.box.y0, word.box.x0 + end * wide, word.box.y1)
        yield word._replace(text=word.text[start:end], box=box if cuts else word.box)


def _curled_text(text: str, marks: dict[int, bool]) -> str:
    characters = list(text)
    for place, opens in marks.items():
        if characters[place] == _STRAIGHT:
            characters[place] = _OPENING if opens else _CLOSING
    for place in range(1, len(text)):
        if text[place] == "'" and text[place - 1].isalpha():
            characters[place] = _APOSTROPHE
    return "".join(characters)


def _renamed(words: Iterable[ReadWord], text: str) -> Iterator[ReadWord]:
    """The words with the characters of the text, in which there may be blanks between them."""
    characters = (character for character in text if not character.isspace())
    for word in words:
        yield word._replace(text="".join(next(characters) for _ in word.text))
