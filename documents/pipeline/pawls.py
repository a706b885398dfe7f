"""PAWLs, the exchange format of token pages: points, origin top left.

Version 1 is a list of pages, each a dictionary. Version 2 is `{"v": 2, "p": [...]}` with short keys, a list for each
token, and tenths of points; a page's place in the list is its number.
"""

from typing import TypedDict

from documents.pipeline.tokens import TokenPage


class PawlsPageInfo(TypedDict):
    """`index` counts from 0."""

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
    """One page of a PAWLs file, which is a list of these."""

    page: PawlsPageInfo
    tokens: list[PawlsToken]


class CompactPage(TypedDict):
    """One page of version 2: width, height, and `[x, y, width, height, text]` for each token."""

    w: float
    h: float
    t: list[list[float | str]]


def compact_page(tokens: TokenPage, *, number: int, width: float, height: float) -> CompactPage:
    """The page as version 2 has it; `number` is not part of it."""
    boxes = (tokens.boxes * (width, height, width, height)).round(1).tolist()
    found = [[*box, text] for box, text in zip(boxes, tokens.texts, strict=True)]
    return {"w": round(width, 1), "h": round(height, 1), "t": found}


def pawls_page(tokens: TokenPage, *, number: int, width: float, height: float) -> PawlsPage:
    """`number` counts from 1, as everywhere but in PAWLs."""
    boxes = (tokens.boxes * (width, height, width, height)).round(2).tolist()
    return {
        "page": {"width": width, "height": height, "index": number - 1},
        "tokens": [
            {"x": x, "y": y, "width": w, "height": h, "text": text}
            for (x, y, w, h), text in zip(boxes, tokens.texts, strict=True)
        ],
    }
