"""What goes wrong, in an order that a seed decides. Everything happens in the main thread, one after the other."""

import heapq
import itertools
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import psycopg

from config.stack.processes import Process
from tests.chaos.stage import Stage

ROUND = 60.0  # seconds; in each, every fault strikes once, and a child dies every one to five seconds
HELD = 11.5  # longer than the lease of a worker that does not beat


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """One fault: when it began and ended (seconds since the epoch), the processes it took."""

    fault: str
    at: float
    until: float
    pids: tuple[int, ...] = ()
    others: int = 0  # workers that lived beside those it took


@dataclass(slots=True)
class Trouble:
    """Plans faults and lets them strike."""

    stage: Stage
    dice: random.Random
    strikes: list[Strike] = field(default_factory=list)
    doubled_names: int = 0
    _owed: int = 0  # faults that found no worker to strike and try again
    _due: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    _count: Iterator[int] = field(default_factory=itertools.count)
    _rivals: list[tuple[Process, Process]] = field(default_factory=list)

    def rage(self, *, at_least: float, is_over: Callable[[], bool]) -> None:
        """Strike until the time is over and the load is in."""
        began = time.monotonic()
        for offset in itertools.count():
            start = began + offset * ROUND
            length = min(ROUND, at_least) if offset == 0 else ROUND
            self._plan(start, length)
            while time.monotonic() < start + length:
                self._tick()
                if time.monotonic() > began + at_least and is_over() and not self._owed:
                    return

    def heal(self) -> None:
        """Let go of everything that is held; from here on nothing goes wrong."""
        for pid in tuple(self.stage.stopped):
            self._let_go_on(pid)
        self.stage.tend()
        self.doubled_names = sum(self._lived_beside(original, rival) for original, rival in self._rivals)

    def _lived_beside(self, original: Process, rival: Process) -> bool:
        with suppress(subprocess.TimeoutExpired):
            rival.popen.wait(30)
        both = rival.popen.poll() is None and original.popen.poll() is None
        rival.kill_all()
        return both

    def _plan(self, start: float, length: float) -> None:
        faults = [self._on_a_worker(fault) for fault in (self.worker, self.zombie, self.deploy, self.same_name)]
        faults += [self.flush, self.cut_broker, self.stop_broker, self.cut_database, self.restart_database]
        self.dice.shuffle(faults)
        for number, fault in enumerate(faults):
            self._at(start + length * (number + self.dice.random()) / len(faults), fault)
        moment = self.dice.uniform(1, 5)
        while moment < length:
            self._at(start + moment, self.child)
            moment += self.dice.uniform(1, 5)

    def _at(self, moment: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._due, (moment, next(self._count), act))

    def _tick(self) -> None:
        while self._due and self._due[0][0] <= time.monotonic():
            heapq.heappop(self._due)[2]()
        self.stage.tend()
        time.sleep(0.05)

    def _on_a_worker(self, strike: Callable[[Process], None]) -> Callable[[], None]:
        """Strike a worker that runs; while there is none, try again."""

        def act() -> None:
            ready = [worker for worker in self.stage.living() if worker.children()]
            self._owed += 1 if not ready else 0
            if ready:
                strike(self.dice.choice(ready))
            else:
                self._at(time.monotonic() + 0.5, again)

        def again() -> None:
            self._owed -= 1
            act()

        return act

    def _note(self, fault: str, at: float, pids: tuple[int, ...] = (), *, until: float = 0.0, others: int = 0) -> None:
        self.strikes.append(Strike(fault=fault, at=at, until=until or time.time(), pids=pids, others=others))

    def child(self) -> None:
        """F-1: SIGKILL for one process of a pool."""
        pids = [pid for worker in self.stage.living() for pid in worker.children()]
        if not pids:
            return
        working = [pid for pid in pids if pid in self.stage.at_work()]
        pid, at = self.dice.choice(working or pids), time.time()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            self._note("F-1 child", at, (pid,), others=1)

    def worker(self, worker: Process) -> None:
        """F-2: SIGKILL for a whole worker."""
        pids, at = (worker.pid, *worker.children()), time.time()
        worker.kill_all()
        self._note("F-2 worker", at, pids, others=len(self.stage.living()))

    def zombie(self, worker: Process) -> None:
        """F-3: a worker stands still for longer than its lease, then goes on as if nothing had been."""
        pids, at = (worker.pid, *worker.children()), time.time()
        os.killpg(worker.pid, signal.SIGSTOP)
        self.stage.stopped.add(worker.pid)
        self._note("F-3 zombie", at, pids, until=at + HELD, others=len(self.stage.living()))
        self._at(time.monotonic() + HELD, lambda: self._let_go_on(worker.pid))

    def _let_go_on(self, pid: int) -> None:
        self.stage.stopped.discard(pid)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGCONT)

    def flush(self) -> None:
        """F-4: every message is gone."""
        at = time.time()
        self.stage.redis().flushall()
        self._note("F-4 flush", at)

    def cut_broker(self) -> None:
        """F-4: every connection to the broker is cut."""
        at = time.time()
        self.stage.redis().execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        self._note("F-4 cut", at)

    def stop_broker(self) -> None:
        """F-4: the broker is away for a while and comes back empty."""
        at = time.time()
        self.stage.broker.stop(signal.SIGKILL)
        time.sleep(self.dice.uniform(0.5, 2))
        self.stage.broker.start()
        self._note("F-4 stop", at)

    def cut_database(self) -> None:
        """F-5: a storm that ends every session."""
        at = time.time()
        with psycopg.connect(self.stage.cluster.conninfo(), autocommit=True) as line:
            for _ in range(3):
                line.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity "
                    "where pid <> pg_backend_pid() and backend_type = 'client backend'"
                )
                time.sleep(0.1)
        self._note("F-5 cut", at)

    def restart_database(self) -> None:
        """F-5: PostgreSQL is killed as by a crash, and recovers."""
        at = time.time()
        self.stage.postgres.stop(signal.SIGQUIT)
        self.stage.postgres.start()
        self._note("F-5 restart", at)

    def deploy(self, worker: Process) -> None:
        """F-11: a new worker comes, then an old one is asked to go."""
        at = time.time()
        self.stage.start_worker()
        worker.signal(signal.SIGTERM)
        self.stage.workers.remove(worker)
        self._note("F-11 deploy", at)

    def same_name(self, worker: Process) -> None:
        """F-12: a second worker with the name of one that lives; it must not start."""
        rival = self.stage.start_worker(name=worker.name, is_tended=False)
        self._rivals.append((worker, rival))
        self._note("F-12 same name", time.time())
