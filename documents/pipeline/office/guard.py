"""The process between a worker and LibreOffice: puts up the walls, runs the program, and outlives neither.

Run by `documents.pipeline.office.running`. It holds the end of a pipe whose other end the worker has: that closes when
the worker wants an end, and when it dies. The program dies with this process, and all it has started dies with it.
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
from documents.pipeline.sandbox.isolation import drop_capabilities
from documents.pipeline.sandbox.landlock import confine_files
from documents.pipeline.sandbox.limits import Limits, allow_cpu, apply_limits
from documents.pipeline.sandbox.namespaces import leave_the_network
from documents.pipeline.sandbox.seccomp import forbid_system_calls

NOT_STARTED = 125
BY_SIGNAL = 128  # and its number, as shells say it


def main() -> NoReturn:
    lifeline, order = int(sys.argv[1]), json.loads(sys.argv[2])
    leave_the_network(with_children=True)
    program = os.fork()
    if program == 0:
        _become(order)
    threading.Thread(target=_end_with, args=(lifeline, program), daemon=True).start()
    _, status = os.waitpid(program, 0)
    _kill_group(program)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else BY_SIGNAL - code)


def _end_with(lifeline: int, program: int) -> None:
    """Nobody ever writes into the pipe."""
    os.read(lifeline, 1)
    _kill_group(program)
    with suppress(ProcessLookupError):
        os.kill(program, signal.SIGKILL)


def _kill_group(program: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(program, signal.SIGKILL)


def _become(order: dict[str, Any]) -> NoReturn:
    """The order is that of `isolate`; a group of its own, which what it starts cannot leave."""
    try:
        os.setpgid(0, 0)
        drop_capabilities()
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        confine_files(
            readable=map(Path, order["readable"]),
            writable=map(Path, order["writable"]),
            runnable=map(Path, order["runnable"]),
        )
        limits = Limits(**order["limits"])
        apply_limits(limits)
        allow_cpu(limits.cpu_seconds)
        forbid_system_calls(lets_programs_run=True)
        os.execv(order["program"][0], order["program"])  # noqa: S606  # no shell
    except OSError as error:
        os.write(2, str(error).encode())
    finally:
        os._exit(NOT_STARTED)


if __name__ == "__main__":
    main()
