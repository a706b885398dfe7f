"""Numbers in the cells of tables."""

import re
from collections.abc import Sequence

from documents.pipeline.pdf.text.words import Word

_NUMBER = re.compile(r"[$€£(+\-\u2013\u2014]{0,2}\d[\d.,:/\u2013-]*[%)]{0,2}")


def is_figure(text: str) -> bool:
    """Check for a single number, with its sign, currency or unit."""
    return _NUMBER.fullmatch(text) is not None


def are_figures(words: Sequence[Word]) -> bool:
    return all(is_figure(word.text) for word in words)


def are_numbers(phrase: Sequence[Word]) -> bool:
    """Check for several numbers in a row. They belong to different columns even if they stand close to each other."""
    return len(phrase) > 1 and are_figures(phrase)
