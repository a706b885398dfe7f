"""A child's log: a file it writes itself, so that it never waits for the supervisor and survives it."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

# One full file is kept beside the current one, so that logs never fill a disk.
LARGEST_FILE = 20 * 1024 * 1024
_TAIL_BYTES = 16_384
_FOLLOW_SECONDS = 0.2


class ChildLog:
    """The file of one child."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._start = 0

    def open(self) -> BinaryIO:
        """Open for a new run of the child; `tail` then speaks of this run only."""
        if self.path.exists() and self.path.stat().st_size > LARGEST_FILE:
            self.path.replace(self.path.with_suffix(".log.1"))
        file = self.path.open("ab", buffering=0)
        self._start = os.fstat(file.fileno()).st_size
        return file

    def tail(self, lines: int = 25) -> list[str]:
        """The last lines of the current run."""
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(self._start, size - _TAIL_BYTES))
            return file.read().decode(errors="replace").splitlines()[-lines:]

    async def follow(self, show: Callable[[str], None]) -> None:
        """Show every new line, for ever: cancel it."""
        self.path.touch()
        with self.path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            rest = b""
            while True:
                *lines, rest = (rest + file.read()).split(b"\n")
                for line in lines:
                    show(line.decode(errors="replace"))
                await asyncio.sleep(_FOLLOW_SECONDS)
