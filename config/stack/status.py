"""Status and logs: one line per service on the terminal, the same in `state.json` for `status`, a log file for each."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, TextIO

# One full file is kept beside the current one, so that logs do not fill the disk.
_LARGEST_LOG = 20 * 1024 * 1024
_TAIL_BYTES = 16_384
_FOLLOW_SECONDS = 0.2
_PALETTE = ("36", "35", "34", "33", "32", "96", "95")
_NAME_WIDTH = 9
_STATE_WIDTH = 11


class State(StrEnum):
    """The state of a service or step."""

    WAITING = "waiting"
    STARTING = "starting"
    READY = "ready"
    DONE = "done"
    CURRENT = "up to date"
    RESTARTING = "restarting"
    FAILED = "failed"
    STOPPED = "stopped"


_COLOURS = {State.READY: "32", State.DONE: "32", State.CURRENT: "32", State.RESTARTING: "33", State.FAILED: "31"}
_MARKS = {State.FAILED: "✘", State.RESTARTING: "↻", State.STOPPED: "·", State.WAITING: "·"}
_REACHED = frozenset({State.READY, State.DONE, State.CURRENT, State.FAILED})


@dataclass(slots=True, kw_only=True)
class Status:
    """The status of one service or step."""

    name: str
    state: State = State.WAITING
    address: str = ""
    origin: str = ""
    seconds: float = 0.0
    pid: int | None = None
    restarts: int = 0


class StatusBoard:
    """Prints changes, and writes the status of all services to a file."""

    def __init__(self, file: Path | None = None, *, out: TextIO | None = None) -> None:
        self.services: dict[str, Status] = {}
        self._file = file
        self._out = out or sys.stdout
        self._has_colours = self._out.isatty()
        self._started: dict[str, float] = {}

    def add(self, name: str, *, address: str = "", origin: str = "") -> None:
        self.services[name] = Status(name=name, address=address, origin=origin)

    def change(self, name: str, state: State, *, pid: int | None = None, note: str = "") -> None:
        service = self.services[name]
        service.state, service.pid = state, pid
        if state is State.STARTING:
            self._started[name] = time.monotonic()
        elif state in _REACHED:
            service.seconds = round(time.monotonic() - self._started.get(name, time.monotonic()), 1)
        if state is State.RESTARTING:
            service.restarts += 1
        if state not in {State.WAITING, State.STARTING}:
            self.print(self.render(service) + (f"  {note}" if note else ""))
        if self._file is not None:
            draft = self._file.with_suffix(".new")
            draft.write_text(json.dumps([asdict(each) for each in self.services.values()], indent=2))
            draft.replace(self._file)

    def render(self, service: Status) -> str:
        text = f"{_MARKS.get(service.state, '✔')} {service.state:<{_STATE_WIDTH}}"
        state = self.paint(text, _COLOURS.get(service.state, "90"))
        seconds = f"{service.seconds:5.1f} s" if service.state in _REACHED else "       "
        line = f"  {service.name:<{_NAME_WIDTH}} {state} {seconds}  {service.address:<24} {service.origin}"
        return line.rstrip()

    def print_output(self, name: str, text: str) -> None:
        """Print one line of a child's output after its name."""
        colour = _PALETTE[list(self.services).index(name) % len(_PALETTE)] if name in self.services else "0"
        self.print(f"{self.paint(f'{name:>{_NAME_WIDTH}} |', colour)} {text}")

    def paint(self, text: str, colour: str) -> str:
        return f"\033[{colour}m{text}\033[0m" if self._has_colours else text

    def print(self, text: str = "") -> None:
        try:
            self._out.write(f"{text}\n")
            self._out.flush()
        except OSError:  # the terminal or the pipe is closed; the services go on
            self._has_colours = False


def read_status(file: Path) -> list[Status]:
    """Read the file of a supervisor; nothing if there was none."""
    if not file.exists():
        return []
    return [Status(**(entry | {"state": State(entry["state"])})) for entry in json.loads(file.read_text())]


class ChildLog:
    """The log file of a child, which writes to it itself: it does not wait for the supervisor and survives it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._start = 0

    def open(self) -> BinaryIO:
        """Open the file for a new run of the child, the one whose lines `tail` returns."""
        if self.path.exists() and self.path.stat().st_size > _LARGEST_LOG:
            self.path.replace(self.path.with_suffix(".log.1"))
        file = self.path.open("ab", buffering=0)
        self._start = os.fstat(file.fileno()).st_size
        return file

    def tail(self, lines: int = 25) -> str:
        """Return the last lines of the current run, indented."""
        if not self.path.exists():
            return ""
        with self.path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(self._start, size - _TAIL_BYTES))
            last = file.read().decode(errors="replace").splitlines()[-lines:]
        return "\n".join(f"    {line}" for line in last)

    async def follow(self, show: Callable[[str], None]) -> None:
        """Show every new line until this is cancelled."""
        self.path.touch()
        with self.path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            rest = b""
            while True:
                *lines, rest = (rest + file.read()).split(b"\n")
                for line in lines:
                    show(line.decode(errors="replace"))
                await asyncio.sleep(_FOLLOW_SECONDS)
