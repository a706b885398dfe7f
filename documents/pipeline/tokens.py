"""Binary format of a page of tokens: columns that a browser maps onto typed arrays without parsing (see docs/api.md).

Boxes are 16-bit fractions of the page size: on a page of 2,000 points they are precise to a thirtieth of a point.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final

import numpy as np
from numpy.typing import NDArray

from documents.types import ParsedPage, Token

MAGIC = b"CTK1"
MAGIC_OCR = b"CTK2"  # the same, followed by one byte of OCR confidence per token
MEDIA_TYPE = "application/vnd.cartulary.tokens"
_HEADER = Struct("<4sIII")
_MAX_UINT16 = 65535
_BYTES_PER_TOKEN = 12
_CONFIDENCE_STEPS = 254


class MalformedTokens(ValueError):
    """The bytes are not a page of tokens."""


@dataclass(frozen=True, slots=True)
class TokenPage:
    """Decoded columns. `boxes` has one row per token: x, y, width, height as fractions of the page.

    `confidence` is the OCR confidence of each token; empty on a page without OCR.
    """

    page_start: int
    texts: tuple[str, ...]
    starts: tuple[int, ...]
    boxes: NDArray[np.float64]
    confidence: tuple[float | None, ...] = ()

    def __len__(self) -> int:
        return len(self.texts)


def encode(page: ParsedPage, page_start: int) -> bytes:
    """Return the tokens as bytes; `page_start` is the offset of the page's text in the text of the document."""
    texts = "\n".join(token.text for token in page.tokens).encode()
    columns = _box_columns(page).astype("<u2").tobytes()
    starts = np.array([token.start for token in page.tokens], dtype="<u4").tobytes()
    confidence = encode_confidence(page.tokens)
    magic = MAGIC_OCR if confidence else MAGIC
    return _HEADER.pack(magic, len(page.tokens), page_start, len(texts)) + columns + starts + texts + confidence


def decode(data: bytes | memoryview) -> TokenPage:
    """Return the columns; raise `MalformedTokens` for other data."""
    if len(data) < _HEADER.size:
        raise MalformedTokens("shorter than the header")
    magic, count, page_start, text_bytes = _HEADER.unpack_from(data)
    body = _HEADER.size + _BYTES_PER_TOKEN * count
    end = body + text_bytes
    if magic not in {MAGIC, MAGIC_OCR} or len(data) != end + (count if magic == MAGIC_OCR else 0):
        raise MalformedTokens("wrong magic number or wrong length")
    columns = np.frombuffer(data, "<u2", 4 * count, _HEADER.size).reshape(4, count)
    starts = np.frombuffer(data, "<u4", count, _HEADER.size + 8 * count)
    texts = _split_texts(bytes(data[body:end]), count)
    boxes = columns.T.astype(np.float64) / _MAX_UINT16
    return TokenPage(page_start, texts, tuple(starts.tolist()), boxes, decode_confidence(data[end:]))


def encode_confidence(tokens: Sequence[Token]) -> bytes:
    """Return one byte per token: 0 for no confidence, 1 to 255 for 0 to 1. Empty if no token has a confidence."""
    if all(token.confidence is None for token in tokens):
        return b""
    values = (token.confidence for token in tokens)
    return bytes(0 if value is None else 1 + round(_CONFIDENCE_STEPS * min(max(value, 0.0), 1.0)) for value in values)


def decode_confidence(column: Iterable[int]) -> tuple[float | None, ...]:
    """Return the values that `encode_confidence` has encoded."""
    return tuple(None if value == 0 else (int(value) - 1) / _CONFIDENCE_STEPS for value in column)


def _box_columns(page: ParsedPage) -> NDArray[np.float64]:
    """Return x, y, width and height as rows of rounded fractions, clipped to the page."""
    boxes = np.array([token.box for token in page.tokens], dtype=np.float64).reshape(-1, 4)
    width, height = page.width or 1.0, page.height or 1.0
    scale: NDArray[np.float64] = np.array([width, height, width, height])
    edges = np.clip(boxes / scale, 0.0, 1.0)
    columns = np.rint(edges * _MAX_UINT16)
    columns[:, 2:] -= columns[:, :2]
    return np.maximum(columns, 0.0).T


def _split_texts(data: bytes, count: int) -> tuple[str, ...]:
    try:
        texts: Sequence[str] = data.decode().split("\n") if count else ()
    except UnicodeDecodeError:
        raise MalformedTokens("the texts are not UTF-8") from None
    if len(texts) != count:
        raise MalformedTokens("the number of texts differs from the number of tokens")
    return tuple(texts)


_SAME_LINE: Final = 0.5  # of the lower box: so much do neighbours on a line overlap
_WORD_GAP: Final = 2.5  # of the higher box: words further apart are in different columns


class Lines:
    """The lines of a page, in columns: neighbouring words on one line whose gap is not too wide."""

    def __init__(self, tokens: TokenPage) -> None:
        corners, sizes = tokens.boxes[:, :2], tokens.boxes[:, 2:]
        self._low, self._high, heights = corners, corners + sizes, sizes[:, 1]
        shared = np.minimum(self._high[1:], self._high[:-1]) - np.maximum(self._low[1:], self._low[:-1])
        is_same_line = shared[:, 1] >= _SAME_LINE * np.minimum(heights[1:], heights[:-1])
        is_near = -shared[:, 0] <= _WORD_GAP * np.maximum(heights[1:], heights[:-1])
        self._starts = 1 + np.flatnonzero(~(is_same_line & is_near))

    def around(self, first: int, last: int) -> list[list[float]]:
        """Return left, top, right and bottom of the lines, or parts of lines, from a token to another one."""
        inside = self._starts[np.searchsorted(self._starts, first + 1) : np.searchsorted(self._starts, last + 1)]
        starts = np.concatenate(([first], inside)) - first
        low = np.minimum.reduceat(self._low[first : last + 1], starts)
        high = np.maximum.reduceat(self._high[first : last + 1], starts)
        return np.hstack((low, high)).tolist()  # type: ignore[no-any-return]  # of the stubs
