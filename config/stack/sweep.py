"""Find and end every process of one stack, wherever it hangs in the process tree.

Children carry the stack's mark in their environment, and so do their children; sessions and parents do not matter.
"""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

MARK = "CARTULARY_STACK"
# They end by themselves when their supervisor is gone, and need a moment to write down what they hold.
ENGINES = frozenset({"postgres", "valkey-server", "redis-server"})
GRACE_SECONDS = 0.5
ENGINE_SECONDS = 15.0


def members(mark: str) -> dict[int, str]:
    """Give pid and program name of every live process that carries the mark."""
    wanted = f"{MARK}={mark}".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended while being read, or belongs to somebody else
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "comm").read_text().strip()
    found.pop(os.getpid(), None)
    return found


def sweep(mark: str) -> int:
    """End all of them, the engines gently; give how many there were."""
    time.sleep(GRACE_SECONDS)
    first = members(mark)
    for pid, program in first.items():
        _send(pid, signal.SIGINT if program in ENGINES else signal.SIGKILL)
    deadline = time.monotonic() + ENGINE_SECONDS
    while members(mark) and time.monotonic() < deadline:
        time.sleep(0.1)
    kill_rest(mark)
    return len(first)


def kill_rest(mark: str) -> None:
    """After an orderly stop: whatever somebody's child left running in a session of its own."""
    for pid in members(mark):
        _send(pid, signal.SIGKILL)


def _send(pid: int, sig: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, sig)
