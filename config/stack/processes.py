"""Real Celery workers and a real web server beside a test, against the test's own database."""

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from config.stack.errors import StackError
from config.stack.kernel import dying_with_parent
from config.stack.layout import PROJECT
from config.stack.ports import LOOPBACK, free_port
from config.stack.services import answers, worker_answers
from config.stack.sweep import MARK, kill_rest
from config.stack.tools import scripts

READY_SECONDS = 180.0
PORT_TAKEN = "address already in use"
STOP_SECONDS = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """One program in a session of its own, with its log."""

    name: str
    popen: "subprocess.Popen[bytes]"
    log: Path
    is_ready: Callable[[], bool]

    @property
    def pid(self) -> int:
        return self.popen.pid

    def children(self) -> list[int]:
        """Pids of the direct children: a worker's pool."""
        return [int(pid) for pid in Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()]

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def signal(self, sig: signal.Signals) -> None:
        self.popen.send_signal(sig)

    def kill_all(self) -> None:
        """SIGKILL for the main process and its pool at once: as if the machine had lost power."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.popen.wait()

    def stop(self) -> None:
        """Ask, wait, then kill."""
        self.signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.popen.wait(STOP_SECONDS)
        self.kill_all()

    def wait_ready(self) -> None:
        """Raises StackError with the output when the program ends or does not become ready in time."""
        deadline = time.monotonic() + READY_SECONDS
        while not self.is_ready():
            if self.popen.poll() is not None or time.monotonic() > deadline:
                raise StackError(f"{self.name} did not become ready:\n{self.output()[-4000:]}")
            time.sleep(0.05)


class Processes:
    """Starts programs with one environment and stops them all at the end."""

    def __init__(self, *, environment: Mapping[str, str], folder: Path, beats: Callable[[str], bool]) -> None:
        self._beats = beats
        self._mark = f"test-{secrets.token_hex(8)}"
        self._environment = {**environment, MARK: self._mark, "PYTHONUNBUFFERED": "1"}
        self._folder = folder
        self._started: list[Process] = []

    def worker(
        self,
        *,
        processes: int = 2,
        env: Mapping[str, str] | None = None,
        arguments: tuple[str, ...] = (),
        wait: bool = True,
    ) -> Process:
        """Start a Celery worker; unless told otherwise, wait until its main process answers and beats."""
        node = f"test-{secrets.token_hex(3)}@localhost"
        argv = [str(scripts() / "celery"), "-A", "config.celery_app", "worker", "--pool", "prefork", "--hostname", node]
        argv += ["--concurrency", str(processes), "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
        broker = {**self._environment, **(env or {})}["CELERY_BROKER_URL"]
        return self.start(
            node,
            [*argv, *arguments],
            is_ready=lambda: worker_answers(broker, node) and self._beats(node),
            env=env,
            wait=wait,
        )

    def web(self, *, env: Mapping[str, str] | None = None, wait: bool = True) -> tuple[Process, str]:
        """Start uvicorn; give the process and its address."""
        while True:
            try:
                return self._web_at(free_port(0), env=env, wait=wait)
            except StackError as error:
                if PORT_TAKEN not in str(error):  # by somebody else who looked for a free one meanwhile
                    raise

    def _web_at(self, port: int, *, env: Mapping[str, str] | None, wait: bool) -> tuple[Process, str]:
        argv = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", LOOPBACK, "--port", str(port)]
        argv += ["--lifespan", "off", "--timeout-graceful-shutdown", "1"]
        process = self.start("web", argv, is_ready=lambda: answers(port, "/health/ready"), env=env, wait=wait)
        return process, f"http://{LOOPBACK}:{port}"

    def start(
        self,
        name: str,
        argv: list[str],
        *,
        is_ready: Callable[[], bool],
        env: Mapping[str, str] | None = None,
        wait: bool = True,
    ) -> Process:
        """Start any program."""
        log = self._folder / f"{name.partition('@')[0]}.log"
        with log.open("ab") as output:
            popen = subprocess.Popen(
                dying_with_parent(argv, signal.SIGKILL),
                cwd=PROJECT,
                env={**self._environment, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        process = Process(name=name, popen=popen, log=log, is_ready=is_ready)
        self._started.append(process)
        if wait:
            process.wait_ready()
        return process

    def close(self) -> None:
        """Kill them: an end in order takes seconds, and nobody looks at it."""
        for process in self._started:
            process.kill_all()
        kill_rest(self._mark)


@contextmanager
def processes(*, environment: Mapping[str, str], folder: Path, beats: Callable[[str], bool]) -> Iterator[Processes]:
    """Programs that end with the block. `beats` tells whether the worker of that name has a heartbeat."""
    started = Processes(environment=environment, folder=folder, beats=beats)
    try:
        yield started
    finally:
        started.close()
