"""Where a chaos run plays: engines of its own that can be stopped and started again, workers that somebody tends.

Every second worker reaches the engines over a wire that can break, two of three have a clock that can jump; people's
requests have neither.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import redis

from config.stack.engines import Valkey, find_postgres, find_redis
from config.stack.postgres import SUPERUSER, Cluster
from config.stack.processes import MARKER, guard
from config.stack.testing import Process, Processes
from config.stack.testing import processes as run_processes
from tests.meta.chaos import clock
from tests.meta.chaos.clock import Clock
from tests.meta.chaos.disk import SmallDisk, small_disk
from tests.meta.chaos.wire import Wire

WORKERS = 2
SLOTS = 2
DATABASE = "chaos"
STEPS = ("--include", "tests.meta.chaos.worker_steps")
EXECUTIONS = "CHAOS_EXECUTIONS"
READY_SECONDS = 120.0
UNTOLD = (
    5.0  # seconds for which a process without its line may lease, for all the database knows, what it has let go of
)


@dataclass(slots=True)
class Engine:
    """A server program that comes back on the same data."""

    argv: list[str]
    is_ready: Callable[[], bool]
    log: Path
    _process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        end = time.monotonic() + READY_SECONDS
        while not self.is_ready():
            assert time.monotonic() < end, f"the engine did not start:\n{self.log.read_text()[-2000:]}"
            time.sleep(0.02)

    def stop(self, sig: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(sig)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(20)
        self._process.kill()
        self._process.wait()
        self._process = None


@dataclass(slots=True, kw_only=True)
class Stage:
    """Everything that a fault can hit."""

    folder: Path
    cluster: Cluster
    valkey: Valkey
    postgres: Engine
    broker: Engine
    disk: SmallDisk | None
    wire: Wire
    clocks: Path | None
    processes: Processes | None = None
    workers: list[Process] = field(default_factory=list)
    stopped: set[int] = field(default_factory=set)
    wired: set[int] = field(default_factory=set)
    clock_of: dict[int, Clock] = field(default_factory=dict)
    _started: int = 0

    @property
    def executions(self) -> Path:
        return self.folder / "executions.jsonl"

    def environment(self) -> dict[str, str]:
        """What the client and the workers need to find the engines."""
        return {
            "DATABASE_URL": self.cluster.django_url(DATABASE),
            "REDIS_URL": self.valkey.cache_url(),
            "CELERY_BROKER_URL": self.valkey.broker_url(),
            "DATA_DIR": str((self.disk.path if self.disk else self.folder) / "data"),
            "MODELS_DIR": os.environ.get("MODELS_DIR") or str(self.folder / "models"),
            "SECRET_KEY": "only for this run, and not for anybody's use",
            "JWT_SECRET": "only for this run, and not for anybody's use",
            "RATE_LIMITS": "off",
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "CELERY_SKIP_CHECKS": "1",
            EXECUTIONS: str(self.executions),
        }

    def redis(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self.valkey.socket), socket_timeout=60)

    def start_worker(self, *, name: str = "", is_tended: bool = True) -> Process:
        assert self.processes is not None
        arguments = (*STEPS, *(("--hostname", name) if name else ()))
        number, self._started = self._started, self._started + 1
        env: dict[str, str] = {}
        own_clock = Clock(self.clocks, self.folder / f"clock-{number}") if self.clocks and number % 3 != 1 else None
        if own_clock:
            env |= own_clock.environment()
        if number % 2:
            env |= self._over_the_wire()
        worker = self.processes.worker(processes=SLOTS, arguments=arguments, env=env, wait=False)
        if own_clock:
            self.clock_of[worker.pid] = own_clock
        if number % 2:
            self.wired.add(worker.pid)
        if is_tended:
            self.workers.append(worker)
        return worker

    def _over_the_wire(self) -> dict[str, str]:
        postgres, valkey = self.wire.ports
        return {
            "DATABASE_URL": f"postgres://{SUPERUSER}@127.0.0.1:{postgres}/{DATABASE}",
            "REDIS_URL": f"redis://127.0.0.1:{valkey}/1",
            "CELERY_BROKER_URL": f"redis://127.0.0.1:{valkey}/0",
        }

    def tend(self) -> None:
        """Start workers anew as a supervisor would: those that have ended are replaced."""
        self.workers = [worker for worker in self.workers if worker.popen.poll() is None]
        while len(self.workers) < WORKERS:
            self.start_worker()

    def at_work(self) -> dict[int, str]:
        """The processes that have begun something, or could perhaps not tell its end, and the job that it is."""
        last = {event["pid"]: event for event in self._latest()}
        since = time.monotonic() - UNTOLD
        return {
            pid: event["job"]
            for pid, event in last.items()
            if event["event"] == "begin" or (event["state"] != "SUCCESS" and event["at"] > since)
        }

    def known(self) -> set[int]:
        """The processes that have begun something lately."""
        return {event["pid"] for event in self._latest()}

    def _latest(self) -> list[dict[str, Any]]:
        if not self.executions.exists():
            return []
        with self.executions.open("rb") as file:
            file.seek(max(0, self.executions.stat().st_size - 50_000))
            return [json.loads(line) for line in file.read().splitlines()[1:] if line.endswith(b"}")]

    def living(self) -> list[Process]:
        """Workers that run and are not held."""
        return [w for w in self.workers if w.popen.poll() is None and w.pid not in self.stopped]


@contextmanager
def stage(*, disk_megabytes: int = 512) -> Iterator[Stage]:
    """Engines that keep what was committed over a crash, in a folder that goes afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-chaos-")))
        disk = stack.enter_context(small_disk(folder / "disk", megabytes=disk_megabytes))
        os.environ[MARKER] = str(folder)
        stack.enter_context(guard(str(folder)))
        laid_out = _lay_out(folder, disk)
        stack.callback(laid_out.wire.close)
        for engine, sig in (
            (laid_out.postgres, laid_out.cluster.STOP_SIGNAL),
            (laid_out.broker, laid_out.valkey.STOP_SIGNAL),
        ):
            engine.start()
            stack.callback(engine.stop, sig)
        with psycopg.connect(laid_out.cluster.conninfo(), autocommit=True) as line:
            if disk:
                tables = _owned(disk.path / "tables", laid_out.cluster.data)
                line.execute(f"create tablespace small location '{tables}'")
            line.execute(f"create database {DATABASE} {'tablespace small' if disk else ''}")
            # A crash is answered by reading the log again, not by looking at every file of the cluster first.
            line.execute("alter system set recovery_init_sync_method = 'syncfs'")
        os.environ.update(laid_out.environment())
        logs = folder / "logs"
        logs.mkdir()
        processes = run_processes(environment=dict(os.environ), folder=logs, beats=lambda _: True)
        laid_out.processes = stack.enter_context(processes)
        yield laid_out


def _owned(path: Path, like: Path) -> Path:
    """Make a folder that belongs to whom another belongs."""
    path.mkdir(mode=0o700)
    os.chown(path, like.stat().st_uid, like.stat().st_gid)
    return path


def _lay_out(folder: Path, disk: SmallDisk | None) -> Stage:
    sockets = folder / "pg"
    for child in (sockets, (disk.path if disk else folder) / "data"):
        child.mkdir(mode=0o700)
    folder.chmod(0o711)
    cluster = Cluster(engine=find_postgres(), data=folder / "postgres", sockets=sockets)
    valkey = Valkey(program=find_redis().program, data=folder / "valkey", sockets=folder, durable=False)
    cluster.prepare()
    valkey.prepare()
    wire = [sys.executable, "-m", "tests.meta.chaos.wire", str(sockets / ".s.PGSQL.5432"), str(valkey.socket)]
    return Stage(
        folder=folder,
        disk=disk,
        wire=Wire(wire),
        clocks=None if clock.why_not() else clock.build(folder),
        cluster=cluster,
        valkey=valkey,
        postgres=Engine(cluster.argv(), cluster.is_ready, folder / "postgres.log"),
        broker=Engine(valkey.argv(), valkey.is_ready, folder / "valkey.log"),
    )
