"""Quotation marks: PP-OCR recognizes curly closing marks as straight ones, and drops the spaces around marks."""

from collections.abc import Iterable, Iterator, Sequence

from documents.pipeline.ocr.model import OcrLine, OcrWord
from documents.types import Box

_OPENING, _CLOSING, _STRAIGHT, _APOSTROPHE = "\u201c", "\u201d", '"', "\u2019"
_MIN_CURLY = 0.25  # of a page's opening marks; measured: half or more on pages with curly marks, none on others
_BEFORE_OPENING = frozenset("([{\u2014\u2013-/")


def fix_quotes(lines: Sequence[OcrLine]) -> list[OcrLine]:
    """Make all marks of a page straight or curly, and split words at marks that open or close inside them."""
    is_curly = _is_curly(lines)
    return [_fix_line(line, is_curly=is_curly) for line in lines]


def _is_curly(lines: Iterable[OcrLine]) -> bool:
    words = [word.text for line in lines for word in line.words]
    curly = sum(_OPENING in word[:-1] for word in words)
    return curly > _MIN_CURLY * (curly + sum(word.lstrip("([{").startswith(_STRAIGHT) for word in words))


def _fix_line(line: OcrLine, *, is_curly: bool) -> OcrLine:
    text = " ".join(word.text for word in line.words)
    if not set(text) & {_OPENING, _STRAIGHT, "'"}:
        return line
    marks = dict(_marks(text))
    words: list[OcrWord] = []
    start = 0
    for word in line.words:
        words += _split(word, _cuts(word.text, marks, start))
        start += len(word.text) + 1
    return line._replace(words=tuple(_with_text(words, _curly_text(text, marks) if is_curly else text)))


def _marks(text: str) -> Iterator[tuple[int, bool]]:
    """Yield the index of each double mark, and whether it opens. The mark after an opening one closes."""
    is_open = False
    for index, character in enumerate(text):
        if character not in {_OPENING, _STRAIGHT, _CLOSING}:
            continue
        before, after = text[index - 1 : index] or " ", text[index + 1 : index + 2] or " "
        begins = (before.isspace() or before in _BEFORE_OPENING) and not after.isspace()
        opens = character == _OPENING or (character == _STRAIGHT and begins and not (is_open and before.isspace()))
        if opens or is_open or not before.isdigit():  # a single mark after a digit means inches
            yield index, opens
        is_open = opens


def _cuts(word: str, marks: dict[int, bool], start: int) -> list[int]:
    """Return the indexes in a word before an opening mark after a letter, and after a closing mark before a letter."""
    cuts = []
    for index in range(1, len(word)):
        if marks.get(start + index) is True and word[index - 1].isalnum():
            cuts.append(index)
        if marks.get(start + index - 1) is False and index > 1 and word[index].isalnum():
            cuts.append(index)
    return cuts


def _split(word: OcrWord, cuts: Sequence[int]) -> Iterator[OcrWord]:
    """Split a word. All its characters are assumed to have the same width."""
    width = (word.box.x1 - word.box.x0) / len(word.text)
    for start, end in zip([0, *cuts], [*cuts, len(word.text)], strict=True):
        box = Box(word.box.x0 + start * width, word.box.y0, word.box.x0 + end * width, word.box.y1)
        yield word._replace(text=word.text[start:end], box=box if cuts else word.box)


def _curly_text(text: str, marks: dict[int, bool]) -> str:
    characters = list(text)
    for index, opens in marks.items():
        if characters[index] == _STRAIGHT:
            characters[index] = _OPENING if opens else _CLOSING
    for index in range(1, len(text)):
        if text[index] == "'" and text[index - 1].isalpha():
            characters[index] = _APOSTROPHE
    return "".join(characters)


def _with_text(words: Iterable[OcrWord], text: str) -> Iterator[OcrWord]:
    """Yield the words with the characters of `text`, in which there may be additional spaces."""
    characters = (character for character in text if not character.isspace())
    for word in words:
        yield word._replace(text="".join(next(characters) for _ in word.text))
