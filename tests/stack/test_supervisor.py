"""The supervisor keeps its promises to real children."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.stack.processes import find_marked
from config.stack.status import State, read_status
from config.stack.supervisor import Backoff
from tests.processes import is_alive
from tests.timeouts import PATIENCE, until

WAIT_SECONDS = PATIENCE


class SmallStack:
    """The program of `small_stack.py`, running."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.folder = folder
        command = [sys.executable, "-m", "tests.stack.small_stack", str(folder), *names]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def pids(self, name: str) -> list[int]:
        """Wait for the child and its grandchild; return their pids."""
        file = self.folder / f"{name}.pids"
        until(lambda: file.exists() and len(file.read_text().split()) == 2)
        return [int(pid) for pid in file.read_text().split()]

    def state(self, name: str) -> State | None:
        return next((each.state for each in read_status(self.folder / "state.json") if each.name == name), None)

    def wait_ready(self, *names: str) -> None:
        until(lambda: all(self.state(name) is State.READY for name in names))


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., SmallStack]]:
    started: list[SmallStack] = []

    def run(*names: str) -> SmallStack:
        started.append(SmallStack(tmp_path, *names))
        return started[-1]

    yield run
    for stack in started:
        stack.process.kill()
        stack.process.communicate()
    until(lambda: not find_marked(str(tmp_path)))


def test_services_stop_before_their_dependencies(start):
    stack = start("engine", "worker", "web")
    stack.wait_ready("engine", "worker", "web")
    stack.process.send_signal(signal.SIGTERM)
    assert stack.process.wait(WAIT_SECONDS) == 0
    assert (stack.folder / "ends").read_text().split() == ["web", "worker", "engine"]


def test_services_start_after_their_dependencies_are_ready(start):
    stack = start("engine", "web")
    stack.wait_ready("engine", "web")
    engine, web = (Path(f"/proc/{stack.pids(name)[0]}/stat").read_text().split()[21] for name in ("engine", "web"))
    assert int(engine) < int(web)


def test_a_dead_child_is_started_again(start):
    stack = start("web")
    stack.wait_ready("web")
    first = stack.pids("web")[0]
    os.kill(first, signal.SIGKILL)
    until(lambda: stack.pids("web")[0] != first)
    until(lambda: [each.restarts for each in read_status(stack.folder / "state.json")] == [1])


def test_a_service_that_does_not_become_ready_ends_the_start_with_its_output(start):
    stack = start("engine", "weak")
    output, _ = stack.process.communicate(timeout=WAIT_SECONDS)
    assert stack.process.returncode == 1
    assert "no configuration was found" in output
    assert stack.state("engine") is State.STOPPED


@pytest.mark.parametrize(
    "stop",
    [
        signal.SIGINT,  # Ctrl-C
        signal.SIGTERM,  # `make stop`
        signal.SIGHUP,  # the terminal was closed
        signal.SIGKILL,  # cannot be caught: the kernel and the guard do it
    ],
)
def test_no_descendant_survives_the_supervisor(start, stop):
    stack = start("engine", "web")
    stack.wait_ready("engine", "web")
    descendants = stack.pids("engine") + stack.pids("web")
    assert all(map(is_alive, descendants))
    stack.process.send_signal(stop)
    until(lambda: not any(map(is_alive, descendants)))


def test_a_service_that_ignores_the_stop_signal_is_killed(start):
    stack = start("deaf")
    stack.wait_ready("deaf")
    began = time.monotonic()
    stack.process.terminate()
    assert stack.process.wait(WAIT_SECONDS) == 0
    assert time.monotonic() - began >= 1.0


@pytest.mark.parametrize(
    ("failures", "seconds"),
    [
        (1, 0.5),  # the first restart is quick
        (2, 1.0),  # then it doubles
        (4, 4.0),
        (50, 30.0),  # never more than the ceiling
    ],
)
def test_backoff(failures, seconds):
    assert Backoff().delay(failures) == seconds
