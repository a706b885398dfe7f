"""Single byte ranges (RFC 9110, section 14). Pure."""

import re
from dataclasses import dataclass

from core.errors import UserFault

# At most 19 digits: no size has more.
_SINGLE = re.compile(r"bytes=\s*(\d{0,19})-(\d{0,19})\s*", re.ASCII | re.IGNORECASE)


class RangeNotSatisfiable(UserFault):
    """The requested range begins after the end of the file."""

    code = "range_not_satisfiable"
    http_status = 416
    what_to_do = "Ask for a range inside the file, or for the whole file."


@dataclass(frozen=True, slots=True)
class ByteRange:
    """From `start` up to, not including, `stop`."""

    start: int
    stop: int

    @property
    def length(self) -> int:
        return self.stop - self.start

    def of(self, size: int) -> str:
        """Return the value of `Content-Range`."""
        return f"bytes {self.start}-{self.stop - 1}/{size}"


def parse_range(header: str, size: int) -> ByteRange | None:
    """Parse a `Range` header.

    Returns `None` if the whole file is to be sent: malformed ranges, several at once (a server may ignore them), other
    units. Raises `RangeNotSatisfiable` for a well-formed range outside of the file.
    """
    match = _SINGLE.fullmatch(header)
    if match is None:
        return None
    first, last = match.groups()
    if first:
        return _from_start(int(first), int(last) if last else None, size)
    return _suffix(int(last), size) if last else None


def _from_start(first: int, last: int | None, size: int) -> ByteRange | None:
    if last is not None and last < first:
        return None
    if first >= size:
        raise RangeNotSatisfiable(size=size)
    return ByteRange(first, size if last is None else min(last + 1, size))


def _suffix(length: int, size: int) -> ByteRange:
    if length == 0 or size == 0:
        raise RangeNotSatisfiable(size=size)
    return ByteRange(max(0, size - length), size)
