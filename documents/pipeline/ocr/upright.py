"""Reading a whole page, however it lies. Importing this brings in the networks' runtime: only do it to read."""

from typing import NamedTuple

import numpy as np

from documents.pipeline.ocr.engines import engine_for
from documents.pipeline.ocr.lines import Picture, ReadLine
from documents.pipeline.ocr.options import OcrOptions
from documents.pipeline.ocr.orientation import quarter_turns


class UprightPage(NamedTuple):
    """`turn`: quarter turns against the clock by which the text stood; `lines`: of the page turned back."""

    turn: int
    lines: list[ReadLine]


def read_upright(picture: Picture, options: OcrOptions) -> UprightPage:
    """Turn the picture upright and read it."""
    turn = quarter_turns(picture)
    upright = np.ascontiguousarray(np.rot90(picture, -turn))
    return UprightPage(turn, engine_for(options).read(upright))
