"""Injection of faults, one after the other in the main thread, in an order given by a seed."""

import itertools
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import psycopg

from config.stack.testing import Process
from tests.meta.chaos.injections import SUSPENDED_SECONDS, Injection
from tests.meta.chaos.schedule import Action, Schedule
from tests.meta.chaos.system import System, parser_of

ROUND = 60.0  # seconds; each fault is injected once per round, and a child is killed every one to five seconds
PARSERS = 3  # killed per round
NAME_SECONDS = 120.0  # for a worker to notice that another one has its name
# A job fails at its third crash by design, so processes whose job has crashed twice are left alone.
MAX_CRASHES = 2
WORKER_FAULTS = ("worker", "host", "zombie", "deploy", "same_name")
BROKER_FAULTS = ("flush", "cut_broker", "stop_broker")
OTHERS = (*BROKER_FAULTS, "cut_database", "restart_database", "slow", "hole", "torn", "late")
FAULT_NAMES = ("child", "parser", *WORKER_FAULTS, *OTHERS, "clock", "disk")


@dataclass(slots=True)
class FaultInjector:
    """Plans faults and injects them."""

    system: System
    random_source: random.Random
    injections: list[Injection] = field(default_factory=list)
    doubled_names: int = 0
    only: str = ""
    parsers_left: int = 0  # to be killed, while a document is parsed
    _crashes: Counter[str] = field(default_factory=Counter)
    _proxy_changes: int = 0
    _schedule: Schedule = field(default_factory=Schedule)
    _duplicates: list[tuple[Process, Process]] = field(default_factory=list)

    def run(self, *, at_least: float, is_load_done: Callable[[], bool]) -> None:
        """Inject faults until the time is over and all requests have been sent.

        A fault may take seconds: those that were due meanwhile are injected after it, even if the time is over then.
        """
        start_time = time.monotonic()
        end = start_time + at_least
        for offset in itertools.count():
            start = start_time + offset * ROUND
            length = min(ROUND, at_least) if offset == 0 else ROUND
            if start < end:
                self._plan(start, length)
            while time.monotonic() < start + length:
                self._tick()
                has_all = not (self._schedule.postponed or self._schedule.has_before(end, besides=self.parser))
                if time.monotonic() > end and is_load_done() and has_all:
                    return

    def stop(self) -> None:
        """Resume what is suspended; no fault is injected after this."""
        for pid in tuple(self.system.stopped):
            self.system.resume(pid)
        self.system.proxy.set_mode("clear")
        if self.system.disk:
            self.system.disk.free()
        self.system.replace_ended_workers()
        self.doubled_names = sum(self._ran_together(original, duplicate) for original, duplicate in self._duplicates)

    def _ran_together(self, original: Process, duplicate: Process) -> bool:
        def both_run() -> bool:
            return duplicate.popen.poll() is None and original.popen.poll() is None

        end = time.monotonic() + NAME_SECONDS
        while both_run() and time.monotonic() < end:
            time.sleep(0.1)
        ran_together = both_run()
        duplicate.kill_all()
        return ran_together

    def faults(self) -> dict[str, Callable[[], None]]:
        """Return the faults that happen once per round, if this machine supports them, by name."""
        on_workers = {name: self._on_worker(getattr(self, name)) for name in WORKER_FAULTS}
        others = {name: getattr(self, name) for name in OTHERS}
        if self.system.clocks:
            on_workers["clock"] = self._on_worker(self.clock, self.system.clock_of)
        if self.system.disk:
            others["disk"] = self.disk
        return on_workers | others

    def _plan(self, start: float, length: float) -> None:
        faults = [action for name, action in self.faults().items() if self.only in {"", name}]
        self.random_source.shuffle(faults)
        for number, fault in enumerate(faults):
            self._schedule.add(start + length * (number + self.random_source.random()) / len(faults), fault)
        for _ in range(PARSERS if self.only in {"", "parser"} else 0):
            # Early: documents are parsed only as long as there is load.
            self.parsers_left += 1
            self._schedule.add(start + length * self.random_source.uniform(0, 0.7), self.parser)
        due = self.random_source.uniform(1, 5)
        while due < length and self.only in {"", "child"}:
            self._schedule.add(start + due, self.child)
            due += self.random_source.uniform(1, 5)

    def _tick(self) -> None:
        self._schedule.run_due()
        self.system.replace_ended_workers()
        time.sleep(0.02)

    def _on_worker(self, inject: Callable[[Process], None], candidates: Container[int] | None = None) -> Action:
        """Return a function that injects the fault into a running worker; without one, it retries later."""

        def action() -> None:
            busy_processes = self.system.busy_processes()
            ready = [
                worker
                for worker in self.system.running_workers()
                if (pids := worker.children())
                and (candidates is None or worker.pid in candidates)
                and all(self._crashes[busy_processes.get(pid, "")] < MAX_CRASHES for pid in pids)
            ]
            if ready:
                inject(self.random_source.choice(ready))
            else:
                self._schedule.postpone(action)

        return action

    def _count_deaths(self, pids: tuple[int, ...]) -> None:
        busy_processes = self.system.busy_processes()
        self._crashes.update(busy_processes[pid] for pid in pids if pid in busy_processes)

    def _record(self, fault: str, at: float, pids: tuple[int, ...] = (), *, until: float = 0, others: int = 0) -> None:
        self.injections.append(Injection(fault=fault, at=at, until=until or time.monotonic(), pids=pids, others=others))

    def child(self) -> None:
        """F-1: kill one process of a pool."""
        busy_processes, recent_processes = self.system.busy_processes(), self.system.recent_processes()
        # Celery ends a worker whose first children die before they are ready; the supervisor starts another one.
        pids = [pid for worker in self.system.running_workers() for pid in worker.children() if pid in recent_processes]
        pids = [pid for pid in pids if self._crashes[busy_processes.get(pid, "")] < MAX_CRASHES]
        if not pids:
            return
        pid, at = self.random_source.choice([pid for pid in pids if pid in busy_processes] or pids), time.monotonic()
        with suppress(ProcessLookupError):
            others = self._others(pid)
            os.kill(pid, signal.SIGKILL)
            self._count_deaths((pid,))
            self._record("F-1 child", at, (pid,), others=others)

    def worker(self, worker: Process) -> None:
        """F-2: kill a worker with all its processes."""
        pids, at = (worker.pid, *worker.children()), time.monotonic()
        worker.kill_all()
        self._count_deaths(pids)
        self._record("F-2 worker", at, pids, others=self._others(*pids))

    def _others(self, *pids: int) -> int:
        """Count the workers that have run steps, without those of these processes."""
        recent_processes = self.system.recent_processes()
        children = [worker.children() for worker in self.system.running_workers()]
        return sum(not recent_processes.isdisjoint(own) and set(pids).isdisjoint(own) for own in children)

    def host(self, _: Process) -> None:
        """F-2: lose the host of all workers: they stop, their connections stay open; another host starts workers."""
        workers, at, busy_processes = self.system.running_workers(), time.monotonic(), self.system.busy_processes()
        pids = tuple(pid for worker in workers for pid in (worker.pid, *worker.children()))
        if any(self._crashes[busy_processes.get(pid, "")] >= MAX_CRASHES for pid in pids):
            self._schedule.postpone(self._on_worker(self.host))
            return
        for worker in workers:
            self.system.suspend(worker)
            self.system.workers.remove(worker)
            self._schedule.add(at + 2 * SUSPENDED_SECONDS, partial(self.system.end_suspended, worker))
        self._count_deaths(pids)
        self._record("F-2 host", at, pids, until=at + SUSPENDED_SECONDS)

    def zombie(self, worker: Process) -> None:
        """F-3: suspend a worker for longer than its lease, then resume it."""
        pids, at = (worker.pid, *worker.children()), time.monotonic()
        self.system.suspend(worker)
        self._count_deaths(pids)
        self._record("F-3 zombie", at, pids, until=at + SUSPENDED_SECONDS, others=self._others(*pids))
        self._schedule.add(time.monotonic() + SUSPENDED_SECONDS, partial(self.system.resume, worker.pid))

    def flush(self) -> None:
        """F-4: delete all messages."""
        at = time.monotonic()
        self.system.redis().flushall()
        self._record("F-4 flush", at)

    def cut_broker(self) -> None:
        """F-4: cut all connections to the broker."""
        at = time.monotonic()
        self.system.redis().execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        self._record("F-4 cut", at)

    def stop_broker(self) -> None:
        """F-4: stop the broker for some time; it starts again empty."""
        at = time.monotonic()
        self.system.broker.stop(signal.SIGKILL)
        time.sleep(self.random_source.uniform(0.5, 2))
        self.system.broker.start()
        self._record("F-4 stop", at)

    def cut_database(self) -> None:
        """F-5: end all database sessions, three times."""
        at = time.monotonic()
        with psycopg.connect(self.system.cluster.conninfo(), autocommit=True) as connection:
            for _ in range(3):
                connection.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity "
                    "where pid <> pg_backend_pid() and backend_type = 'client backend'"
                )
                time.sleep(0.1)
        self._record("F-5 cut", at)

    def restart_database(self) -> None:
        """F-5: let PostgreSQL crash and recover."""
        at = time.monotonic()
        self.system.postgres.stop(signal.SIGQUIT)
        self.system.postgres.start()
        self._record("F-5 restart", at)

    def slow(self) -> None:
        """F-6: delay all traffic of the proxy."""
        self._change_proxy("F-6 slow", "slow", 0.03, duration=self.random_source.uniform(3, 8))

    def hole(self) -> None:
        """F-6: hold back all traffic, sometimes for longer than the lease of a worker."""
        duration, busy_processes = self.random_source.choice((2.0, SUSPENDED_SECONDS)), self.system.busy_processes()
        pids = tuple(pid for worker in self._proxied_workers() for pid in worker.children())
        if any(self._crashes[busy_processes.get(pid, "")] >= MAX_CRASHES for pid in pids):
            duration = 2.0
        if duration == SUSPENDED_SECONDS:
            self._count_deaths(pids)
        self._change_proxy("F-6 hole", "hole", 0, duration=duration)

    def torn(self) -> None:
        """F-6: reset all connections and refuse new ones for a short time."""
        self._change_proxy("F-6 torn", "torn", 0, duration=0.5)

    def late(self) -> None:
        """F-6: report closed connections some seconds late."""
        self._change_proxy("F-6 late", "late", 5, duration=self.random_source.uniform(4, 8))

    def _proxied_workers(self) -> list[Process]:
        return [worker for worker in self.system.running_workers() if worker.pid in self.system.proxied]

    def _change_proxy(self, fault: str, mode: str, seconds: float, *, duration: float) -> None:
        at = time.monotonic()
        self.system.proxy.set_mode(mode, seconds)
        self._proxy_changes += 1
        number = self._proxy_changes
        pids = tuple(pid for worker in self._proxied_workers() for pid in (worker.pid, *worker.children()))
        self._record(fault, at, pids, until=at + duration, others=1)
        self._schedule.add(
            at + duration, lambda: self.system.proxy.set_mode("clear") if number == self._proxy_changes else None
        )

    def parser(self) -> None:
        """F-9: kill the parser of a document, as the kernel does when the machine has no memory left."""
        busy_processes = self.system.busy_processes("documents.ingest_doc", "documents.extract_thumbnail")
        pids = [pid for worker in self.system.running_workers() for pid in worker.children() if pid in busy_processes]
        parsers = {pid: parser for pid in pids if (parser := parser_of(pid))}
        at, pid = time.monotonic(), self.random_source.choice(sorted(parsers) or [0])
        try:
            os.kill(parsers[pid], signal.SIGKILL)
        except (KeyError, ProcessLookupError):  # there is none, or it has ended meanwhile
            self._schedule.add(at, self.parser)
        else:
            self.parsers_left -= 1
            self._record("F-9 parser", at, (pid,))

    def clock(self, worker: Process) -> None:
        """F-8: move the clock of a worker by an hour, forward or back."""
        seconds = self.random_source.choice((-3600, 3600))
        self.system.clock_of[worker.pid].set(seconds)
        self._record("F-8 clock", time.monotonic(), (worker.pid,))

    def disk(self) -> None:
        """F-10: fill the disk of rows and files."""
        assert self.system.disk is not None
        at, duration = time.monotonic(), self.random_source.uniform(2, 4)
        self.system.disk.fill()
        self._record("F-10 disk", at, until=at + duration)
        self._schedule.add(at + duration, self.system.disk.free)

    def deploy(self, worker: Process) -> None:
        """F-11: start a new worker, then stop an old one."""
        at = time.monotonic()
        self.system.start_worker()
        worker.signal(signal.SIGTERM)
        self.system.workers.remove(worker)
        self._record("F-11 deploy", at)

    def same_name(self, worker: Process) -> None:
        """F-12: start a worker with the name of a running one; it must not run."""
        duplicate = self.system.start_worker(name=worker.name, is_replaced=False)
        self._duplicates.append((worker, duplicate))
        self._record("F-12 same name", time.monotonic())
