"""Become another program that dies with its parent: `python -I -S launch.py <signal> <parent> <command …>`.

A program of its own, because Python code between fork and exec (`preexec_fn`) hangs in processes that have threads.
Standard library only, and little of it: every child of the stack starts with this.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(sig: int, *, parent: int) -> None:
    """Ask the kernel for `sig` when the thread that started this process ends. It holds through exec."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, sig, 0, 0, 0)
    if os.getppid() != parent:  # it was gone before the kernel knew our wish
        os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Arm, then become the command."""
    sig, parent, *command = sys.argv[1:]
    die_with_parent(int(sig), parent=int(parent))
    try:
        os.execvp(command[0], command)  # noqa: S606 - to be that program, without a shell, is the point
    except OSError as error:
        sys.exit(f"{command[0]} cannot be started: {error}")


if __name__ == "__main__":
    main()
