"""Reading a whole page, however it lies. Importing this brings in the networks' runtime: only do it to read."""

from typing import NamedTuple

import numpy as np

from documents.pipeline.ocr.blanks import find_blanks
from documents.pipeline.ocr.engines import engine_for
from documents.pipeline.ocr.leaders import find_leaders
from documents.pipeline.ocr.leading import with_leaders
from documents.pipeline.ocr.leaning import lean_of, levelled
from documents.pipeline.ocr.lines import Picture, ReadLine
from documents.pipeline.ocr.options import OcrOptions
from documents.pipeline.ocr.orientation import quarter_turns
from documents.pipeline.ocr.quotes import with_quotes
from documents.pipeline.ocr.rules import DrawnRules, find_rules
from documents.pipeline.ocr.strokes import with_strokes


class UprightPage(NamedTuple):
    """The page was turned back by `turn` quarters clockwise, then by `lean` degrees against the clock, and read."""

    turn: int
    lean: float
    lines: list[ReadLine]
    rules: DrawnRules


def read_upright(picture: Picture, options: OcrOptions) -> UprightPage:
    """Turn the picture upright and level, and read it."""
    turn = quarter_turns(picture)
    upright = np.ascontiguousarray(np.rot90(picture, -turn))
    lean = lean_of(upright)
    level = levelled(upright, lean) if lean else upright
    read = with_quotes(with_strokes(engine_for(options).read(level), level))
    rules = find_rules(level)
    lines = with_leaders(read, [*find_leaders(level), *find_blanks(rules, read)])
    return UprightPage(turn, lean, lines, rules)
