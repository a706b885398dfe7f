"""How deep the elements of markup lie inside each other: parsers of markup call themselves, or take a time that grows
with the square.
"""

import re
from pathlib import Path

from documents.errors import UnsafeDocument

MOST = 800  # pages of the web have less than a hundred
_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9:._-]{0,40})[^<>]{0,4096}?(/?)>")
_VOID = frozenset(
    {b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param", b"source", b"wbr"}
)
# Their end may be left out: one of these right inside another of its kind stands beside it.
_ENDING_ALONE = frozenset({b"p", b"li", b"dt", b"dd", b"td", b"th", b"tr", b"option"})


def refuse_deep_nesting(path: Path) -> None:
    """Raises `UnsafeDocument`."""
    refuse_deep_markup(path.read_bytes())


def refuse_deep_markup(content: bytes) -> None:
    """Looks at the tags alone, in one pass."""
    opened: list[bytes] = []
    for match in _TAG.finditer(content):
        closes, name, ends = match.group(1), match.group(2).lower(), match.group(3)
        if closes:
            _close(opened, name)
        elif not ends and name not in _VOID and not (opened and opened[-1] == name and name in _ENDING_ALONE):
            opened.append(name)
            if len(opened) > MOST:
                raise UnsafeDocument


def _close(opened: list[bytes], name: bytes) -> None:
    """With everything that was left open inside; an end without a beginning counts for nothing."""
    for place in range(len(opened) - 1, -1, -1):
        if opened[place] == name:
            del opened[place:]
            return
