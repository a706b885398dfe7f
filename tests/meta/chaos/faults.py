"""What goes wrong, in an order that a seed decides. Everything happens in the main thread, one after the other."""

import heapq
import itertools
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import psycopg

from config.stack.testing import Process
from tests.meta.chaos.stage import Stage

ROUND = 60.0  # seconds; in each, every fault strikes once, and a child dies every one to five seconds
HELD = 11.5  # longer than the lease of a worker that does not beat
# A third death under a job is by contract its end, so whoever has a job in hand that has seen two is spared.
SPARED = 2
ON_WORKERS = ("worker", "zombie", "deploy", "same_name")
OTHERS = ("flush", "cut_broker", "stop_broker", "cut_database", "restart_database", "slow", "hole", "torn", "late")
EVERY = ("child", *ON_WORKERS, *OTHERS, "clock", "disk")


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """One fault: when it began and ended (of the monotonic clock), the processes it took."""

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
    only: str = ""
    _struck: Counter[str] = field(default_factory=Counter)
    _wire_orders: int = 0
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
        self.stage.wire.be("clear")
        if self.stage.disk:
            self.stage.disk.free()
        self.stage.tend()
        self.doubled_names = sum(self._lived_beside(original, rival) for original, rival in self._rivals)

    def _lived_beside(self, original: Process, rival: Process) -> bool:
        with suppress(subprocess.TimeoutExpired):
            rival.popen.wait(120)
        both = rival.popen.poll() is None and original.popen.poll() is None
        rival.kill_all()
        return both

    def faults(self) -> dict[str, Callable[[], None]]:
        """What can be done here, by name; `child` comes again and again, the others once in a round."""
        on_workers = {name: self._on_a_worker(getattr(self, name)) for name in ON_WORKERS}
        others = {name: getattr(self, name) for name in OTHERS}
        if self.stage.clocks:
            on_workers["clock"] = self._on_a_worker(self.clock, self.stage.clock_of)
        if self.stage.disk:
            others["disk"] = self.disk
        return on_workers | others

    def _plan(self, start: float, length: float) -> None:
        faults = [act for name, act in self.faults().items() if self.only in {"", name}]
        self.dice.shuffle(faults)
        for number, fault in enumerate(faults):
            self._at(start + length * (number + self.dice.random()) / len(faults), fault)
        moment = self.dice.uniform(1, 5)
        while moment < length and self.only in {"", "child"}:
            self._at(start + moment, self.child)
            moment += self.dice.uniform(1, 5)

    def _at(self, moment: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._due, (moment, next(self._count), act))

    def _tick(self) -> None:
        while self._due and self._due[0][0] <= time.monotonic():
            heapq.heappop(self._due)[2]()
        self.stage.tend()
        time.sleep(0.05)

    def _on_a_worker(
        self, strike: Callable[[Process], None], among: Container[int] | None = None
    ) -> Callable[[], None]:
        """Strike a worker that runs; while there is none, try again."""

        def act() -> None:
            at_work = self.stage.at_work()
            ready = [
                worker
                for worker in self.stage.living()
                if (pids := worker.children())
                and (among is None or worker.pid in among)
                and all(self._struck[at_work.get(pid, "")] < SPARED for pid in pids)
            ]
            self._owed += 1 if not ready else 0
            if ready:
                strike(self.dice.choice(ready))
            else:
                self._at(time.monotonic() + 0.5, again)

        def again() -> None:
            self._owed -= 1
            act()

        return act

    def _count_deaths(self, pids: tuple[int, ...]) -> None:
        at_work = self.stage.at_work()
        self._struck.update(at_work[pid] for pid in pids if pid in at_work)

    def _note(self, fault: str, at: float, pids: tuple[int, ...] = (), *, until: float = 0.0, others: int = 0) -> None:
        self.strikes.append(Strike(fault=fault, at=at, until=until or time.monotonic(), pids=pids, others=others))

    def child(self) -> None:
        """F-1: SIGKILL for one process of a pool."""
        at_work, known = self.stage.at_work(), self.stage.known()
        # Celery gives a worker up whose first children die before they are ready; its supervisor starts another.
        pids = [pid for worker in self.stage.living() for pid in worker.children() if pid in known]
        pids = [pid for pid in pids if self._struck[at_work.get(pid, "")] < SPARED]
        if not pids:
            return
        pid, at = self.dice.choice([pid for pid in pids if pid in at_work] or pids), time.monotonic()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            self._count_deaths((pid,))
            self._note("F-1 child", at, (pid,), others=1)

    def worker(self, worker: Process) -> None:
        """F-2: SIGKILL for a whole worker."""
        pids, at = (worker.pid, *worker.children()), time.monotonic()
        worker.kill_all()
        self._count_deaths(pids)
        self._note("F-2 worker", at, pids, others=len(self.stage.living()))

    def zombie(self, worker: Process) -> None:
        """F-3: a worker stands still for longer than its lease, then goes on as if nothing had been."""
        pids, at = (worker.pid, *worker.children()), time.monotonic()
        os.killpg(worker.pid, signal.SIGSTOP)
        self.stage.stopped.add(worker.pid)
        self._count_deaths(pids)
        self._note("F-3 zombie", at, pids, until=at + HELD, others=len(self.stage.living()))
        self._at(time.monotonic() + HELD, lambda: self._let_go_on(worker.pid))

    def _let_go_on(self, pid: int) -> None:
        self.stage.stopped.discard(pid)
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGCONT)

    def flush(self) -> None:
        """F-4: every message is gone."""
        at = time.monotonic()
        self.stage.redis().flushall()
        self._note("F-4 flush", at)

    def cut_broker(self) -> None:
        """F-4: every connection to the broker is cut."""
        at = time.monotonic()
        self.stage.redis().execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        self._note("F-4 cut", at)

    def stop_broker(self) -> None:
        """F-4: the broker is away for a while and comes back empty."""
        at = time.monotonic()
        self.stage.broker.stop(signal.SIGKILL)
        time.sleep(self.dice.uniform(0.5, 2))
        self.stage.broker.start()
        self._note("F-4 stop", at)

    def cut_database(self) -> None:
        """F-5: a storm that ends every session."""
        at = time.monotonic()
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
        at = time.monotonic()
        self.stage.postgres.stop(signal.SIGQUIT)
        self.stage.postgres.start()
        self._note("F-5 restart", at)

    def slow(self) -> None:
        """F-6: every word takes its time."""
        self._change_wire("F-6 slow", "slow", 0.03, lasts=self.dice.uniform(3, 8))

    def hole(self) -> None:
        """F-6: what is sent vanishes for a while; sometimes for longer than a worker may be silent."""
        lasts, at_work = self.dice.choice((2.0, HELD)), self.stage.at_work()
        pids = tuple(pid for worker in self._wired() for pid in worker.children())
        if any(self._struck[at_work.get(pid, "")] >= SPARED for pid in pids):
            lasts = 2.0
        if lasts == HELD:
            self._count_deaths(pids)
        self._change_wire("F-6 hole", "hole", 0, lasts=lasts)

    def torn(self) -> None:
        """F-6: all connections are reset, and refused for a moment."""
        self._change_wire("F-6 torn", "torn", 0, lasts=0.5)

    def late(self) -> None:
        """F-6: who hangs up, or dies, is believed to live for some more seconds."""
        self._change_wire("F-6 late", "late", 5, lasts=self.dice.uniform(4, 8))

    def _wired(self) -> list[Process]:
        return [worker for worker in self.stage.living() if worker.pid in self.stage.wired]

    def _change_wire(self, fault: str, order: str, seconds: float, *, lasts: float) -> None:
        at = time.monotonic()
        self.stage.wire.be(order, seconds)
        self._wire_orders += 1
        mine = self._wire_orders
        pids = tuple(pid for worker in self._wired() for pid in (worker.pid, *worker.children()))
        self._note(fault, at, pids, until=at + lasts, others=1)
        self._at(at + lasts, lambda: self.stage.wire.be("clear") if mine == self._wire_orders else None)

    def clock(self, worker: Process) -> None:
        """F-8: the clock of a worker jumps by an hour, there or back."""
        seconds = self.dice.choice((-3600, 3600))
        self.stage.clock_of[worker.pid].set(seconds)
        self._note("F-8 clock", time.monotonic(), (worker.pid,))

    def disk(self) -> None:
        """F-10: no room for rows and files."""
        assert self.stage.disk is not None
        at, lasts = time.monotonic(), self.dice.uniform(2, 4)
        self.stage.disk.fill()
        self._note("F-10 disk", at, until=at + lasts)
        self._at(at + lasts, self.stage.disk.free)

    def deploy(self, worker: Process) -> None:
        """F-11: a new worker comes, then an old one is asked to go."""
        at = time.monotonic()
        self.stage.start_worker()
        worker.signal(signal.SIGTERM)
        self.stage.workers.remove(worker)
        self._note("F-11 deploy", at)

    def same_name(self, worker: Process) -> None:
        """F-12: a second worker with the name of one that lives; it must not start."""
        rival = self.stage.start_worker(name=worker.name, is_tended=False)
        self._rivals.append((worker, rival))
        self._note("F-12 same name", time.monotonic())
