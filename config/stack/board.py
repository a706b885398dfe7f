"""The face of the stack: one line per service on the terminal, and the same facts in `state.json` for `status`."""

import json
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from config.stack.programs import State

_COLOURS = {
    State.READY: "32",
    State.DONE: "32",
    State.CURRENT: "32",
    State.RESTARTING: "33",
    State.FAILED: "31",
    State.STOPPED: "90",
}
_REACHED = frozenset({State.READY, State.DONE, State.CURRENT, State.FAILED})
_PALETTE = ("36", "35", "34", "33", "32", "96", "95")
_NAME_WIDTH = 9
_STATE_WIDTH = 11


@dataclass(slots=True, kw_only=True)
class Line:
    """One service or step as shown."""

    name: str
    state: State = State.WAITING
    address: str = ""
    origin: str = ""
    seconds: float = 0.0
    pid: int | None = None
    restarts: int = 0


class Board:
    """Collects the lines, prints each change that matters, and keeps the file up to date."""

    def __init__(self, file: Path | None = None, *, out: TextIO | None = None) -> None:
        self.lines: dict[str, Line] = {}
        self._file = file
        self._out = out or sys.stdout
        self._colours = self._out.isatty()
        self._clocks: dict[str, float] = {}

    def add(self, name: str, *, address: str = "", origin: str = "") -> None:
        self.lines[name] = Line(name=name, address=address, origin=origin)

    def change(self, name: str, state: State, *, pid: int | None = None, note: str = "") -> None:
        line = self.lines[name]
        line.state, line.pid = state, pid
        if state is State.STARTING:
            self._clocks[name] = time.monotonic()
        elif state in _REACHED:
            line.seconds = round(time.monotonic() - self._clocks.get(name, time.monotonic()), 1)
        if state is State.RESTARTING:
            line.restarts += 1
        if state not in {State.WAITING, State.STARTING}:
            self.say(self.render(line) + (f"  {note}" if note else ""))
        self._save()

    def render(self, line: Line) -> str:
        mark = {State.FAILED: "✘", State.RESTARTING: "↻", State.STOPPED: "·", State.WAITING: "·"}.get(line.state, "✔")
        state = self.paint(f"{mark} {line.state:<{_STATE_WIDTH}}", _COLOURS.get(line.state, "0"))
        took = f"{line.seconds:5.1f} s" if line.state in _REACHED else "       "
        return f"  {line.name:<{_NAME_WIDTH}} {state} {took}  {line.address:<24} {line.origin}".rstrip()

    def echo(self, name: str, text: str) -> None:
        """Show one line of a child's own output behind its name."""
        colour = _PALETTE[list(self.lines).index(name) % len(_PALETTE)] if name in self.lines else "0"
        self.say(f"{self.paint(f'{name:>{_NAME_WIDTH}} |', colour)} {text}")

    def paint(self, text: str, colour: str) -> str:
        return f"\033[{colour}m{text}\033[0m" if self._colours else text

    def say(self, text: str = "") -> None:
        try:
            self._out.write(f"{text}\n")
            self._out.flush()
        except OSError:  # the terminal or the pipe is gone; the services must not notice
            self._colours = False

    def _save(self) -> None:
        if self._file is None:
            return
        draft = self._file.with_suffix(".new")
        draft.write_text(json.dumps([asdict(line) for line in self.lines.values()], indent=2))
        draft.replace(self._file)


def read_lines(file: Path) -> list[Line]:
    """Read what a supervisor wrote; nothing when none ever ran."""
    if not file.exists():
        return []
    return [Line(**(entry | {"state": State(entry["state"])})) for entry in json.loads(file.read_text())]
