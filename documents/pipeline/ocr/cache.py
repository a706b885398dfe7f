"""File of OCR results of an earlier attempt, so that a retry need not repeat them."""

import json
import struct
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from documents.pipeline.ocr.model import OcrLine, OcrPage, OcrSource, OcrWord, RulingLines
from documents.types import Box

_HEADER = struct.Struct(">II")  # the page number, and the number of bytes that follow


def serialize_page(page: OcrPage) -> bytes:
    """Return the page as compressed JSON. Named tuples become lists, in the order of their fields."""
    return zlib.compress(json.dumps(page, separators=(",", ":")).encode())


def deserialize_page(data: bytes) -> OcrPage:
    rotation, skew, lines, (horizontal, vertical), source = json.loads(zlib.decompress(data))
    rules = RulingLines([Box(*edges) for edges in horizontal], [Box(*edges) for edges in vertical])
    return OcrPage(rotation, skew, [_line(line) for line in lines], rules, OcrSource(*source))


def write_cache(target: Path, pages: Iterable[tuple[int, bytes]]) -> None:
    """Write serialized pages, each with its number."""
    with target.open("wb") as file:
        for number, data in pages:
            file.write(_HEADER.pack(number, len(data)) + data)


class OcrCache:
    """Reader of a cache file. Only the positions of its pages are in memory. Without a file the cache is empty."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._positions: dict[int, tuple[int, int]] = {}
        if path is None:
            return
        with path.open("rb") as file:
            while header := file.read(_HEADER.size):
                number, length = _HEADER.unpack(header)
                self._positions[number] = (file.tell(), length)
                file.seek(length, 1)

    def page(self, number: int) -> OcrPage | None:
        """Return the results for a page, or `None` if there are none."""
        position = self._positions.get(number)
        if position is None or self._path is None:
            return None
        with self._path.open("rb") as file:
            file.seek(position[0])
            return deserialize_page(file.read(position[1]))


def _line(line: Sequence[Any]) -> OcrLine:
    words, edges, rotation, stroke_width = line
    return OcrLine(
        tuple(OcrWord(text, Box(*box), confidence) for text, box, confidence in words),
        Box(*edges),
        rotation,
        stroke_width,
    )
