"""The supervisor's last will: a process that waits for it to vanish and then sweeps up what is left.

`PR_SET_PDEATHSIG` already ends direct children; this one reaches their children and grandchildren, whatever they run.
"""

import os
import signal
import subprocess
import sys

from config.stack.layout import PROJECT
from config.stack.sweep import MARK, sweep

_GOODBYE = b"bye"


def start(mark: str) -> subprocess.Popen[bytes]:
    """Start the guard. It lives until the pipe to it closes."""
    return subprocess.Popen(
        [sys.executable, "-m", "config.stack.guard", mark],
        cwd=PROJECT,
        # Without the mark, or it would sweep itself.
        env={name: value for name, value in os.environ.items() if name != MARK},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def dismiss(guard: subprocess.Popen[bytes]) -> None:
    """Everything has been stopped in order: nothing to sweep."""
    guard.communicate(_GOODBYE)


def main(mark: str) -> None:
    """Wait for the end of the supervisor; sweep unless it said goodbye."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    if sys.stdin.buffer.read() != _GOODBYE:
        sweep(mark)


if __name__ == "__main__":
    main(sys.argv[1])
