"""Pytest plug-in (`-p config.stack.testing`): temporary engines for the tests, and real workers and web servers.

The engines are started before Django reads its settings, belong to this process alone and end with it, also when pytest
is killed. Each process of xdist has its own, so that a test may interrupt, empty or restart what it likes.
"""

import argparse
import gc
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
import redis

from config.stack.paths import PROJECT, StackError, StackPaths, scripts
from config.stack.processes import MARKER, kill_marked
from config.stack.run_config import LOOPBACK, free_port
from config.stack.services import answers, worker_answers
from config.stack.setup import Browser, find_or_install_browser
from config.stack.temporary_engines import migrated_cluster, models_folder, temporary_engines

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

_READY_SECONDS = 180.0
_PORT_TAKEN = "address already in use"
_STOP_SECONDS = 15.0

# For a process that runs no test, but imports the settings.
_NO_ENGINES = {
    "DATABASE_URL": "postgres://nobody@/nowhere/none",
    "DATA_DIR": os.devnull,
    "MODELS_DIR": os.devnull,
    "REDIS_URL": "unix:///nowhere",
    "CELERY_BROKER_URL": "redis+socket:///nowhere",
    "SECRET_KEY": secrets.token_urlsafe(48),
    "JWT_SECRET": secrets.token_urlsafe(48),
}

_engines = ExitStack()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, object, object]:
    """Start the engines: a wrapper runs before pytest-django's own hook, which imports the settings."""
    options = early_config.known_args_namespace
    if options.collectonly or runs_tests(options):
        gc.disable()  # until all is imported, of which nothing is garbage
    if runs_tests(options):
        engines = _engines.enter_context(temporary_engines(template=migrated_cluster()))
        os.environ.update(engines.environment() | {"MODELS_DIR": str(models_folder())})
    else:
        os.environ.update(_NO_ENGINES)
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    return auto_workers(config.option)


def auto_workers(options: argparse.Namespace) -> int:
    """Return one process more than there are cores, because many tests wait for other processes; at most four.

    A file is never divided, so there are no more than files; a single one is run by the process that would distribute.
    """
    most = min((os.cpu_count() or 1) + 1, 4)
    paths = {Path(name.partition("::")[0]) for name in options.file_or_dir}
    if not paths or not all(path.is_file() for path in paths):
        return most
    return min(len(paths), most) if len(paths) > 1 else 0


def runs_tests(options: argparse.Namespace) -> bool:
    """Return whether this process runs tests: neither only collects them nor only distributes them."""
    if options.collectonly:
        return False
    if "PYTEST_XDIST_WORKER" in os.environ or options.usepdb:
        return True
    return not (auto_workers(options) if options.numprocesses == "auto" else options.numprocesses)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish() -> None:
    """Let the garbage collector begin, without what lives as long as this process: modules and tests."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    _engines.close()


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
        """Return the process ids of the direct children: a worker's pool."""
        return [child.pid for child in psutil.Process(self.pid).children()]

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def signal(self, sig: signal.Signals) -> None:
        self.popen.send_signal(sig)

    def kill_all(self) -> None:
        """Kill the main process and its pool at once, as if the machine had lost power."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.popen.wait()

    def stop(self) -> None:
        """Ask it to end, wait, then kill it."""
        self.signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self.popen.wait(_STOP_SECONDS)
        self.kill_all()

    def wait_ready(self) -> None:
        """Wait. Raises StackError with the output if the program ends or does not become ready in time."""
        deadline = time.monotonic() + _READY_SECONDS
        while not self.is_ready():
            if self.popen.poll() is not None or time.monotonic() > deadline:
                raise StackError(f"{self.name} did not become ready:\n{self.output()[-4000:]}")
            time.sleep(0.05)


class Processes:
    """Starts programs with one environment and stops them all at the end."""

    def __init__(self, *, environment: Mapping[str, str], folder: Path, beats: Callable[[str], bool]) -> None:
        self._beats = beats
        # Below the marker of the engines, so that all end when pytest is killed.
        self._marker = f"{environment.get(MARKER, 'test')}/{secrets.token_hex(8)}"
        self._environment = {**environment, MARKER: self._marker, "PYTHONUNBUFFERED": "1"}
        self._folder = folder
        self._started: list[Process] = []

    def worker(
        self,
        *,
        processes: int = 2,
        env: Mapping[str, str] | None = None,
        arguments: tuple[str, ...] = (),
        enter: tuple[str, ...] = (),
        wait: bool = True,
    ) -> Process:
        """Start a Celery worker; with `wait`, return when its main process answers and has a heartbeat.

        `enter` are words before the command, such as those that start it in a namespace.
        """
        node = f"test-{secrets.token_hex(3)}@localhost"
        argv = [str(scripts() / "celery"), "--quiet", "-A", "config.celery_app", "worker", "--pool", "prefork"]
        argv += ["--hostname", node, "--concurrency", str(processes), "--without-gossip", "--without-mingle"]
        broker = {**self._environment, **(env or {})}["CELERY_BROKER_URL"]
        return self.start(
            node,
            [*enter, *argv, *arguments],
            is_ready=lambda: worker_answers(broker, node) and self._beats(node),
            env=env,
            wait=wait,
        )

    def web(self, *, workers: int = 1, env: Mapping[str, str] | None = None, wait: bool = True) -> tuple[Process, str]:
        """Start uvicorn; return the process and its URL. With several workers, it has a main process above them."""
        while True:
            port = free_port(0)
            argv = [sys.executable, "-m", "config.serve", "config.asgi:application", "--host", LOOPBACK]
            argv += ["--port", str(port), "--lifespan", "off", "--log-config", "config/uvicorn.json"]
            argv += ["--timeout-graceful-shutdown", "10"]
            argv += ["--workers", str(workers), "--timeout-worker-healthcheck", "60"] if workers > 1 else []
            is_ready = lambda port=port: answers(port, "/health/ready")  # noqa: E731  # a small one
            try:
                return self.start("web", argv, is_ready=is_ready, env=env, wait=wait), f"http://{LOOPBACK}:{port}"
            except StackError as error:
                if _PORT_TAKEN not in str(error):  # by another process that looked for a free one at the same time
                    raise

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
                argv,
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
        """Kill them: an orderly end takes seconds."""
        for process in self._started:
            process.kill_all()
        kill_marked(self._marker)


@contextmanager
def processes(*, environment: Mapping[str, str], folder: Path, beats: Callable[[str], bool]) -> Iterator[Processes]:
    """Start programs that end with the block. `beats` checks whether the worker of that name has a heartbeat."""
    started = Processes(environment=environment, folder=folder, beats=beats)
    try:
        yield started
    finally:
        started.close()


@pytest.fixture
def process_environment(transactional_db: None, settings: "Settings") -> dict[str, str]:
    """Return the environment of programs that use the test's database, broker and folder."""
    database = settings.DATABASES["default"]
    return {
        **os.environ,
        "DATABASE_URL": f"postgres://{database['USER']}@/{database['HOST']}/{database['NAME']}",
        "DATA_DIR": str(settings.DATA_DIR),
        "SECRET_KEY": settings.SECRET_KEY,
        "JWT_SECRET": settings.JWT_SECRET,
        "EMAIL_URL": f"filemail:///{settings.DATA_DIR}/mail",
    }


@pytest.fixture(name="processes")
def processes_fixture(process_environment: dict[str, str], tmp_path: Path) -> Iterator[Processes]:
    """Start workers and web servers; the broker and the cache are empty at the beginning."""
    for name in ("CELERY_BROKER_URL", "REDIS_URL"):
        # Celery's form of the URL of a socket names the number differently.
        url = process_environment[name].replace("redis+socket://", "unix://").replace("virtual_host=", "db=")
        redis.Redis.from_url(url).flushdb()
    folder = tmp_path / "processes"
    folder.mkdir()
    with processes(environment=process_environment, folder=folder, beats=_beats) as started:
        yield started


@pytest.fixture(scope="session")
def browser_program() -> Browser:
    """Playwright's arguments for `launch`: the system's Chromium, else an installed one."""
    return find_or_install_browser(StackPaths.from_environment())


def _beats(node: str) -> bool:
    from tasks.runtime import worker_monitor  # noqa: PLC0415  # this module is loaded before Django is set up

    return any(name == node and not is_stopping for name, _, _, is_stopping in worker_monitor.beats())
