"""What an engine reads off a picture: lines of words, in pixels with the origin at the top left."""

from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from documents.types import Box

Picture: TypeAlias = NDArray[np.uint8]  # rows, columns, RGB


class ReadWord(NamedTuple):
    """A word without white space; `confidence` is from 0 to 1."""

    text: str
    box: Box
    confidence: float


class ReadLine(NamedTuple):
    """Words in reading sequence. `turn` counts quarter turns against the clock, as `Style.turn` does.

    `box` is some 1.2 times as high as the type is large: it has a little room above and below the letters.
    `stroke` is the width of the letters' strokes in pixels, 0 if it is not known.
    """

    words: tuple[ReadWord, ...]
    box: Box
    turn: int = 0
    stroke: float = 0.0


class DrawnRules(NamedTuple):
    """Straight lines on a picture; boxes in pixels."""

    horizontal: list[Box]
    vertical: list[Box]


class Reader(NamedTuple):
    """What has read a page. `script` is known where the usual engine was in doubt and something could tell it."""

    engine: str
    languages: str = ""
    script: str = ""
    is_doubtful: bool = False


class UprightPage(NamedTuple):
    """The page was turned back by `turn` quarters clockwise, then by `lean` degrees against the clock, and read."""

    turn: int
    lean: float
    lines: list[ReadLine]
    rules: DrawnRules
    reader: Reader


class OcrEngine(Protocol):
    """Reads a picture whose text is upright. The order of the lines means nothing."""

    @property
    def name(self) -> str: ...

    def read(self, picture: Picture) -> list[ReadLine]: ...
