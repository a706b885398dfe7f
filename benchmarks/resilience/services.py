"""Start scripted servers (`scripted.py`), and count the requests that reach them."""

import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from benchmarks.resilience import scripted
from config.stack.run_config import free_port
from config.stack.services import answers
from config.stack.testing import Process, Processes

PROGRAM: Final = Path(scripted.__file__)
_FIRST_CALL_S: Final = 120.0


class Behaviour(StrEnum):
    """The behaviour of a server: it answers, answers 503, or accepts connections and never answers."""

    ANSWERS = "answers"
    FAILS = "fails"
    HANGS = "hangs"


@dataclass(frozen=True, slots=True)
class Service:
    """A scripted server."""

    process: Process
    port: int

    @property
    def host(self) -> str:
        return f"{scripted.HOST}:{self.port}"

    def calls(self) -> list[float]:
        """Return the times of the requests so far."""
        return [float(line) for line in self.process.output().splitlines() if line.replace(".", "").isdigit()]

    def wait_until_called(self) -> None:
        """Wait for the first request."""
        deadline = time.monotonic() + _FIRST_CALL_S
        while not self.calls():
            if time.monotonic() > deadline:
                raise RuntimeError(f"No request has reached {self.process.name}.")
            time.sleep(0.05)

    def stop(self) -> None:
        """End it; connections are refused from now on."""
        self.process.kill_all()


def start_service(
    processes: Processes,
    behaviour: Behaviour,
    *,
    seconds: tuple[float, float] = (0.0, 0.0),
    port: int | None = None,
) -> Service:
    """Start a server that answers after the shortest to the longest of these seconds; return when it has started.

    It has a new port, and with it a new circuit breaker, unless there is a `port`.
    """
    port = port or free_port(0)
    arguments = [str(port), behaviour.value, *map(str, seconds)]
    # `-P`: the folder of the program has modules that are called as others are.
    argv = [sys.executable, "-P", str(PROGRAM), *arguments]
    process = processes.start(f"{behaviour}-{port}", argv, is_ready=lambda: answers(port, "/"))
    return Service(process, port)
