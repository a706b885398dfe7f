"""The binary token page: columns that a browser maps onto typed arrays without parsing (see the API's docs).

Boxes are 16-bit fractions of the page's size, so a page of 2,000 points keeps a thirtieth of a point.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from documents.types import ParsedPage, Token

MAGIC = b"CTK1"
MAGIC_READ = b"CTK2"  # the same, and behind the texts one byte for each token: how sure it is
MEDIA_TYPE = "application/vnd.cartulary.tokens"
_HEADER = Struct("<4sIII")
_FULL = 65535
_BYTES_PER_TOKEN = 12
_SUREST = 254


class MalformedTokens(ValueError):
    """These bytes are no token page."""


@dataclass(frozen=True, slots=True)
class TokenPage:
    """Decoded columns. `boxes` holds x, y, width, height as fractions of the page, one row per token.

    `confidence` is that of each token that was read off a picture; empty where no token was.
    """

    page_start: int
    texts: tuple[str, ...]
    starts: tuple[int, ...]
    boxes: NDArray[np.float64]
    confidence: tuple[float | None, ...] = ()

    def __len__(self) -> int:
        return len(self.texts)


def encode(page: ParsedPage, page_start: int) -> bytes:
    """`page_start` is the offset of the page's text in the document's text."""
    texts = "\n".join(token.text for token in page.tokens).encode()
    columns = _box_columns(page).astype("<u2").tobytes()
    starts = np.array([token.start for token in page.tokens], dtype="<u4").tobytes()
    confidence = confidence_bytes(page.tokens)
    magic = MAGIC_READ if confidence else MAGIC
    return _HEADER.pack(magic, len(page.tokens), page_start, len(texts)) + columns + starts + texts + confidence


def decode(data: bytes | memoryview) -> TokenPage:
    if len(data) < _HEADER.size:
        raise MalformedTokens("shorter than its header")
    magic, count, page_start, text_bytes = _HEADER.unpack_from(data)
    body = _HEADER.size + _BYTES_PER_TOKEN * count
    end = body + text_bytes
    if magic not in {MAGIC, MAGIC_READ} or len(data) != end + (count if magic == MAGIC_READ else 0):
        raise MalformedTokens("wrong mark or wrong length")
    columns = np.frombuffer(data, "<u2", 4 * count, _HEADER.size).reshape(4, count)
    starts = np.frombuffer(data, "<u4", count, _HEADER.size + 8 * count)
    texts = _split_texts(bytes(data[body:end]), count)
    boxes = columns.T.astype(np.float64) / _FULL
    return TokenPage(page_start, texts, tuple(int(start) for start in starts), boxes, confidence_of(data[end:]))


def confidence_bytes(tokens: Sequence[Token]) -> bytes:
    """One byte for each token: 0 for none, 1 to 255 for 0 to 1. Nothing at all where no token has any."""
    if all(token.confidence is None for token in tokens):
        return b""
    sure = (token.confidence for token in tokens)
    return bytes(0 if value is None else 1 + round(_SUREST * min(max(value, 0.0), 1.0)) for value in sure)


def confidence_of(column: Iterable[int]) -> tuple[float | None, ...]:
    """What `confidence_bytes` has written."""
    return tuple(None if value == 0 else (int(value) - 1) / _SUREST for value in column)


def _box_columns(page: ParsedPage) -> NDArray[np.float64]:
    """x, y, width, height as rows of rounded fractions; what sticks out of the page is clipped."""
    boxes = np.array([token.box for token in page.tokens], dtype=np.float64).reshape(-1, 4)
    edges = np.clip(boxes / _scale(page), 0.0, 1.0)
    columns = np.rint(edges * _FULL)
    columns[:, 2:] -= columns[:, :2]
    return np.maximum(columns, 0.0).T


def _scale(page: ParsedPage) -> NDArray[np.float64]:
    width, height = page.width or 1.0, page.height or 1.0
    return np.array([width, height, width, height])


def _split_texts(data: bytes, count: int) -> tuple[str, ...]:
    try:
        texts: Sequence[str] = data.decode().split("\n") if count else ()
    except UnicodeDecodeError:
        raise MalformedTokens("the texts are not UTF-8") from None
    if len(texts) != count:
        raise MalformedTokens("as many texts as tokens are needed")
    return tuple(texts)
