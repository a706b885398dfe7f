"""How much one request may give: files in the outbox and bytes of answers. Nothing may fill the disk or the memory."""

import os
import time
from pathlib import Path

from documents.errors import UnsafeDocument
from documents.pipeline.sandbox.limits import Limits

_LOOK_SECONDS = 0.5


class OutputMeter:
    """Looks into the outbox now and then; raises `UnsafeDocument` when there is too much."""

    def __init__(self, outbox: Path, limits: Limits) -> None:
        self._outbox = outbox
        self._limits = limits
        self._answered = 0
        self._taken_files = self._taken_bytes = 0
        self._looked = 0.0

    def answer(self, size: int) -> None:
        """Count an answer that has come."""
        self._answered += size
        if self._answered > self._limits.answer_bytes:
            raise UnsafeDocument

    def take(self, path: Path) -> None:
        """Count a file that has left the outbox."""
        self._taken_files += 1
        self._taken_bytes += path.stat().st_size
        self._require(0, 0)

    def look(self) -> None:
        """Twice a second, however often it is called."""
        if time.monotonic() - self._looked >= _LOOK_SECONDS:
            self._looked = time.monotonic()
            self._require(*_content(self._outbox, most=self._limits.output_files))

    def _require(self, files: int, size: int) -> None:
        if files + self._taken_files > self._limits.output_files:
            raise UnsafeDocument
        if size + self._taken_bytes > self._limits.output_bytes:
            raise UnsafeDocument


def _content(folder: Path, *, most: int) -> tuple[int, int]:
    """How many files there are and how many bytes they take; counting ends when there are too many."""
    files = size = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            files += 1
            try:
                size += Path(parent, name).lstat().st_size
            except FileNotFoundError:  # removed meanwhile
                continue
            if files > most:
                return files, size
    return files, size
