"""Running of a confined program until it exits, is cancelled, or exceeds its time."""

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from documents.errors import ParserCrashed, ParserInterrupted, ParserOutOfMemory, ParserTimeout
from documents.pipeline.office.guard import NOT_STARTED, SIGNAL_OFFSET
from documents.pipeline.sandbox.limits import Limits, OutputMeter
from documents.pipeline.sandbox.process import ONE_THREAD, OUT_OF_MEMORY_SIGNS

logger = logging.getLogger(__name__)

Check = Callable[[], None]

_ROOT = Path(__file__).resolve().parents[3]
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop()); from documents.pipeline.office.guard import main; main()"
_POLL_SECONDS = 0.2
_EXIT_SECONDS = 10.0
_MAX_OUTPUT = 2000


@dataclass(frozen=True, slots=True)
class ConfinedProgram:
    """A program and the files that it may access. It can write to `home` only."""

    argv: Sequence[str]
    home: Path
    inbox: Path
    program_folders: Sequence[Path]
    system_files: Sequence[Path]
    limits: Limits
    user: int | None = None  # that the program becomes

    def as_json(self) -> str:
        """Return the instructions for the guard process."""
        return json.dumps(
            {
                "program": list(self.argv),
                "readable": [str(path) for path in (self.inbox, *self.system_files)],
                "writable": [str(self.home)],
                "runnable": [str(path) for path in self.program_folders],
                "limits": self.limits.as_message(),
                "user": self.user,
            }
        )


class ExitResult(NamedTuple):
    """Exit status of a program, and the end of its output."""

    code: int
    output: str


def run(program: ConfinedProgram, *, output: Path, deadline: float, check: Check) -> ExitResult:
    """Run the program with its output in a file, and return its exit status.

    `deadline` is a time of `time.monotonic`; `check` is called often and may raise. No process of the program is left
    afterwards. Raise `ParserTimeout`, `ParserCrashed`, `ParserInterrupted`, `ParserOutOfMemory`, or `UnsafeDocument` if
    it writes too much.
    """
    guard_end, lifeline = os.pipe()
    try:
        guard = _start_guard(program, guard_end, output)
    except BaseException:
        os.close(lifeline)
        raise
    finally:
        os.close(guard_end)
    try:
        code = _wait(guard, OutputMeter(program.home, program.limits), deadline, check)
    finally:
        os.close(lifeline)
        _end_guard(guard)
    exit_result = ExitResult(code, output.read_bytes()[-_MAX_OUTPUT:].decode("utf-8", "replace").strip())
    _raise_if_failed(exit_result)
    return exit_result


def _start_guard(program: ConfinedProgram, lifeline: int, output: Path) -> subprocess.Popen[bytes]:
    with output.open("wb") as file:
        return subprocess.Popen(  # noqa: S603  # our own interpreter, no shell
            [sys.executable, "-I", "-c", _BOOT, str(lifeline), program.as_json(), str(_ROOT)],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            cwd=program.home,
            env=_environment(program.home),
            pass_fds=(lifeline,),
            start_new_session=True,
        )


def _environment(home: Path) -> dict[str, str]:
    """Return an environment without secrets of the worker. LibreOffice creates its socket in the current folder.

    A library that the guard imports must start no thread: with one, namespaces are refused.
    """
    folders = dict.fromkeys(("HOME", "TMPDIR"), str(home))
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "SAL_USE_VCLPLUGIN": "svp",
        "OSL_SOCKET_PATH": ".",
        **folders,
        **ONE_THREAD,
    }


def _wait(guard: subprocess.Popen[bytes], meter: OutputMeter, deadline: float, check: Check) -> int:
    while True:
        try:
            return guard.wait(_POLL_SECONDS)
        except subprocess.TimeoutExpired:
            check()
            meter.check()
            if time.monotonic() > deadline:
                raise ParserTimeout from None


def _end_guard(guard: subprocess.Popen[bytes]) -> None:
    """Wait for the guard, which kills the program when the lifeline is closed; kill it if it does not exit."""
    try:
        guard.wait(_EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        guard.kill()
        guard.wait()


def _raise_if_failed(exit_result: ExitResult) -> None:
    if exit_result.code and any(sign in exit_result.output for sign in OUT_OF_MEMORY_SIGNS):
        raise ParserOutOfMemory
    if exit_result.code < 0 or exit_result.code >= NOT_STARTED:
        logger.warning("office.crashed", extra={"status": exit_result.code, "detail": exit_result.output})
        by_signal = exit_result.code > SIGNAL_OFFSET
        status = SIGNAL_OFFSET - exit_result.code if by_signal else exit_result.code
        raise ParserInterrupted if status == -signal.SIGKILL else ParserCrashed(status=status)
