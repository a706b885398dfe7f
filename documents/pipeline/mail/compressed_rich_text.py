"""Rich text as Outlook packs it into a letter (MS-OXRTFCP): runs that refer back to the last 4,096 bytes."""

import struct
from typing import Final

from documents.errors import CorruptDocument, ParserOutOfMemory

_HEADER: Final = struct.Struct("<IIII")
_PACKED, _PLAIN = 0x75465A4C, 0x414C454D
_WINDOW: Final = 4096
_MOST_BYTES: Final = 64 * 1024 * 1024
_KNOWN: Final = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)  # what the window begins with


def unpacked(data: bytes) -> bytes:
    """Raises the typed reasons why it is not read."""
    if len(data) < _HEADER.size:
        raise CorruptDocument
    _, size, kind, _ = _HEADER.unpack_from(data)
    if size > _MOST_BYTES:
        raise ParserOutOfMemory(limit=_MOST_BYTES)
    content = data[_HEADER.size :]
    if kind == _PLAIN:
        return content[:size]
    if kind != _PACKED:
        raise CorruptDocument
    return _unpacked(content, size)


def _unpacked(content: bytes, size: int) -> bytes:
    """Each control byte says of eight entries whether they are a byte or a reference; one to itself is the end."""
    window = _Window()
    entries = iter(content)
    for control in entries:
        for bit in range(8):
            first = next(entries, None)
            if first is None or len(window.written) >= size:
                return bytes(window.written[:size])
            if not control >> bit & 1:
                window.write(first)
                continue
            token = first << 8 | next(entries, 0)
            if token >> 4 == window.at:
                return bytes(window.written)
            window.repeat(token >> 4, (token & 0xF) + 2)
    return bytes(window.written[:size])


class _Window:
    """The last bytes, in a ring."""

    def __init__(self) -> None:
        self._ring = bytearray(_KNOWN.ljust(_WINDOW, b"\x00"))
        self.at = len(_KNOWN)
        self.written = bytearray()

    def write(self, byte: int) -> None:
        self._ring[self.at] = byte
        self.written.append(byte)
        self.at = (self.at + 1) % _WINDOW

    def repeat(self, offset: int, length: int) -> None:
        for step in range(length):
            self.write(self._ring[(offset + step) % _WINDOW])
