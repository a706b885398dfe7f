"""Start everything in the order of its needs, keep it running, stop it in the opposite order."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from config.stack import guard
from config.stack.board import Board
from config.stack.child import Child
from config.stack.errors import StackError
from config.stack.logs import ChildLog
from config.stack.programs import Backoff, Program, State, Step
from config.stack.sweep import kill_rest

Unit = Program | Step


class Supervisor:
    """Runs a plan of services and steps; `stop_order` names services in waves, each wave stops together."""

    def __init__(
        self,
        plan: Sequence[Unit],
        *,
        board: Board,
        logs: Path,
        stop_order: Sequence[Sequence[str]],
        backoff: Backoff | None = None,
        follow: bool = False,
    ) -> None:
        self._plan = plan
        self._board = board
        self._stop_order = stop_order
        self._follow = follow
        self._reached = {unit.name: asyncio.Event() for unit in plan}
        self._logs = {unit.name: ChildLog(logs / f"{unit.name}.log") for unit in plan}
        self._children = {
            unit.name: Child(
                unit, board=board, log=self._logs[unit.name], ready=self._reached[unit.name], backoff=backoff
            )
            for unit in plan
            if isinstance(unit, Program)
        }
        self._stop = asyncio.Event()

    async def run(self, *, mark: str, on_ready: Callable[[], None]) -> None:
        """Run until a signal asks for the end. Raises StackError when something could not be started."""
        self._listen()
        watcher = guard.start(mark)
        tasks = [asyncio.create_task(self._bring_up(unit)) for unit in self._plan]
        tasks += [asyncio.create_task(self._tell(on_ready)), *self._followers()]
        try:
            await self._until_stopped(tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._stop_all()
            await asyncio.to_thread(kill_rest, mark)
            guard.dismiss(watcher)

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

    def request_stop(self) -> None:
        """Stop in order; asked a second time, at once."""
        if self._stop.is_set():
            for child in self._children.values():
                child.kill()
        self._stop.set()

    def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if sig != signal.SIGHUP or signal.getsignal(sig) is not signal.SIG_IGN:  # `nohup` means it
                loop.add_signal_handler(sig, self.request_stop)

    async def _bring_up(self, unit: Unit) -> None:
        await asyncio.gather(*(self._reached[need].wait() for need in unit.needs))
        if isinstance(unit, Step):
            await self._do(unit)
            return
        await self._children[unit.name].keep()

    async def _do(self, step: Step) -> None:
        self._board.change(step.name, State.STARTING)
        try:
            did_work = await step.work()
        except StackError:
            self._board.change(step.name, State.FAILED)
            raise
        self._board.change(step.name, State.DONE if did_work else State.CURRENT)
        self._reached[step.name].set()

    async def _tell(self, on_ready: Callable[[], None]) -> None:
        await asyncio.gather(*(event.wait() for event in self._reached.values()))
        on_ready()

    def _followers(self) -> list[asyncio.Task[None]]:
        if not self._follow:
            return []
        return [asyncio.create_task(log.follow(partial(self._board.echo, name))) for name, log in self._logs.items()]

    async def _stop_all(self) -> None:
        for wave in self._stop_order:
            await asyncio.gather(*(self._children[name].stop() for name in wave if name in self._children))
