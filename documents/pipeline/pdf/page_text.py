"""Builds a page's text and its tokens together, so that every token's offset is true by construction."""

from collections.abc import Iterable

from documents.pipeline.pdf.characters import is_unspaced, unspaced_parts
from documents.pipeline.pdf.words import Word
from documents.types import Box, Token

_WIDE_SETTING = 1.2  # em
_SAME_HEIGHT = 0.5  # em


class PageText:
    """Text that grows word by word. `tokens` are in the order in which they were written."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.tokens: list[Token] = []
        self.length = 0

    def write_words(self, words: Iterable[Word]) -> None:
        previous: Word | None = None
        for word in words:
            if previous is not None and not _is_unspaced_join(previous, word) and not _is_one_word(previous, word):
                self.separate(" ")
            self._write(word)
            previous = word

    def ends_unspaced(self) -> bool:
        """Whether the last character is of a script without spaces."""
        return bool(self._parts) and is_unspaced(self._parts[-1][-1:])

    def separate(self, separator: str) -> None:
        """White space between two words; none at the start of the page."""
        if self.length:
            self._append(separator)

    def text(self) -> str:
        return "".join(self._parts)

    def since(self, start: int) -> str:
        """What was written from `start` on, which must be where something began."""
        parts: list[str] = []
        position = self.length
        for part in reversed(self._parts):
            if position <= start:
                break
            parts.append(part)
            position -= len(part)
        return "".join(reversed(parts))

    def _write(self, word: Word) -> None:
        for text, box in _tokens_of(word):
            self.tokens.append(Token(text, self.length, box, word.confidence))
            self._append(text)

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self.length += len(text)


def _is_unspaced_join(previous: Word, word: Word) -> bool:
    """Wide setting makes pdfium see spaces where the script has none."""
    if not (is_unspaced(previous.text[-1]) and is_unspaced(word.text[0])):
        return False
    return word.x0 - previous.x1 < _WIDE_SETTING * word.size


def _is_one_word(previous: Word, word: Word) -> bool:
    """Parts of one word in scripts that run in two directions: nothing stands between them in the file."""
    follows = word.position == previous.position + len(previous.text)
    return follows and abs(word.middle_y - previous.middle_y) < _SAME_HEIGHT * word.size


def _tokens_of(word: Word) -> Iterable[tuple[str, Box]]:
    """A word of a script without spaces becomes one token per character, so that a part of it can be marked."""
    if not word.cuts:
        yield word.text, word.box
        return
    edges = (word.x0, *word.cuts, word.x1)
    for start, end in unspaced_parts(word.text):
        left, right = edges[start], edges[end]
        yield word.text[start:end], Box(min(left, right), word.y0, max(left, right), word.y1)
