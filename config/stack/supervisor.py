"""Start services and steps in the order of their needs, restart services that end, stop them in the opposite order."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from config.stack.paths import StackError
from config.stack.processes import MARKER, guard, kill_marked
from config.stack.status import ChildLog, State, StatusBoard

_POLL_SECONDS = 0.05
_PARENT_SECONDS = 0.5
# If a service was not ready after this many tries, the whole start has failed.
_FIRST_TRIES = 2


@dataclass(frozen=True, slots=True)
class StopSignal:
    """A signal that asks a program to end, and the seconds before the next one is sent."""

    signal: signal.Signals
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A program that runs all the time. `is_ready` asks the program itself."""

    name: str
    argv: tuple[str, ...]
    is_ready: Callable[[], bool]
    needs: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path | None = None
    address: str = ""
    origin: str = ""
    ready_seconds: float = 120.0
    stop: tuple[StopSignal, ...] = (StopSignal(signal.SIGTERM, 3.0),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Work that ends. `work` returns whether there was anything to do, and raises StackError when it failed."""

    name: str
    work: Callable[[], Awaitable[bool]]
    needs: tuple[str, ...] = ()
    address: str = ""
    origin: str = ""


Unit = Service | Step


@dataclass(frozen=True, slots=True)
class Backoff:
    """The delay before a restart doubles with each failure; failures are forgotten after `healthy_after` seconds."""

    first: float = 0.5
    maximum: float = 30.0
    healthy_after: float = 60.0

    def delay(self, failures: int) -> float:
        """Return the seconds before the restart after `failures` failures in a row."""
        return min(self.maximum, self.first * 2.0 ** (failures - 1))


class Child:
    """Runs one service until `stop` is called."""

    def __init__(
        self,
        service: Service,
        *,
        board: StatusBoard,
        log: ChildLog,
        ready: asyncio.Event,
        backoff: Backoff,
        marker: str,
    ) -> None:
        self.service = service
        self._board = board
        self._log = log
        self._ready = ready
        self._backoff = backoff
        self._marker = marker
        self._stopping = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None

    async def run(self) -> None:
        """Run the service, and run it again whenever it ends. Raises StackError if it never became ready."""
        failures = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            reason = await self._run_once()
            if self._stopping.is_set():
                return
            failures = 1 if time.monotonic() - began > self._backoff.healthy_after else failures + 1
            if not self._ready.is_set() and failures >= _FIRST_TRIES:
                self._board.change(self.service.name, State.FAILED, note=reason)
                message = f"{self.service.name} {reason}. The end of its log:\n{self._log.tail()}"
                raise StackError(message, hint=f"The whole log: {self._log.path}")
            delay = self._backoff.delay(failures)
            self._board.change(self.service.name, State.RESTARTING, note=f"{reason}; again in {delay:g} s")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), delay)

    async def stop(self) -> None:
        """Send the stop signals one after the other; then kill what is left."""
        self._stopping.set()
        process = self._process
        if process is None:
            return
        for each in self.service.stop:
            if process.returncode is not None:
                break
            with suppress(ProcessLookupError):
                process.send_signal(each.signal)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), each.seconds)
        self.kill()
        await process.wait()
        self._board.change(self.service.name, State.STOPPED)

    def kill(self) -> None:
        """Kill the process and everything that it started."""
        self._stopping.set()
        self._kill()

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        kill_marked(self._marker)

    async def _run_once(self) -> str:
        """Run the service until it ends; return the reason."""
        service = self.service
        self._board.change(service.name, State.STARTING)
        with self._log.open() as output:
            process = self._process = await asyncio.create_subprocess_exec(
                *service.argv,
                cwd=service.cwd,
                env={**service.env, MARKER: self._marker},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C in the terminal is for the supervisor, which stops all in order
            )
        is_ready = await self._wait_ready(process)
        if is_ready:
            self._ready.set()
            self._board.change(service.name, State.READY, pid=process.pid)
        elif process.returncode is None:
            self._kill()
        code = await process.wait()
        await asyncio.to_thread(self._kill)  # its children end with it
        if not is_ready and code < 0:
            return f"was not ready after {service.ready_seconds:.0f} s"
        return f"exited with {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"

    async def _wait_ready(self, process: asyncio.subprocess.Process) -> bool:
        deadline = time.monotonic() + self.service.ready_seconds
        while process.returncode is None and not self._stopping.is_set():
            if await asyncio.to_thread(self.service.is_ready):
                return process.returncode is None
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(_POLL_SECONDS)
        return False


class Supervisor:
    """Runs services and steps; `stop_order` names the services that are stopped together, group by group."""

    def __init__(
        self,
        units: Sequence[Unit],
        *,
        board: StatusBoard,
        logs: Path,
        stop_order: Sequence[Sequence[str]],
        marker: str,
        backoff: Backoff | None = None,
        follow: bool = False,
    ) -> None:
        self._units = units
        self._board = board
        self._stop_order = stop_order
        self._marker = marker
        self._follow = follow
        self._reached = {unit.name: asyncio.Event() for unit in units}
        self._logs = {unit.name: ChildLog(logs / f"{unit.name}.log") for unit in units}
        self._children = {
            unit.name: Child(
                unit,
                board=board,
                log=self._logs[unit.name],
                ready=self._reached[unit.name],
                backoff=backoff or Backoff(),
                marker=f"{marker}/{unit.name}",
            )
            for unit in units
            if isinstance(unit, Service)
        }
        self._stop = asyncio.Event()

    async def run(self, *, on_ready: Callable[[], None], parent: int | None = None) -> None:
        """Run until a signal asks to stop, or `parent` is no longer the parent of this process.

        Raises StackError when something could not be started.
        """
        loop = asyncio.get_running_loop()
        for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if sig != signal.SIGHUP or signal.getsignal(sig) is not signal.SIG_IGN:  # `nohup` ignores it
                loop.add_signal_handler(sig, self.request_stop)
        with guard(self._marker):
            tasks = [asyncio.create_task(each) for each in self._work(on_ready, parent)]
            try:
                await self._until_stopped(tasks)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                for names in self._stop_order:
                    await asyncio.gather(*(self._children[name].stop() for name in names if name in self._children))

    def request_stop(self) -> None:
        """Stop in order; the second time, kill."""
        if self._stop.is_set():
            for child in self._children.values():
                child.kill()
        self._stop.set()

    def _work(self, on_ready: Callable[[], None], parent: int | None) -> list[Any]:
        work: list[Any] = [self._bring_up(unit) for unit in self._units]
        work.append(self._announce(on_ready))
        if self._follow:
            work += [log.follow(partial(self._board.print_output, name)) for name, log in self._logs.items()]
        if parent is not None:
            work.append(self._watch(parent))
        return work

    async def _until_stopped(self, tasks: list[asyncio.Task[None]]) -> None:
        """Return when asked to stop; raise what the first failing task raised."""
        stop = asyncio.create_task(self._stop.wait())
        running: set[asyncio.Task[Any]] = {stop, *tasks}
        try:
            while not stop.done():
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        finally:
            stop.cancel()

    async def _bring_up(self, unit: Unit) -> None:
        await asyncio.gather(*(self._reached[need].wait() for need in unit.needs))
        if isinstance(unit, Service):
            await self._children[unit.name].run()
            return
        self._board.change(unit.name, State.STARTING)
        try:
            did_work = await unit.work()
        except StackError:
            self._board.change(unit.name, State.FAILED)
            raise
        self._board.change(unit.name, State.DONE if did_work else State.CURRENT)
        self._reached[unit.name].set()

    async def _announce(self, on_ready: Callable[[], None]) -> None:
        await asyncio.gather(*(event.wait() for event in self._reached.values()))
        on_ready()

    async def _watch(self, parent: int) -> None:
        while os.getppid() == parent:  # noqa: ASYNC110  # the kernel reports this only to the parent
            await asyncio.sleep(_PARENT_SECONDS)
        self.request_stop()
