"""Decompression of RTF in Outlook messages (MS-OXRTFCP): references point back to the last 4,096 bytes."""

import struct
from typing import Final

from documents.errors import CorruptDocument, ParserOutOfMemory

_HEADER: Final = struct.Struct("<IIII")
_COMPRESSED, _UNCOMPRESSED = 0x75465A4C, 0x414C454D
_WINDOW: Final = 4096
_MAX_BYTES: Final = 64 * 1024 * 1024
_INITIAL_WINDOW: Final = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)


def decompress(data: bytes) -> bytes:
    """Return the RTF; raise `CorruptDocument` or `ParserOutOfMemory`."""
    if len(data) < _HEADER.size:
        raise CorruptDocument
    _, size, kind, _ = _HEADER.unpack_from(data)
    if size > _MAX_BYTES:
        raise ParserOutOfMemory(limit=_MAX_BYTES)
    content = data[_HEADER.size :]
    if kind == _UNCOMPRESSED:
        return content[:size]
    if kind != _COMPRESSED:
        raise CorruptDocument
    return _decompress(content, size)


def _decompress(content: bytes, size: int) -> bytes:
    """Decode the content: a control byte marks its next eight entries as bytes or references.

    A reference to the current position is the end.
    """
    window = _Window()
    entries = iter(content)
    for control in entries:
        for bit in range(8):
            first = next(entries, None)
            if first is None or len(window.output) >= size:
                return bytes(window.output[:size])
            if not control >> bit & 1:
                window.write(first)
                continue
            token = first << 8 | next(entries, 0)
            if token >> 4 == window.position:
                return bytes(window.output)
            window.copy(token >> 4, (token & 0xF) + 2)
    return bytes(window.output[:size])


class _Window:
    """The output, and its last bytes in a ring buffer."""

    def __init__(self) -> None:
        self._ring = bytearray(_INITIAL_WINDOW.ljust(_WINDOW, b"\x00"))
        self.position = len(_INITIAL_WINDOW)
        self.output = bytearray()

    def write(self, byte: int) -> None:
        self._ring[self.position] = byte
        self.output.append(byte)
        self.position = (self.position + 1) % _WINDOW

    def copy(self, offset: int, length: int) -> None:
        for step in range(length):
            self.write(self._ring[(offset + step) % _WINDOW])
