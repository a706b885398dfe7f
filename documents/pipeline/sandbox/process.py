"""One sandbox process seen from outside: start it, talk to it, find out how it ended."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

from core.errors import DependencyFault, DomainError
from documents.errors import ParserCrashed, ParserOutOfMemory, ParserTimeout
from documents.pipeline.sandbox.boxes import Box
from documents.pipeline.sandbox.isolation import Isolation
from documents.pipeline.sandbox.launcher import Launcher
from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sandbox.output import OutputMeter
from documents.pipeline.sandbox.protocol import PROTOCOL
from documents.pipeline.sandbox.wire import Message, WireError, pack, read_frame, unpack, write_all

_ROOT = Path(__file__).resolve().parents[3]
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop()); from documents.pipeline.sandbox.server import main; main()"
OUT_OF_MEMORY_SIGNS = ("MemoryError", "bad_alloc", "memory allocation of", "Out of memory", "out of memory")
_SUSPICIOUS_SHARE = 0.7  # of the memory it was still allowed: a process that dies so large died of that
_THREAD_COUNTS = ("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")


class SandboxUnavailable(DependencyFault):
    """The sandbox process cannot be started."""

    code = "sandbox_unavailable"


class SandboxOutdated(SandboxUnavailable):
    """The program on disk is not the one that this process runs; it must be started again."""

    code = "sandbox_outdated"


class SandboxProcess:
    """Owned by one thread at a time. The kernel kills the process together with the thread of `launcher`."""

    def __init__(self, limits: Limits, plugins: tuple[str, ...], launcher: Launcher[subprocess.Popen[bytes]]) -> None:
        self.limits = limits
        self.box = Box()
        self.requests = 0
        self.meter = OutputMeter(self.box.outbox, limits)
        self._begin = _Memory(0, 0)
        self.isolation = Isolation(network_namespace=False, confined_files=False, filtered_calls=False)
        theirs, self._lifeline = os.pipe()
        try:
            self._process = launcher.run(lambda: self._spawn(theirs))
        except OSError as error:
            os.close(self._lifeline)
            self.box.remove()
            raise SandboxUnavailable(detail=str(error)) from error
        finally:
            os.close(theirs)
        self._stdin, self._stdout = _handle(self._process.stdin), _handle(self._process.stdout)
        self._plugins = plugins

    def greet(self, waiting: Callable[[], None], patience: float) -> None:
        """Tell the process its limits and wait until it stands behind its walls."""
        try:
            ready = self._introduce(waiting, patience)
        except (WireError, ParserTimeout):
            detail = self.box.last_errors()
            self.kill()
            raise SandboxUnavailable(detail=detail) from None
        if ready.get("protocol") != PROTOCOL:
            self.kill()
            raise SandboxOutdated
        self.isolation = Isolation.from_message(ready.get("isolation") or {})
        self._begin = _memory_of(self.pid)

    def _introduce(self, waiting: Callable[[], None], patience: float) -> Message:
        self.send(
            {
                "protocol": PROTOCOL,
                "limits": self.limits.as_message(),
                "inbox": str(self.box.inbox),
                "outbox": str(self.box.outbox),
                "parent": os.getpid(),
                "plugins": list(self._plugins),
            }
        )
        return self.receive(waiting, patience)

    def send(self, message: Message) -> None:
        write_all(self._stdin, pack(message))

    def receive(self, waiting: Callable[[], None], patience: float) -> Message:
        return unpack(read_frame(self._stdout, waiting, patience=patience))

    def answer(self, waiting: Callable[[], None], patience: float) -> Message:
        """The next answer to the request that is under way, as long as there is not too much of it."""

        def wait() -> None:
            waiting()
            self.meter.look()

        frame = read_frame(self._stdout, wait, patience=patience)
        self.meter.answer(len(frame))
        return unpack(frame)

    def take(self, name: str, folder: Path) -> str:
        """Move a file that was made out of the outbox; where it is then."""
        taken = self.box.take(name, folder)
        self.meter.take(taken)
        return str(taken)

    def begin_request(self) -> None:
        """It has been accepted: what it gives is counted from now on."""
        self.requests += 1
        self.meter = OutputMeter(self.box.outbox, self.limits)

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """End it and everything in its session, and remove its box."""
        self._end()
        self._close_handles()
        self.box.remove()

    def post_mortem(self) -> DomainError:
        """Why it died. Only after it has stopped answering."""
        status, resident = self._end()
        words = self.box.last_errors()
        if status == -signal.SIGXCPU:
            return ParserTimeout()
        room = self.limits.memory_bytes - self._begin.reserved
        swollen = resident - self._begin.resident > _SUSPICIOUS_SHARE * room
        if swollen or any(sign in words for sign in OUT_OF_MEMORY_SIGNS):
            return ParserOutOfMemory()
        return ParserCrashed(status=status)

    def forget(self) -> None:
        """In a forked child: let go of the parent's process without touching it."""
        self._close_handles()
        self.box.forget()
        self._process.returncode = 0

    def _spawn(self, lifeline: int) -> subprocess.Popen[bytes]:
        with self.box.errors.open("wb") as errors:
            return subprocess.Popen(  # noqa: S603  # our own interpreter, no shell
                [sys.executable, "-I", "-c", _BOOT, str(lifeline), str(_ROOT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
                cwd=self.box.outbox,
                env=_environment(self.box.outbox),
                pass_fds=(lifeline,),
                start_new_session=True,
            )

    def _end(self) -> tuple[int, int]:
        """Exit status as `subprocess` counts it, and the most memory that was resident, in bytes."""
        if self._process.returncode is not None:
            return self._process.returncode, 0
        _kill_session(self._process.pid)
        try:
            _, status, usage = os.wait4(self._process.pid, 0)
        except ChildProcessError:  # somebody else has reaped it
            self._process.returncode = -signal.SIGKILL
            return self._process.returncode, 0
        self._process.returncode = os.waitstatus_to_exitcode(status)
        return self._process.returncode, usage.ru_maxrss * 1024

    def _close_handles(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1


class _Memory(NamedTuple):
    """Bytes."""

    reserved: int
    resident: int


def _memory_of(pid: int) -> _Memory:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    except OSError:
        return _Memory(0, 0)
    return _Memory(int(pages[0]) * resource.getpagesize(), int(pages[1]) * resource.getpagesize())


def _kill_session(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _handle(pipe: IO[bytes] | None) -> int:
    if pipe is None:
        raise SandboxUnavailable
    return pipe.fileno()


def _environment(folder: Path) -> dict[str, str]:
    """Nothing of the caller's: no secrets, no addresses, one thread per library."""
    threads = dict.fromkeys(_THREAD_COUNTS, "1")
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "MALLOC_ARENA_MAX": "2",
        **threads,
    }
