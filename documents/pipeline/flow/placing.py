"""Finds for each word of a source where it was printed: text and offsets are the source's, boxes the rendition's."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from documents.pipeline.flow.pieces import Piece, Printed
from documents.pipeline.flow.printing import is_right_to_left_text, shown
from documents.pipeline.flow.right_to_left import right_to_left_pieces
from documents.pipeline.pdf.characters import unspaced_parts
from documents.pipeline.pdf.geometry import union
from documents.types import Box

_WORD = re.compile(r"\S+")
_NOT_PRINTED = re.compile(r"[\s\u200b]")


class _Glyph(NamedTuple):
    """A printed character."""

    character: str
    page: int
    line: int
    box: Box


def place(text: str, printed: Sequence[Printed], grounds: Sequence[tuple[int, Box]]) -> list[Piece]:
    """Every word of the text once, in its order. What cannot be found stands where its neighbours or its ground are."""
    words = [match.span() for match in _WORD.finditer(text)]
    if not words or not (printed or grounds):
        return []
    if printed and is_right_to_left_text(text):
        return right_to_left_pieces(words, printed)
    if len(printed) >= len(words) and all(
        text[a:b] == entry.word.text for (a, b), entry in zip(words, printed, strict=False)
    ):
        return [piece for span, entry in zip(words, printed, strict=False) for piece in _split(text, span, entry)]
    return list(_by_characters(text, words, printed, grounds))


def _split(text: str, span: tuple[int, int], entry: Printed) -> Iterator[Piece]:
    """One piece for each character of a script without spaces."""
    begin, end = span
    word = entry.word
    if not word.cuts:
        yield Piece(begin, end, entry.page, word.box)
        return
    edges = (word.x0, *word.cuts, word.x1)
    for a, b in unspaced_parts(text[begin:end]):
        yield Piece(begin + a, begin + b, entry.page, Box(edges[a], word.y0, edges[b], word.y1))


def _by_characters(
    text: str, words: Sequence[tuple[int, int]], printed: Sequence[Printed], grounds: Sequence[tuple[int, Box]]
) -> Iterator[Piece]:
    """Words that were broken, joined or lost on the way: character by character."""
    glyphs = _glyphs(printed)
    at = 0
    for begin, end in words:
        found: list[tuple[int, _Glyph | None]] = []
        for position in range(begin, end):
            character = shown(text[position])
            if not character.strip():
                continue
            ahead = next((n for n in range(at, min(at + 12, len(glyphs))) if glyphs[n].character == character), None)
            found.append((position, None if ahead is None else glyphs[ahead]))
            at = at if ahead is None else ahead + 1
        near = glyphs[min(at, len(glyphs) - 1)] if glyphs else None
        yield from _pieces_of_word(text, (begin, end), found, _stand_in(near, grounds))


def _stand_in(near: "_Glyph | None", grounds: Sequence[tuple[int, Box]]) -> tuple[int, Box]:
    if near is not None:
        return near.page, near.box
    return grounds[0]


def _pieces_of_word(
    text: str, span: tuple[int, int], found: Sequence[tuple[int, _Glyph | None]], stand_in: tuple[int, Box]
) -> Iterator[Piece]:
    """One piece for each line on which a part of the word stands."""
    known = [(position, glyph) for position, glyph in found if glyph is not None]
    if not known:
        yield Piece(*span, *stand_in)
        return
    begin = span[0]
    lines = [list(group) for _, group in groupby(known, key=lambda entry: (entry[1].page, entry[1].line))]
    for number, line in enumerate(lines):
        end = lines[number + 1][0][0] if number + 1 < len(lines) else span[1]
        yield from _pieces_of_line(text, begin, end, line)
        begin = end


def _pieces_of_line(text: str, begin: int, end: int, line: Sequence[tuple[int, _Glyph]]) -> Iterator[Piece]:
    page = line[0][1].page
    for a, b in unspaced_parts(text[begin:end]):
        inside = [glyph.box for position, glyph in line if begin + a <= position < begin + b]
        yield Piece(begin + a, begin + b, page, union(inside or [line[0][1].box]))


def _glyphs(printed: Sequence[Printed]) -> list[_Glyph]:
    """Characters of the words; within a word they are taken to be equally wide unless pdfium knows better."""
    glyphs: list[_Glyph] = []
    line, below = 0, 0.0
    for entry in printed:
        word = entry.word
        if glyphs and (glyphs[-1].page != entry.page or abs(word.y1 - below) > 0.6 * word.height):
            line += 1
        below = word.y1
        step = (word.x1 - word.x0) / len(word.text)
        edges = (word.x0, *(word.cuts or [word.x0 + step * n for n in range(1, len(word.text))]), word.x1)
        for n, character in enumerate(word.text):
            if not _NOT_PRINTED.match(character):
                glyphs.append(_Glyph(character, entry.page, line, Box(edges[n], word.y0, edges[n + 1], word.y1)))
    return glyphs
