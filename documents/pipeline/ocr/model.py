"""Results of OCR: lines of words, with boxes in pixels and the origin at the top left."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from documents.types import Box

Picture: TypeAlias = NDArray[np.uint8]  # rows, columns, RGB


class OcrWord(NamedTuple):
    """A word without white space; `confidence` is from 0 to 1."""

    text: str
    box: Box
    confidence: float


class OcrLine(NamedTuple):
    """Words in logical order. `rotation` counts counterclockwise quarter turns, as `Style.rotation` does.

    `box` is about 1.2 times as high as the font size: there is some room above and below the characters.
    `stroke_width` is that of the characters in pixels, or 0 if it is not known.
    """

    words: tuple[OcrWord, ...]
    box: Box
    rotation: int = 0
    stroke_width: float = 0.0

    @property
    def character_count(self) -> int:
        return sum(len(word.text) for word in self.words)


class RulingLines(NamedTuple):
    """Straight lines that are drawn on a picture; boxes in pixels."""

    horizontal: list[Box]
    vertical: list[Box]


class OcrSource(NamedTuple):
    """The engine of a page's text. `script` is set if the default engine was in doubt and the script was detected."""

    engine: str
    languages: str = ""
    script: str = ""
    is_doubtful: bool = False


class OcrPage(NamedTuple):
    """The text of a page, whose picture was made upright and level first.

    It was rotated by `rotation` quarter turns clockwise, then by `skew` degrees counterclockwise.
    """

    rotation: int
    skew: float
    lines: list[OcrLine]
    rules: RulingLines
    source: OcrSource


class OcrEngine(Protocol):
    """An engine that recognizes the text of an upright picture. The order of the lines has no meaning."""

    @property
    def name(self) -> str: ...

    def read(self, picture: Picture) -> list[OcrLine]: ...


def mean_confidence(lines: Iterable[OcrLine]) -> float:
    """Return the mean confidence of a character, or 0 if there is none."""
    words = [word for line in lines for word in line.words]
    characters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / characters if characters else 0.0
