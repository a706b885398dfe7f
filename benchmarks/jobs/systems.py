"""The systems that are compared. Each has a worker with two slots, a way to enqueue jobs, and a counter of jobs."""

import itertools
import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from celery import Celery, chain
from django.db import transaction

from benchmarks.jobs.kinds import PREFIX as CARTULARY
from benchmarks.jobs.kinds import store
from config.stack.paths import PROJECT
from config.stack.testing import Process, Processes
from tasks.models import Job
from tasks.runtime import queue
from tasks.runtime.queue import NewJob
from tasks.states import ENDED

PEERS = "benchmarks.jobs.peers"
TIMEOUT = 120.0


def wait_until(condition: Callable[[], object], *, seconds: float = TIMEOUT) -> None:
    """Poll until the condition holds; raise `TimeoutError`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("a system did not finish its jobs in time")
        time.sleep(0.002)


class System(ABC):
    """A system that is compared. Its tasks count in Redis under `prefix`."""

    def __init__(self, name: str, prefix: str) -> None:
        self.name = name
        self.prefix = prefix
        self.worker: Process | None = None
        self.others: list[Process] = []

    @abstractmethod
    def enqueue_backlog(self, number: int) -> None:
        """Enqueue no-ops while the workers are stopped."""

    @abstractmethod
    def enqueue_singles(self, number: int, *, pause: float) -> None:
        """Enqueue no-ops one by one, each with the time of enqueueing."""

    def enqueue_chains(self, number: int) -> None:
        """Enqueue chains of three steps; not every system has them."""
        raise NotImplementedError

    def is_done(self, number: int) -> bool:
        return int(store().get(f"{self.prefix}:done") or 0) >= number

    def drain(self, enqueue: Callable[[int], None], number: int) -> float:
        """Return jobs per second, from the moment the workers continue until the last job is done."""
        store().delete(f"{self.prefix}:done")
        self._signal(signal.SIGSTOP)
        enqueue(number)
        began = time.perf_counter()
        self._signal(signal.SIGCONT)
        wait_until(lambda: self.is_done(number))
        return number / (time.perf_counter() - began)

    def pickup(self, number: int, *, pause: float) -> list[float]:
        """Return the seconds from enqueueing to the first line of the job, on an idle system."""
        store().delete(f"{self.prefix}:lat")
        self.enqueue_singles(number, pause=pause)
        wait_until(lambda: store().llen(f"{self.prefix}:lat") >= number)
        return [float(value) for value in store().lrange(f"{self.prefix}:lat", 0, -1)]

    def _signal(self, sig: signal.Signals) -> None:
        for process in (self.worker, *self.others):
            if process is not None:
                os.killpg(process.pid, sig)


class Cartulary(System):
    """This product: a row per job, fair scheduling, fencing; a job counts as done when its end is durable."""

    def __init__(self, tenants: list[UUID]) -> None:
        super().__init__("ours", CARTULARY)
        self._tenants = tenants

    def start(self, processes: Processes) -> None:
        arguments = ("--include", "benchmarks.jobs.worker_steps")
        self.worker = processes.worker(arguments=arguments, wait=False)

    def enqueue_backlog(self, number: int) -> None:
        self._enqueue("bench.noop", number)

    def enqueue_chains(self, number: int) -> None:
        self._enqueue("bench.chain", number)

    def _enqueue(self, kind: str, number: int) -> None:
        tenants = itertools.islice(itertools.cycle(self._tenants), number)
        jobs = [NewJob(kind=kind, args={}, tenant_id=tenant, owner_id=None) for tenant in tenants]
        with transaction.atomic():
            queue.enqueue_many(jobs)

    def enqueue_singles(self, number: int, *, pause: float) -> None:
        for _ in range(number):
            queue.enqueue("bench.noop", args={"t0": time.time()}, tenant_id=self._tenants[0], owner_id=None)
            time.sleep(pause)

    def is_done(self, number: int) -> bool:
        """Return whether the jobs have run and the end of every job is durable."""
        return super().is_done(number) and not Job.objects.exclude(state__in=ENDED).exists()


class PlainCelery(System):
    """Celery without Cartulary, on the same broker with the same pool."""

    def __init__(self, name: str, environment: dict[str, str], *, backend: str = "") -> None:
        super().__init__(name, f"bench:{name}")
        self._environment = environment | {"PEER_NAME": name, "PEER_BACKEND": backend}
        self._app = Celery(name, broker=environment["PEER_BROKER"], set_as_current=False)
        self._app.conf.task_default_queue = name

    def start(self, processes: Processes, python: Path) -> None:
        argv = [str(python), "-m", "celery", "-A", f"{PEERS}.celery_peer", "worker", "--pool", "prefork"]
        argv += ["--concurrency", "2", "-Q", self.name, "-n", f"{self.name}@localhost", "--loglevel", "WARNING"]
        argv += ["--without-gossip", "--without-mingle"]
        self.worker = processes.start(self.name, argv, is_ready=lambda: True, env=self._environment)

    def enqueue_backlog(self, number: int) -> None:
        with self._app.producer_pool.acquire(block=True) as producer:
            for _ in range(number):
                self._app.send_task("peer.noop", producer=producer)

    def enqueue_chains(self, number: int) -> None:
        links = [self._app.signature(f"peer.{name}", immutable=True) for name in ("first", "second", "last")]
        with self._app.producer_pool.acquire(block=True) as producer:
            for _ in range(number):
                chain(*links, app=self._app).apply_async(producer=producer)

    def enqueue_singles(self, number: int, *, pause: float) -> None:
        for _ in range(number):
            self._app.send_task("peer.noop", args=[time.time()])
            time.sleep(pause)


class Procrastinate(System):
    """procrastinate on the same PostgreSQL; `task` is `async` (one process, an event loop) or `sync` (threads)."""

    def __init__(self, name: str, environment: dict[str, str], *, task: str, python: Path) -> None:
        super().__init__(name, f"bench:{name}")
        self._environment = environment | {"PEER_NAME": name}
        self._task = task
        self._python = python

    def start(self, processes: Processes, *, number: int, concurrency: int) -> None:
        argv = [*self._program(), "worker", "--queues", self._task, "--concurrency", str(concurrency)]
        started = [
            processes.start(f"{self.name}-{one}", argv, is_ready=lambda: True, env=self._environment)
            for one in range(number)
        ]
        self.worker, self.others = started[0], started[1:]

    def enqueue_backlog(self, number: int) -> None:
        self._enqueue("backlog", self._task, str(number))

    def enqueue_singles(self, number: int, *, pause: float) -> None:
        self._enqueue("singles", self._task, str(number), str(pause))

    def create_tables(self) -> None:
        self._run([*self._program(), "schema", "--apply"])

    def _program(self) -> list[str]:
        return [str(self._python), "-m", "procrastinate", "--app", f"{PEERS}.procrastinate_peer.app"]

    def _enqueue(self, *arguments: str) -> None:
        self._run([str(self._python), "-m", f"{PEERS}.procrastinate_client", *arguments])

    def _run(self, argv: list[str]) -> None:
        subprocess.run(argv, cwd=PROJECT, env=os.environ | self._environment, check=True, stdout=subprocess.DEVNULL)


def warm_up(system: System) -> None:
    """Wait until the worker of a system has started and runs jobs."""
    store().delete(f"{system.prefix}:done")
    system.enqueue_singles(20, pause=0.01)
    try:
        wait_until(lambda: int(store().get(f"{system.prefix}:done") or 0) >= 20)
    except TimeoutError as error:
        logs = system.worker.output()[-2000:] if system.worker else ""
        raise TimeoutError(f"{system.name} does not run jobs:\n{logs}") from error
