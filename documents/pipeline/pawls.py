"""PAWLs, an exchange format for pages of tokens: points, origin top left.

Version 1 is a list of pages, each a dictionary. Version 2 is `{"v": 2, "p": [...]}` with short keys, one list per
token, and coordinates rounded to tenths of a point; the position of a page in the list is its number.
"""

from typing import TypedDict

from documents.pipeline.tokens import TokenPage


class PawlsPageInfo(TypedDict):
    """Size and number of a page; `index` counts from 0."""

    width: float
    height: float
    index: int


class PawlsToken(TypedDict):
    """One word."""

    x: float
    y: float
    width: float
    height: float
    text: str


class PawlsPage(TypedDict):
    """One page of a PAWLs file."""

    page: PawlsPageInfo
    tokens: list[PawlsToken]


class CompactPage(TypedDict):
    """One page of version 2: width, height, and `[x, y, width, height, text]` for each token."""

    w: float
    h: float
    t: list[list[float | str]]


def compact_page(tokens: TokenPage, *, number: int, width: float, height: float) -> CompactPage:
    """Return the page in version 2; `number` is not part of it."""
    boxes = (tokens.boxes * (width, height, width, height)).round(1).tolist()
    rows = [[*box, text] for box, text in zip(boxes, tokens.texts, strict=True)]
    return {"w": round(width, 1), "h": round(height, 1), "t": rows}


def pawls_page(tokens: TokenPage, *, number: int, width: float, height: float) -> PawlsPage:
    """Return the page in version 1; `number` counts from 1, the index in PAWLs from 0."""
    boxes = (tokens.boxes * (width, height, width, height)).round(2).tolist()
    return {
        "page": {"width": width, "height": height, "index": number - 1},
        "tokens": [
            {"x": x, "y": y, "width": w, "height": h, "text": text}
            for (x, y, w, h), text in zip(boxes, tokens.texts, strict=True)
        ],
    }
