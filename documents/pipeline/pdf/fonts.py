"""How heavy a font is, by its name first: the numeric weight in PDFs is often wrong."""

import re
from functools import cache

REGULAR, MEDIUM, BOLD, BLACK = range(4)
_ITALIC = re.compile(r"ital|obli|slant", re.IGNORECASE)
_BLACK = re.compile(r"black|heavy|ultra|extra-?bold", re.IGNORECASE)
_MEDIUM = re.compile(r"medium|semi|demi", re.IGNORECASE)
_BOLD = re.compile(r"bold|-bd|cmbx|sfbx|[a-z]bx\d|\.b\b|bd$|-b\b", re.IGNORECASE)
_REGULAR = re.compile(r"regular|roman$|-book|light|thin\b|[^i]italic$", re.IGNORECASE)
_NUMERIC_BOLD = 600


@cache
def font_weight(name: str, numeric: int) -> int:
    """0 regular, 1 medium or semi-bold, 2 bold, 3 black."""
    for pattern, weight in ((_BLACK, BLACK), (_MEDIUM, MEDIUM), (_BOLD, BOLD), (_REGULAR, REGULAR)):
        if pattern.search(name):
            return weight
    return BOLD if numeric >= _NUMERIC_BOLD else REGULAR


def is_italic(name: str) -> bool:
    """By the name of the font; pdfium's flags say it of few."""
    return _ITALIC.search(name) is not None
