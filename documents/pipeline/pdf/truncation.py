"""Was the end of the file lost? Readers repair such files and show fewer pages without a word; here it is an error.

A complete PDF ends after an object, a cross reference table or a trailer, whatever junk follows. One that was cut ends
inside an object: an object begins and nothing closes it. A file cut after its last object has lost nothing.
"""

import mmap
import re
from pathlib import Path

_OBJECT_HEAD = re.compile(rb"(?:^|[\r\n\s])\d{1,10}\s+\d{1,5}\s+obj\b")
_HEADER_WINDOW = 1024
_CLOSERS = (b"endobj", b"trailer", b"startxref", b"%%EOF")


def ends_inside_an_object(path: Path) -> bool:
    """Whether an object starts after the last closing mark of the file and is never finished."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        closed = max(data.rfind(mark) for mark in _CLOSERS)
        return _OBJECT_HEAD.search(data, max(closed, 0)) is not None


def lacks_an_ending(path: Path) -> bool:
    """Whether the file begins as a PDF and says nowhere that it is complete."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        begins = data.find(b"%PDF-", 0, _HEADER_WINDOW) >= 0
        return begins and data.rfind(b"%%EOF") < 0 and data.rfind(b"startxref") < 0
