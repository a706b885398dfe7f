"""What is compared: each system has a worker of two slots, a way to be asked, and a count of what it has done."""

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

from benchmarks.jobs.kinds import PREFIX as OURS
from benchmarks.jobs.kinds import store
from config.stack.layout import PROJECT
from config.stack.processes import Process, Processes
from tasks import queue
from tasks.models import Job
from tasks.queue import NewJob
from tasks.states import ENDED

PEERS = "benchmarks.jobs.peers"
LIMIT = 120.0


def until(is_true: Callable[[], object], *, seconds: float = LIMIT) -> None:
    """Look often; raise when it does not happen."""
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            raise TimeoutError("a system did not do what it was asked in time")
        time.sleep(0.002)


class System(ABC):
    """One of those that are compared; `prefix` is where its tasks leave their marks."""

    def __init__(self, name: str, prefix: str) -> None:
        self.name = name
        self.prefix = prefix
        self.worker: Process | None = None
        self.others: list[Process] = []

    @abstractmethod
    def fill(self, number: int) -> None:
        """Lay up a backlog of no-ops while nobody works."""

    @abstractmethod
    def ask(self, number: int, *, pause: float) -> None:
        """Ask for no-ops one by one, each with the time of asking."""

    def fill_chains(self, number: int) -> None:
        """Lay up chains of three; not every system has them."""
        raise NotImplementedError

    def is_done(self, number: int) -> bool:
        return int(store().get(f"{self.prefix}:done") or 0) >= number

    def drain(self, fill: Callable[[int], None], number: int) -> float:
        """Give jobs a second, from the moment the workers are let go until the last is done."""
        store().delete(f"{self.prefix}:done")
        self._signal(signal.SIGSTOP)
        fill(number)
        began = time.perf_counter()
        self._signal(signal.SIGCONT)
        until(lambda: self.is_done(number))
        return number / (time.perf_counter() - began)

    def pickup(self, number: int, *, pause: float) -> list[float]:
        """Give seconds from asking to the first line of the body, on an idle system."""
        store().delete(f"{self.prefix}:lat")
        self.ask(number, pause=pause)
        until(lambda: store().llen(f"{self.prefix}:lat") >= number)
        return [float(word) for word in store().lrange(f"{self.prefix}:lat", 0, -1)]

    def _signal(self, sig: signal.Signals) -> None:
        for process in (self.worker, *self.others):
            if process is not None:
                os.killpg(process.pid, sig)


class Ours(System):
    """This product: a row for each job, fair, fenced, its end durable before it counts as done."""

    def __init__(self, tenants: list[UUID]) -> None:
        super().__init__("ours", OURS)
        self._tenants = tenants

    def start(self, processes: Processes) -> None:
        arguments = ("--include", "benchmarks.jobs.worker_steps")
        self.worker = processes.worker(arguments=arguments, wait=False)

    def fill(self, number: int) -> None:
        self._record("bench.noop", number)

    def fill_chains(self, number: int) -> None:
        self._record("bench.chain", number)

    def _record(self, kind: str, number: int) -> None:
        whose = self._tenants
        jobs = [NewJob(kind=kind, args={}, tenant_id=whose[i % len(whose)], owner_id=None) for i in range(number)]
        with transaction.atomic():
            queue.enqueue_many(jobs)

    def ask(self, number: int, *, pause: float) -> None:
        for _ in range(number):
            queue.enqueue("bench.noop", args={"t0": time.time()}, tenant_id=self._tenants[0], owner_id=None)
            time.sleep(pause)

    def is_done(self, number: int) -> bool:
        """The marks are there, and so is the durable word of every job's end."""
        return super().is_done(number) and not Job.objects.exclude(state__in=ENDED).exists()


class PlainCelery(System):
    """Celery alone, on the same broker and pool."""

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

    def fill(self, number: int) -> None:
        with self._app.producer_pool.acquire(block=True) as producer:
            for _ in range(number):
                self._app.send_task("peer.noop", producer=producer)

    def fill_chains(self, number: int) -> None:
        links = [self._app.signature(f"peer.{name}", immutable=True) for name in ("first", "second", "last")]
        with self._app.producer_pool.acquire(block=True) as producer:
            for _ in range(number):
                chain(*links, app=self._app).apply_async(producer=producer)

    def ask(self, number: int, *, pause: float) -> None:
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

    def fill(self, number: int) -> None:
        self._hand("fill", self._task, str(number))

    def ask(self, number: int, *, pause: float) -> None:
        self._hand("ask", self._task, str(number), str(pause))

    def prepare(self) -> None:
        """Make its tables."""
        self._run([*self._program(), "schema", "--apply"])

    def _program(self) -> list[str]:
        return [str(self._python), "-m", "procrastinate", "--app", f"{PEERS}.procrastinate_peer.app"]

    def _hand(self, *words: str) -> None:
        self._run([str(self._python), "-m", f"{PEERS}.procrastinate_hand", *words])

    def _run(self, argv: list[str]) -> None:
        subprocess.run(argv, cwd=PROJECT, env=os.environ | self._environment, check=True, stdout=subprocess.DEVNULL)


def warm_up(system: System) -> None:
    """Ask until the system answers, which a worker that starts does after a while."""
    store().delete(f"{system.prefix}:done")
    system.ask(20, pause=0.01)
    try:
        until(lambda: int(store().get(f"{system.prefix}:done") or 0) >= 20)
    except TimeoutError as error:
        logs = system.worker.output()[-2000:] if system.worker else ""
        raise TimeoutError(f"{system.name} does not work:\n{logs}") from error
