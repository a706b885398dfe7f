"""The executions of steps, which the workers log outside the system under test."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REFUSED = "IGNORED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """One run of a step by a process; `end` is None if the process died."""

    job: str
    fence: int
    step: str
    pid: int
    begin: float
    end: float | None
    state: str


def read_executions(path: Path) -> list[Execution]:
    """Pair beginnings with ends; refused messages and fenced attempts are `REFUSED`."""
    started: dict[tuple[str, int, str, int], dict[str, float]] = {}
    result: list[Execution] = []
    for line in _lines(path):
        key = (line["job"], line["fence"], line["step"], line["pid"])
        if line["event"] == "begin":
            started[key] = line
        elif key in started:
            result.append(_execution(key, started.pop(key)["at"], line["at"], line["state"]))
    result += [_execution(key, line["at"], None, "") for key, line in started.items()]
    return result


def _execution(key: tuple[str, int, str, int], begin: float, end: float | None, state: str) -> Execution:
    job, fence, step, pid = key
    return Execution(job=job, fence=fence, step=step, pid=pid, begin=begin, end=end, state=state)


def _lines(path: Path) -> Iterator[dict[str, object]]:
    if path.exists():
        yield from map(json.loads, path.read_text().splitlines())
