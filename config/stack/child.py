"""One child of the supervisor: started, watched, restarted with back-off, stopped by a ladder of signals."""

import asyncio
import os
import signal
import time
from contextlib import suppress

from config.stack.board import Board
from config.stack.errors import StackError
from config.stack.kernel import dying_with_parent
from config.stack.logs import ChildLog
from config.stack.programs import Backoff, Program, State

POLL_SECONDS = 0.05
# A child that never became ready gets this many tries before the start as a whole is given up.
FIRST_START_TRIES = 2


class Child:
    """Keeps one program running until `stop` is called."""

    def __init__(
        self, program: Program, *, board: Board, log: ChildLog, ready: asyncio.Event, backoff: Backoff | None = None
    ) -> None:
        self.program = program
        self.ready = ready
        self._board = board
        self._log = log
        self._backoff = backoff or Backoff()
        self._stopping = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None

    async def keep(self) -> None:
        """Run, and run again after every death, until told to stop.

        Raises StackError when the program never became ready: then waiting longer helps nobody.
        """
        failures = 0
        while not self._stopping.is_set():
            began = time.monotonic()
            reason = await self._run_once()
            if self._stopping.is_set():
                return
            failures = 1 if time.monotonic() - began > self._backoff.healthy_after else failures + 1
            if not self.ready.is_set() and failures >= FIRST_START_TRIES:
                raise self._never_ready(reason)
            await self._pause(self._backoff.delay(failures), reason)

    async def stop(self) -> None:
        """Climb the ladder; whatever of the process group is left behind its last rung is killed."""
        self._stopping.set()
        process = self._process
        if process is None:
            return
        for nudge in self.program.stop:
            if process.returncode is not None:
                break
            with suppress(ProcessLookupError):
                process.send_signal(nudge.signal)
            await _within(nudge.seconds, process)
        self.kill()
        await process.wait()
        self._board.change(self.program.name, State.STOPPED)

    def kill(self) -> None:
        """End the whole process group at once, also what a dead leader left in it."""
        self._stopping.set()
        if self._process is not None:
            _kill_group(self._process.pid)

    async def _run_once(self) -> str:
        """Run the program until it ends, and give the reason in words."""
        self._board.change(self.program.name, State.STARTING)
        process = self._process = await self._spawn()
        is_ready = await self._wait_ready(process)
        if is_ready:
            self.ready.set()
            self._board.change(self.program.name, State.READY, pid=process.pid)
        elif process.returncode is None:
            _kill_group(process.pid)
        code = await process.wait()
        _kill_group(process.pid)  # pool children must not outlive their leader
        return _in_words(code) if is_ready or code >= 0 else f"was not ready after {self.program.ready_seconds:.0f} s"

    async def _spawn(self) -> asyncio.subprocess.Process:
        program = self.program
        with self._log.open() as output:
            return await asyncio.create_subprocess_exec(
                *dying_with_parent(program.argv, program.death_signal),
                cwd=program.cwd,
                env=dict(program.env) or None,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # a Ctrl-C in the terminal is the supervisor's to pass on, in order
            )

    async def _wait_ready(self, process: asyncio.subprocess.Process) -> bool:
        deadline = time.monotonic() + self.program.ready_seconds
        while process.returncode is None and not self._stopping.is_set():
            if await asyncio.to_thread(self.program.is_ready):
                return process.returncode is None
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(POLL_SECONDS)
        return False

    async def _pause(self, seconds: float, reason: str) -> None:
        self._board.change(self.program.name, State.RESTARTING, note=f"{reason}; again in {seconds:g} s")
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)

    def _never_ready(self, reason: str) -> StackError:
        self._board.change(self.program.name, State.FAILED, note=reason)
        shown = "\n".join(f"    {line}" for line in self._log.tail())
        return StackError(
            f"{self.program.name} {reason}. Its last words:\n{shown}", hint=f"All of it: {self._log.path}"
        )


async def _within(seconds: float, process: asyncio.subprocess.Process) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), seconds)


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _in_words(code: int) -> str:
    return f"exited with {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"
