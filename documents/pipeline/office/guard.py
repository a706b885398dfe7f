"""The process between a worker and LibreOffice: it confines the program, starts it, and ends with it.

It is started by `documents.pipeline.office.confined` and holds one end of a pipe. The worker holds the other end, which
closes when the worker cancels or dies. When this process dies, the program and all processes it has started die, too.
"""

import json
import os
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from documents.pipeline.sandbox import kernel
from documents.pipeline.sandbox.guard import end_placeholder, start_placeholder
from documents.pipeline.sandbox.isolation import enter_namespaces
from documents.pipeline.sandbox.landlock import confine_files
from documents.pipeline.sandbox.limits import Limits, allow_cpu, apply_limits
from documents.pipeline.sandbox.seccomp import filter_program_calls

NOT_STARTED = 125
SIGNAL_OFFSET = 128  # exit status of a killed program minus the signal number, as in shells


def main() -> NoReturn:
    lifeline, instructions = int(sys.argv[1]), json.loads(sys.argv[2])
    placeholder = start_placeholder(keep=sys.stderr.fileno()) if enter_namespaces(instructions["user"]) else 0
    child_ended = _child_signals()
    program = os.fork()
    if program == 0:
        _exec_program(instructions)
    status = _wait(program, lifeline, child_ended)
    _kill_group(program)
    end_placeholder(placeholder)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else SIGNAL_OFFSET - code)


def _child_signals() -> int:
    """Return a handle that can be read when a child has ended. A thread cannot wait: none starts in new namespaces."""
    readable, writable = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(writable)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return readable


def _wait(program: int, lifeline: int, child_ended: int) -> int:
    """Return the status of the program; kill it when the lifeline closes, to which nothing is ever written."""
    while True:
        ready, _, _ = select.select([lifeline, child_ended], [], [])
        if lifeline in ready:
            _kill_group(program)
            with suppress(ProcessLookupError):
                os.kill(program, signal.SIGKILL)
            return os.waitpid(program, 0)[1]
        os.read(child_ended, 100)
        ended, status = os.waitpid(program, os.WNOHANG)
        if ended:
            return status


def _kill_group(program: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(program, signal.SIGKILL)


def _exec_program(instructions: dict[str, Any]) -> NoReturn:
    """Confine this process in the order of `confine`, in a process group that its children cannot leave."""
    try:
        signal.set_wakeup_fd(-1)
        os.setpgid(0, 0)
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        confine_files(
            readable=map(Path, instructions["readable"]),
            writable=map(Path, instructions["writable"]),
            runnable=map(Path, instructions["runnable"]),
        )
        limits = Limits(**instructions["limits"])
        apply_limits(limits)
        allow_cpu(limits.cpu_seconds)
        filter_program_calls()
        os.execv(instructions["program"][0], instructions["program"])  # noqa: S606  # no shell
    except OSError as error:
        os.write(2, str(error).encode())
    finally:
        os._exit(NOT_STARTED)


if __name__ == "__main__":
    main()
