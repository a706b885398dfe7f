"""Find and end the processes of a stack, wherever they are in the process tree; one supervisor per stack folder.

Every child has a marker in its environment, and so do its own children. `guard` ends them when this process is killed:
`python -m config.stack.processes MARKER [FOLDER]`.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from config.stack.paths import PROJECT, StackError

MARKER = "CARTULARY_STACK"
# They are asked to end, because they have data to write.
_ENGINES = frozenset({"postgres", "valkey-server", "redis-server"})
_ENGINE_SECONDS = 15.0
_KILL_SECONDS = 5.0
_DONE = b"done"


class AlreadyRunningError(StackError):
    """Another supervisor uses this folder."""

    def __init__(self, pid: int) -> None:
        super().__init__(f"This stack is already running (supervisor {pid}).")
        self.pid = pid


def find_marked(marker: str) -> list[psutil.Process]:
    """Return all other live processes with this marker or one below it (`marker/…`)."""
    return [each for each in psutil.process_iter() if each.pid != os.getpid() and _is_marked(each, marker)]


def _is_marked(process: psutil.Process, marker: str) -> bool:
    with suppress(psutil.Error):  # it has ended, or belongs to another user
        if f"{process.environ().get(MARKER, '')}/".startswith(f"{marker}/"):
            return True
        # Valkey overwrites its environment with its title. It runs in its data folder, below the stack's.
        return process.name() in _ENGINES and f"{process.cwd()}/".startswith(f"{marker}/")
    return False


def end_marked(marker: str) -> int:
    """Ask engines to end, kill all others; return how many there were."""
    processes = find_marked(marker)
    for process in processes:
        with suppress(psutil.Error):
            process.send_signal(signal.SIGINT if process.name() in _ENGINES else signal.SIGKILL)
    deadline = time.monotonic() + _ENGINE_SECONDS
    while find_marked(marker) and time.monotonic() < deadline:
        time.sleep(0.05)
    kill_marked(marker)
    return len(processes)


def kill_marked(marker: str) -> None:
    """Kill what is left, again while some of it has just started something."""
    deadline = time.monotonic() + _KILL_SECONDS
    while (processes := find_marked(marker)) and time.monotonic() < deadline:
        for process in processes:
            with suppress(psutil.Error):
                process.kill()
        time.sleep(0.01)


@contextmanager
def guard(marker: str, *, folder: Path | None = None) -> Iterator[None]:
    """Kill what is still marked at the end of the block; if this process is killed before, a guard process does it.

    The guard process removes `folder`, too.
    """
    argv = [sys.executable, "-m", "config.stack.processes", marker, *([str(folder)] if folder else [])]
    process = subprocess.Popen(
        argv,
        cwd=PROJECT,
        env={name: value for name, value in os.environ.items() if name != MARKER},  # or it would end itself
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        kill_marked(marker)
        process.communicate(_DONE)


def main(marker: str, folder: str = "") -> None:
    """Wait until the other end of standard input is closed; end what is marked unless all was done."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    if sys.stdin.buffer.read() != _DONE:
        end_marked(marker)
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Lock the stack folder for this process. The kernel releases the lock when the process ends.

    Raises AlreadyRunningError.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if not _lock(descriptor):
            raise AlreadyRunningError(lock_holder(path) or 0)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    for _ in range(5):  # `lock_holder` has the lock for a moment
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.03)
        else:
            return True
    return False


def lock_holder(path: Path) -> int | None:
    """Return the process id of the supervisor that has the lock."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return int(os.read(descriptor, 32).strip() or 0)
    finally:
        os.close(descriptor)
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
