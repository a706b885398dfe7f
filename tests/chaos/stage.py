"""Where a chaos run plays: engines of its own that can be stopped and started again, workers that somebody tends."""

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import redis

from config.stack.binaries import find_postgres, find_redis
from config.stack.kernel import dying_with_parent
from config.stack.postgres import STOP_SIGNAL as POSTGRES_STOP
from config.stack.postgres import Cluster
from config.stack.processes import Process, Processes
from config.stack.processes import processes as run_processes
from config.stack.valkey import STOP_SIGNAL as VALKEY_STOP
from config.stack.valkey import Valkey

WORKERS = 2
SLOTS = 2
STEPS = ("--include", "tests.chaos.worker_steps")
EXECUTIONS = "CHAOS_EXECUTIONS"
READY_SECONDS = 30.0


@dataclass(slots=True)
class Engine:
    """A server program that comes back on the same data."""

    argv: list[str]
    death_signal: signal.Signals
    is_ready: Callable[[], bool]
    log: Path
    _process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                dying_with_parent(self.argv, self.death_signal),
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
    processes: Processes | None = None
    workers: list[Process] = field(default_factory=list)
    stopped: set[int] = field(default_factory=set)

    @property
    def executions(self) -> Path:
        return self.folder / "executions.jsonl"

    def environment(self) -> dict[str, str]:
        """What the client and the workers need to find the engines."""
        return {
            "DATABASE_URL": self.cluster.django_url("chaos"),
            "REDIS_URL": self.valkey.cache_url(),
            "CELERY_BROKER_URL": self.valkey.broker_url(),
            "DATA_DIR": str(self.folder / "data"),
            "MODELS_DIR": os.environ.get("MODELS_DIR") or str(self.folder / "models"),
            "SECRET_KEY": "only for this run, and not for anybody's use",
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "CELERY_SKIP_CHECKS": "1",
            EXECUTIONS: str(self.executions),
        }

    def redis(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self.valkey.socket), socket_timeout=5)

    def start_worker(self, *, name: str = "", is_tended: bool = True) -> Process:
        assert self.processes is not None
        arguments = (*STEPS, *(("--hostname", name) if name else ()))
        worker = self.processes.worker(processes=SLOTS, arguments=arguments, wait=False)
        if is_tended:
            self.workers.append(worker)
        return worker

    def tend(self) -> None:
        """Start workers anew as a supervisor would: those that have ended are replaced."""
        self.workers = [worker for worker in self.workers if worker.popen.poll() is None]
        while len(self.workers) < WORKERS:
            self.start_worker()

    def at_work(self) -> set[int]:
        """The processes whose last written word is that they have begun something."""
        if not self.executions.exists():
            return set()
        events = map(json.loads, self.executions.read_text().splitlines()[-200:])
        last = {event["pid"]: event["event"] for event in events}
        return {pid for pid, event in last.items() if event == "begin"}

    def living(self) -> list[Process]:
        """Workers that run and are not held."""
        return [w for w in self.workers if w.popen.poll() is None and w.pid not in self.stopped]


@contextmanager
def stage() -> Iterator[Stage]:
    """Engines that keep what was committed over a crash, in a folder that goes afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cartulary-chaos-")))
        laid_out = _lay_out(folder)
        for engine, sig in ((laid_out.postgres, POSTGRES_STOP), (laid_out.broker, VALKEY_STOP)):
            engine.start()
            stack.callback(engine.stop, sig)
        laid_out.cluster.ensure_database("chaos")
        with psycopg.connect(laid_out.cluster.conninfo(), autocommit=True) as line:
            # A crash is answered by reading the log again, not by looking at every file of the cluster first.
            line.execute("alter system set recovery_init_sync_method = 'syncfs'")
        os.environ.update(laid_out.environment())
        logs = folder / "logs"
        logs.mkdir()
        processes = run_processes(environment=dict(os.environ), folder=logs, beats=lambda _: True)
        laid_out.processes = stack.enter_context(processes)
        yield laid_out


def _lay_out(folder: Path) -> Stage:
    sockets = folder / "pg"
    for child in (sockets, folder / "data"):
        child.mkdir(mode=0o700)
    folder.chmod(0o711)
    cluster = Cluster(program=find_postgres().program, data=folder / "postgres", sockets=sockets)
    valkey = Valkey(program=find_redis().program, data=folder / "valkey", sockets=folder, durable=False)
    cluster.prepare()
    valkey.prepare()
    return Stage(
        folder=folder,
        cluster=cluster,
        valkey=valkey,
        postgres=Engine(cluster.argv(), POSTGRES_STOP, cluster.is_ready, folder / "postgres.log"),
        broker=Engine(valkey.argv(), VALKEY_STOP, valkey.is_ready, folder / "valkey.log"),
    )
