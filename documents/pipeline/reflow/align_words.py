"""Alignment of source words with printed words: text and offsets come from the source, boxes from the rendition."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.text.lines import is_right_to_left
from documents.pipeline.pdf.text.words import Word
from documents.pipeline.reflow.typst_data import is_right_to_left_text, printable
from documents.pipeline.unspaced import unspaced_parts
from documents.types import Box

_WORD = re.compile(r"\S+")
_NOT_PRINTED = re.compile(r"[\s\u200b]")
_LOOKAHEAD = 12  # characters
_LINE_DISTANCE = 0.6  # of the height of a word
_TOUCHING = 0.12  # of the height of a word


class PrintedWord(NamedTuple):
    """A printed word and its page of the document."""

    page: int
    word: Word


class WordMatch(NamedTuple):
    """A word of the source, or a part of one, with its box: offsets are into the text of its block or cell."""

    start: int
    end: int
    page: int
    box: Box


class _Glyph(NamedTuple):
    """A printed character."""

    character: str
    page: int
    line: int
    box: Box


def align_words(text: str, printed: Sequence[PrintedWord], backgrounds: Sequence[tuple[int, Box]]) -> list[WordMatch]:
    """Return a match for every word of the text, in its order.

    A word that is not found gets the box of its neighbour, or of its background.
    """
    words = [match.span() for match in _WORD.finditer(text)]
    if not words or not (printed or backgrounds):
        return []
    if printed and is_right_to_left_text(text):
        return _align_right_to_left(words, printed)
    if len(printed) >= len(words) and all(
        text[a:b] == entry.word.text for (a, b), entry in zip(words, printed, strict=False)
    ):
        return [match for span, entry in zip(words, printed, strict=False) for match in _split(text, span, entry)]
    return list(_align_characters(text, words, printed, backgrounds))


def _split(text: str, span: tuple[int, int], entry: PrintedWord) -> Iterator[WordMatch]:
    """Yield the word, or each of its characters in a script without spaces."""
    begin, end = span
    word = entry.word
    if not word.cuts:
        yield WordMatch(begin, end, entry.page, word.box)
        return
    edges = (word.x0, *word.cuts, word.x1)
    for a, b in unspaced_parts(text[begin:end]):
        yield WordMatch(begin + a, begin + b, entry.page, Box(edges[a], word.y0, edges[b], word.y1))


def _align_characters(
    text: str,
    words: Sequence[tuple[int, int]],
    printed: Sequence[PrintedWord],
    backgrounds: Sequence[tuple[int, Box]],
) -> Iterator[WordMatch]:
    """Align character by character, because some words were broken, joined or lost."""
    glyphs = _glyphs(printed)
    next_glyph = 0
    for begin, end in words:
        matches: list[tuple[int, _Glyph]] = []
        for position in range(begin, end):
            character = printable(text[position])
            if not character.strip():
                continue
            candidates = range(next_glyph, min(next_glyph + _LOOKAHEAD, len(glyphs)))
            index = next((n for n in candidates if glyphs[n].character == character), None)
            if index is not None:
                matches.append((position, glyphs[index]))
                next_glyph = index + 1
        neighbour = glyphs[min(next_glyph, len(glyphs) - 1)] if glyphs else None
        fallback = backgrounds[0] if neighbour is None else (neighbour.page, neighbour.box)
        yield from _match_word(text, (begin, end), matches, fallback)


def _match_word(
    text: str, span: tuple[int, int], matches: Sequence[tuple[int, _Glyph]], fallback: tuple[int, Box]
) -> Iterator[WordMatch]:
    """Yield one match for each line with a part of the word."""
    if not matches:
        yield WordMatch(*span, *fallback)
        return
    begin = span[0]
    lines = [list(group) for _, group in groupby(matches, key=lambda entry: (entry[1].page, entry[1].line))]
    for number, line in enumerate(lines):
        end = lines[number + 1][0][0] if number + 1 < len(lines) else span[1]
        yield from _match_line(text, begin, end, line)
        begin = end


def _match_line(text: str, begin: int, end: int, line: Sequence[tuple[int, _Glyph]]) -> Iterator[WordMatch]:
    page = line[0][1].page
    for a, b in unspaced_parts(text[begin:end]):
        inside = [glyph.box for position, glyph in line if begin + a <= position < begin + b]
        yield WordMatch(begin + a, begin + b, page, union(inside or [line[0][1].box]))


def _glyphs(printed: Sequence[PrintedWord]) -> list[_Glyph]:
    """Return the characters of the words; without cuts, all characters of a word are assumed equally wide."""
    glyphs: list[_Glyph] = []
    line, bottom = 0, 0.0
    for entry in printed:
        word = entry.word
        if glyphs and (glyphs[-1].page != entry.page or abs(word.y1 - bottom) > _LINE_DISTANCE * word.height):
            line += 1
        bottom = word.y1
        width = (word.x1 - word.x0) / len(word.text)
        edges = (word.x0, *(word.cuts or [word.x0 + width * n for n in range(1, len(word.text))]), word.x1)
        for n, character in enumerate(word.text):
            if not _NOT_PRINTED.match(character):
                glyphs.append(_Glyph(character, entry.page, line, Box(edges[n], word.y0, edges[n + 1], word.y1)))
    return glyphs


def _align_right_to_left(words: Sequence[tuple[int, int]], printed: Sequence[PrintedWord]) -> list[WordMatch]:
    """Match the n-th word of the text with the n-th printed word; scale the index where the numbers differ.

    A PDF has right-to-left characters in many orders, so printed words are found by position: characters that touch
    are a word, lines are read from the right, and Latin words in them from the left.
    """
    places = [place for line in _lines(printed) for place in _words_in_line(line)]
    scale = 1.0 if len(places) >= len(words) else len(places) / len(words)
    return [WordMatch(begin, end, *places[int(n * scale)]) for n, (begin, end) in enumerate(words)]


def _lines(printed: Sequence[PrintedWord]) -> Iterator[list[PrintedWord]]:
    """Yield lines from top to bottom. Diacritics may be words of their own, so the tallest word sets the distance."""
    distance = 0.5 * max((entry.word.height for entry in printed), default=0.0)
    line: list[PrintedWord] = []
    for entry in sorted(printed, key=lambda entry: (entry.page, entry.word.middle_y)):
        if line and (entry.page != line[-1].page or entry.word.middle_y - line[-1].word.middle_y >= distance):
            yield line
            line = []
        line.append(entry)
    if line:
        yield line


def _words_in_line(line: Sequence[PrintedWord]) -> Iterator[tuple[int, Box]]:
    """Yield page and box of each word in reading order."""
    visual: list[tuple[Box, bool]] = []  # the flag marks words that are read from the left
    gap = _TOUCHING * max(entry.word.height for entry in line)
    for entry in sorted(line, key=lambda entry: entry.word.x0):
        word = entry.word
        from_left = word.text[0].isalnum() and not is_right_to_left(word.text) and not word.text.isdigit()
        if visual and word.x0 - visual[-1][0].x1 < gap:
            visual[-1] = union([visual[-1][0], word.box]), visual[-1][1] and from_left
        else:
            visual.append((word.box, from_left))
    for from_left, group in groupby(reversed(visual), key=lambda entry: entry[1]):
        run = [box for box, _ in group]
        yield from ((line[0].page, box) for box in (reversed(run) if from_left else run))
