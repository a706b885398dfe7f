"""Find the names above and below signatures and addresses. They are often in bold type or capitals as headings are."""

import re
from collections.abc import Sequence
from typing import Final

from documents.pipeline.pdf.geometry import horizontal_overlap
from documents.pipeline.pdf.layout.headings import is_numbered
from documents.pipeline.pdf.text.lines import Line

_FIELD: Final = re.compile(
    r"\s*(?:by\b[^.:]{0,40}:|(?:its|name|title|signed|signature|address|attention|attn|facsimile|fax)\b[^.:]{0,12}:"
    r"|/s/|_{6,})",
    re.IGNORECASE,
)
_ABOVE: Final = 3.5  # em between the name of a party and the first field below it
_BELOW: Final = 0.5  # em between a signature and the name below it


def names_at_signatures(lines: Sequence[Line]) -> frozenset[int]:
    """Return the ids of the fields for signatures and addresses, and of the lines right above and below them."""
    fields = [line for line in lines if _FIELD.match(line.text)]
    return frozenset(
        id(line) for line in lines if not is_numbered(line.text) and any(_is_at(line, field) for field in fields)
    )


def _is_at(line: Line, field: Line) -> bool:
    if line is field:
        return True
    is_above = 0 <= field.y0 - line.y1 < _ABOVE * line.size
    is_below = 0 <= line.y0 - field.y1 < _BELOW * line.size
    return (is_above or is_below) and horizontal_overlap(line, field) > 0
