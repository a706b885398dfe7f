"""Run one command to its end, with its output in a log and a word now and then while it takes long."""

import asyncio
import os
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from config.stack.board import Board
from config.stack.errors import StackError
from config.stack.kernel import dying_with_parent
from config.stack.logs import ChildLog

WORD_EVERY_SECONDS = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """Runs the commands of one step."""

    step: str
    log: ChildLog
    board: Board
    env: Mapping[str, str]
    cwd: Path

    async def run(self, argv: Sequence[str], *, title: str) -> None:
        """Raises StackError with the command's last words when it fails."""
        began = time.monotonic()
        with self.log.open() as output:
            process = await asyncio.create_subprocess_exec(
                *dying_with_parent(argv, signal.SIGKILL),
                cwd=self.cwd,
                env=dict(self.env),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            while process.returncode is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(process.wait(), WORD_EVERY_SECONDS)
                    break
                self.board.say(f"  {self.step:<9}   {title} … {time.monotonic() - began:.0f} s")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        if process.returncode != 0:
            shown = "\n".join(f"    {line}" for line in self.log.tail())
            message = f"{self.step}: {title} failed. Its last words:\n{shown}"
            raise StackError(message, hint=f"All of it: {self.log.path}")
