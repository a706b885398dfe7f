"""The system under test of a chaos run: its own engines, which can be stopped and started, and its workers.

Every second worker uses the engines through a proxy that can fail, and two of three have a clock that can jump; the
client has neither.
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

import psutil
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
from tests.meta.chaos.proxy import Proxy

WORKERS = 2
SLOTS = 2
DATABASE = "chaos"
STEPS = ("--include", "tests.meta.chaos.worker_steps")
EXECUTIONS, MESSAGES = "CHAOS_EXECUTIONS", "CHAOS_MESSAGES"
READY_SECONDS = 120.0
UNREPORTED_SECONDS = (
    5.0  # seconds for which the database may still list the lease of a process that has lost its connection
)


@dataclass(slots=True)
class Engine:
    """A server program that restarts with the same data."""

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
class System:
    """The engines, the workers and the fault hooks."""

    folder: Path
    cluster: Cluster
    valkey: Valkey
    postgres: Engine
    broker: Engine
    disk: SmallDisk | None
    proxy: Proxy
    clocks: Path | None
    processes: Processes | None = None
    workers: list[Process] = field(default_factory=list)
    stopped: set[int] = field(default_factory=set)
    proxied: set[int] = field(default_factory=set)
    clock_of: dict[int, Clock] = field(default_factory=dict)
    _started: int = 0

    @property
    def executions(self) -> Path:
        return self.folder / "executions.jsonl"

    @property
    def messages(self) -> Path:
        return self.folder / "messages.jsonl"

    def environment(self) -> dict[str, str]:
        """Return the environment variables of the client and the workers."""
        return {
            "DATABASE_URL": self.cluster.django_url(DATABASE),
            "REDIS_URL": self.valkey.cache_url(),
            "CELERY_BROKER_URL": self.valkey.broker_url(),
            "DATA_DIR": str((self.disk.path if self.disk else self.folder) / "data"),
            "MODELS_DIR": os.environ.get("MODELS_DIR") or str(self.folder / "models"),
            "SECRET_KEY": "a secret of one chaos run, with enough characters",
            "JWT_SECRET": "a secret of one chaos run, with enough characters",
            "RATE_LIMITS": "off",
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "CELERY_SKIP_CHECKS": "1",
            EXECUTIONS: str(self.executions),
            MESSAGES: str(self.messages),
        }

    def redis(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self.valkey.socket), socket_timeout=60)

    def start_worker(self, *, name: str = "", is_replaced: bool = True) -> Process:
        assert self.processes is not None
        arguments = (*STEPS, *(("--hostname", name) if name else ()))
        number, self._started = self._started, self._started + 1
        env: dict[str, str] = {}
        own_clock = Clock(self.clocks, self.folder / f"clock-{number}") if self.clocks and number % 3 != 1 else None
        if own_clock:
            env |= own_clock.environment()
        if number % 2:
            env |= self._proxy_environment()
        worker = self.processes.worker(processes=SLOTS, arguments=arguments, env=env, wait=False)
        if own_clock:
            self.clock_of[worker.pid] = own_clock
        if number % 2:
            self.proxied.add(worker.pid)
        if is_replaced:
            self.workers.append(worker)
        return worker

    def _proxy_environment(self) -> dict[str, str]:
        postgres, valkey = self.proxy.ports
        return {
            "DATABASE_URL": f"postgres://{SUPERUSER}@127.0.0.1:{postgres}/{DATABASE}",
            "REDIS_URL": f"redis://127.0.0.1:{valkey}/1",
            "CELERY_BROKER_URL": f"redis://127.0.0.1:{valkey}/0",
        }

    def suspend(self, worker: Process) -> None:
        """Stop all processes of a worker; its connections stay open."""
        os.killpg(worker.pid, signal.SIGSTOP)
        self.stopped.add(worker.pid)

    def resume(self, pid: int) -> None:
        self.stopped.discard(pid)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGCONT)

    def end_suspended(self, worker: Process) -> None:
        worker.kill_all()
        self.stopped.discard(worker.pid)

    def replace_ended_workers(self) -> None:
        """Replace workers that have ended, as a supervisor does."""
        self.workers = [worker for worker in self.workers if worker.popen.poll() is None]
        while len(self.workers) < WORKERS:
            self.start_worker()

    def busy_processes(self, *steps: str) -> dict[int, str]:
        """Return the processes that run a step, or perhaps could not report its end, with their job."""
        last = {event["pid"]: event for event in self._latest() if not steps or event["step"] in steps}
        since = time.monotonic() - UNREPORTED_SECONDS
        return {
            pid: event["job"]
            for pid, event in last.items()
            if event["event"] == "begin" or (event["state"] != "SUCCESS" and event["at"] > since)
        }

    def recent_processes(self) -> set[int]:
        """Return the processes that have started a step recently."""
        return {event["pid"] for event in self._latest()}

    def _latest(self) -> list[dict[str, Any]]:
        if not self.executions.exists():
            return []
        with self.executions.open("rb") as file:
            file.seek(max(0, self.executions.stat().st_size - 50_000))
            return [json.loads(line) for line in file.read().splitlines()[1:] if line.endswith(b"}")]

    def running_workers(self) -> list[Process]:
        """Return the workers that run and are not suspended."""
        return [w for w in self.workers if w.popen.poll() is None and w.pid not in self.stopped]


def parser_of(pid: int) -> int | None:
    """Return the parser in the sandbox of a pool's process: of the guard's children, the one with the most memory."""
    with suppress(psutil.NoSuchProcess):
        guards = psutil.Process(pid).children()
        family = [(member.memory_info().rss, member.pid) for guard in guards for member in guard.children()]
        return max(family, default=(0, None))[1]
    return None


@contextmanager
def start_system(*, disk_megabytes: int = 512) -> Iterator[System]:
    """Start engines that survive a crash, in a temporary folder."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-chaos-")))
        disk = stack.enter_context(small_disk(folder / "disk", megabytes=disk_megabytes))
        os.environ[MARKER] = str(folder)
        stack.enter_context(guard(str(folder)))
        system = _prepare(folder, disk)
        stack.callback(system.proxy.close)
        for engine, sig in (
            (system.postgres, system.cluster.STOP_SIGNAL),
            (system.broker, system.valkey.STOP_SIGNAL),
        ):
            engine.start()
            stack.callback(engine.stop, sig)
        with psycopg.connect(system.cluster.conninfo(), autocommit=True) as connection:
            if disk:
                tables = _create_owned(disk.path / "tables", system.cluster.data)
                connection.execute(f"create tablespace small location '{tables}'")
            connection.execute(f"create database {DATABASE} {'tablespace small' if disk else ''}")
            # Makes crash recovery faster: the file system is synchronized, not every file of the cluster.
            connection.execute("alter system set recovery_init_sync_method = 'syncfs'")
        os.environ.update(system.environment())
        logs = folder / "logs"
        logs.mkdir()
        processes = run_processes(environment=dict(os.environ), folder=logs, beats=lambda _: True)
        system.processes = stack.enter_context(processes)
        yield system


def _create_owned(path: Path, like: Path) -> Path:
    """Create a folder with the owner of another one."""
    path.mkdir(mode=0o700)
    os.chown(path, like.stat().st_uid, like.stat().st_gid)
    return path


def _prepare(folder: Path, disk: SmallDisk | None) -> System:
    sockets = folder / "pg"
    for child in (sockets, (disk.path if disk else folder) / "data"):
        child.mkdir(mode=0o700)
    folder.chmod(0o711)
    cluster = Cluster(engine=find_postgres(), data=folder / "postgres", sockets=sockets)
    valkey = Valkey(program=find_redis().program, data=folder / "valkey", sockets=folder, durable=False)
    cluster.prepare()
    valkey.prepare()
    proxy = [sys.executable, "-m", "tests.meta.chaos.proxy", str(sockets / ".s.PGSQL.5432"), str(valkey.socket)]
    return System(
        folder=folder,
        disk=disk,
        proxy=Proxy(proxy),
        clocks=None if clock.unavailable_reason() else clock.build(folder),
        cluster=cluster,
        valkey=valkey,
        postgres=Engine(cluster.argv(), cluster.is_ready, folder / "postgres.log"),
        broker=Engine(valkey.argv(), valkey.is_ready, folder / "valkey.log"),
    )
