"""The process between a worker and LibreOffice: it confines the program, starts it, and ends with it.

It is started by `documents.pipeline.office.confined` and holds one end of a pipe. The worker holds the other end, which
closes when the worker cancels or dies. When this process dies, the program and all processes it has started die, too.
"""

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from documents.pipeline.sandbox import kernel
from documents.pipeline.sandbox.isolation import drop_capabilities, leave_network
from documents.pipeline.sandbox.landlock import confine_files
from documents.pipeline.sandbox.limits import Limits, allow_cpu, apply_limits
from documents.pipeline.sandbox.seccomp import filter_system_calls

NOT_STARTED = 125
SIGNAL_OFFSET = 128  # exit status of a killed program minus the signal number, as in shells


def main() -> NoReturn:
    lifeline, instructions = int(sys.argv[1]), json.loads(sys.argv[2])
    leave_network(new_pid_namespace=True)
    program = os.fork()
    if program == 0:
        _exec_program(instructions)
    threading.Thread(target=_kill_at_eof, args=(lifeline, program), daemon=True).start()
    _, status = os.waitpid(program, 0)
    _kill_group(program)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else SIGNAL_OFFSET - code)


def _kill_at_eof(lifeline: int, program: int) -> None:
    """Kill the program when the pipe closes; nothing is ever written to it."""
    os.read(lifeline, 1)
    _kill_group(program)
    with suppress(ProcessLookupError):
        os.kill(program, signal.SIGKILL)


def _kill_group(program: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(program, signal.SIGKILL)


def _exec_program(instructions: dict[str, Any]) -> NoReturn:
    """Confine this process in the order of `isolate`, in a process group that its children cannot leave."""
    try:
        os.setpgid(0, 0)
        drop_capabilities()
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
        filter_system_calls(allow_programs=True)
        os.execv(instructions["program"][0], instructions["program"])  # noqa: S606  # no shell
    except OSError as error:
        os.write(2, str(error).encode())
    finally:
        os._exit(NOT_STARTED)


if __name__ == "__main__":
    main()
