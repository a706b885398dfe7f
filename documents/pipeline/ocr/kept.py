"""What was read off pages, as bytes: so that another attempt at a document need not read it again."""

import json
import struct
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from documents.pipeline.ocr.lines import DrawnRules, Reader, ReadLine, ReadWord, UprightPage
from documents.types import Box

_HEAD = struct.Struct(">II")  # the page's number, and how many bytes follow


def packed(page: UprightPage) -> bytes:
    return zlib.compress(json.dumps(page, separators=(",", ":")).encode())


def unpacked(data: bytes) -> UprightPage:
    """What is packed is tuples, and JSON keeps their order."""
    turn, lean, lines, (across, down), reader = json.loads(zlib.decompress(data))
    rules = DrawnRules([Box(*edges) for edges in across], [Box(*edges) for edges in down])
    return UprightPage(turn, lean, [_line(line) for line in lines], rules, Reader(*reader))


def _line(line: Sequence[Any]) -> ReadLine:
    words, edges, turn, stroke = line
    read = tuple(ReadWord(text, Box(*box), confidence) for text, box, confidence in words)
    return ReadLine(read, Box(*edges), turn, stroke)


def write_kept(target: Path, readings: Iterable[tuple[int, bytes]]) -> None:
    """A file of what was packed, page by page."""
    with target.open("wb") as file:
        for number, data in readings:
            file.write(_HEAD.pack(number, len(data)) + data)


class Kept:
    """Such a file: where the pages lie in it is known, and each is read when it is asked for."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._places: dict[int, tuple[int, int]] = {}
        if path is not None:
            with path.open("rb") as file:
                self._look_through(file)

    def page(self, number: int) -> UprightPage | None:
        """Nothing where it was not read yet."""
        place = self._places.get(number)
        if place is None or self._path is None:
            return None
        with self._path.open("rb") as file:
            file.seek(place[0])
            return unpacked(file.read(place[1]))

    def _look_through(self, file: BinaryIO) -> None:
        while head := file.read(_HEAD.size):
            number, length = _HEAD.unpack(head)
            self._places[number] = (file.tell(), length)
            file.seek(length, 1)
