"""PAWLs version 1, the exchange format of token pages: points, origin top left, one dictionary per page."""

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
