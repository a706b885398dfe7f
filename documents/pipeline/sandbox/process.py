"""A sandbox process seen from the worker: start, communication, cause of death."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Generic, NamedTuple, TypeVar

from core.errors import DependencyFault, DomainError
from documents.errors import ParserCrashed, ParserInterrupted, ParserOutOfMemory, ParserTimeout
from documents.pipeline.sandbox.exchange_dirs import ExchangeDirs
from documents.pipeline.sandbox.guard import PEAK
from documents.pipeline.sandbox.isolation import Isolation, other_user
from documents.pipeline.sandbox.limits import Limits, OutputMeter
from documents.pipeline.sandbox.wire import PROTOCOL, Message, WireError, pack, read_frame, unpack, write_all

T = TypeVar("T")

_ROOT = Path(__file__).resolve().parents[3]
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop()); from documents.pipeline.sandbox.server import main; main()"
OUT_OF_MEMORY_SIGNS = ("MemoryError", "bad_alloc", "memory allocation of", "Out of memory", "out of memory")
_OUT_OF_MEMORY_SHARE = 0.7  # of the memory that was left: a process that dies above it has run out of memory
_END_SECONDS = 5.0
_END_POLL_SECONDS = 0.002
_MAX_REPORT_BYTES = 4096
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
)


class SandboxUnavailable(DependencyFault):
    """The sandbox process cannot be started."""

    code = "sandbox_unavailable"
    what_to_do = "Wait: the job is retried. Operators: run `make doctor`."


class SandboxOutdated(SandboxUnavailable):
    """The code on disk has changed since this process was started. Restart the process."""

    code = "sandbox_outdated"
    what_to_do = "Operators: restart the workers."


class Launcher(Generic[T]):
    """A thread that starts sandbox processes, because the kernel kills them together with the thread that starts them.

    It starts again after `close` and in a forked child. A thread pool would not: after a shutdown, or in a forked child
    without its thread, it accepts work and never runs it.
    """

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._orders: SimpleQueue[_Order[T] | None] = SimpleQueue()

    def run(self, function: Callable[[], T]) -> T:
        """Run the function in the thread and return its result. Not for concurrent calls."""
        if self._thread is None or not self._thread.is_alive():
            self._orders = SimpleQueue()  # a fork may have copied a locked one
            self._thread = threading.Thread(target=_serve, args=(self._orders,), name="sandbox-launcher", daemon=True)
            self._thread.start()
        order = _Order(function)
        self._orders.put(order)
        return order.result.result()

    def close(self) -> None:
        self._orders.put(None)
        self._thread = None


class _Order(Generic[T]):
    __slots__ = ("function", "result")

    def __init__(self, function: Callable[[], T]) -> None:
        self.function = function
        self.result: Future[T] = Future()


def _serve(orders: "SimpleQueue[_Order[T] | None]") -> None:
    while (order := orders.get()) is not None:
        try:
            order.result.set_result(order.function())
        except BaseException as error:  # noqa: BLE001  # raised again in the thread of the caller
            order.result.set_exception(error)


class SandboxProcess:
    """A running sandbox, used by one thread at a time."""

    def __init__(self, limits: Limits, plugins: tuple[str, ...], launcher: Launcher[subprocess.Popen[bytes]]) -> None:
        self.limits = limits
        self.dirs = ExchangeDirs(max_file_bytes=limits.file_bytes, user=other_user())
        self.requests = 0
        self.meter = OutputMeter(self.dirs.outbox, limits)
        self._initial_memory = _Memory(0, 0)
        self._refused: list[str] = []
        self._peak = 0
        self.isolation = Isolation()
        child_end, self._lifeline = os.pipe()
        self._reports, reports_end = os.pipe()
        os.set_blocking(self._reports, False)
        try:
            self._process = launcher.run(lambda: self._spawn(child_end, reports_end))
        except OSError as error:
            os.close(self._lifeline)
            os.close(self._reports)
            self.dirs.remove()
            raise SandboxUnavailable(detail=str(error)) from error
        finally:
            os.close(child_end)
            os.close(reports_end)
        self.pid = self._process.pid  # that of the guard until the parser has started
        self._stdin, self._stdout = _handle(self._process.stdin), _handle(self._process.stdout)
        self._plugins = plugins

    def handshake(self, on_poll: Callable[[], None], poll_seconds: float) -> None:
        """Send the limits and wait until the process has isolated itself."""
        try:
            ready = self._send_hello(on_poll, poll_seconds)
        except (WireError, ParserTimeout):
            detail = self.dirs.last_errors()
            self.kill()
            raise SandboxUnavailable(detail=detail) from None
        if ready.get("protocol") != PROTOCOL:
            self.kill()
            raise SandboxOutdated
        self.isolation = Isolation.from_message(ready.get("isolation") or {})
        self._initial_memory = _Memory(*ready["memory"])
        self.pid = int(ready["pid"])

    def _send_hello(self, on_poll: Callable[[], None], poll_seconds: float) -> Message:
        self.send(
            {
                "protocol": PROTOCOL,
                "limits": self.limits.as_message(),
                "inbox": str(self.dirs.inbox),
                "outbox": str(self.dirs.outbox),
                "parent": os.getpid(),
                "user": self.dirs.user,
                "plugins": list(self._plugins),
            }
        )
        return self.receive(on_poll, poll_seconds)

    def send(self, message: Message) -> None:
        write_all(self._stdin, pack(message))

    def receive(self, on_poll: Callable[[], None], poll_seconds: float) -> Message:
        """Return the next message."""
        return unpack(read_frame(self._stdout, on_poll, poll_seconds=poll_seconds))

    def receive_answer(self, on_poll: Callable[[], None], poll_seconds: float) -> Message:
        """Return the next message of the current request; raise `UnsafeDocument` if there is too much output."""

        def check() -> None:
            on_poll()
            self.meter.check()

        frame = read_frame(self._stdout, check, poll_seconds=poll_seconds)
        self.meter.add_message(len(frame))
        return unpack(frame)

    def take_result(self, name: str, folder: Path) -> str:
        """Copy a file from the outbox to a folder, remove it, and return the path of the copy."""
        path = self.dirs.take_result(name, folder)
        self.meter.add_result(path)
        return str(path)

    def refused_calls(self) -> list[str]:
        """Return the names of system calls that were refused since the last time, each once per process."""
        self._read_reports()
        names, self._refused = self._refused, []
        return names

    def _read_reports(self) -> None:
        with suppress(BlockingIOError):
            for line in os.read(self._reports, _MAX_REPORT_BYTES).decode("ascii", "replace").splitlines():
                if line.startswith(PEAK):
                    self._peak = int(line.removeprefix(PEAK))
                else:
                    self._refused.append(line)

    def begin_request(self) -> None:
        """Count a request that the process has accepted, and measure its output from now on."""
        self.requests += 1
        self.meter = OutputMeter(self.dirs.outbox, self.limits)

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill all processes of its session and remove its folders."""
        self._end()
        self._close_handles()
        self.dirs.remove()

    def cause_of_death(self) -> DomainError:
        """Return the error that explains why the process died. Call it after the pipe was closed."""
        status, resident = self._end()
        output = self.dirs.last_errors()
        if status == -signal.SIGXCPU:
            return ParserTimeout()
        available = self.limits.memory_bytes - self._initial_memory.reserved
        has_grown = resident - self._initial_memory.resident > _OUT_OF_MEMORY_SHARE * available
        if has_grown or any(sign in output for sign in OUT_OF_MEMORY_SIGNS):
            return ParserOutOfMemory()
        if status == -signal.SIGKILL:  # by none of its own limits: the kernel had no memory left, or an operator did it
            return ParserInterrupted()
        return ParserCrashed(status=status)

    def release_after_fork(self) -> None:
        """Close the handles in a forked child: the process belongs to the parent."""
        self._close_handles()
        self.dirs.release_after_fork()
        self._process.returncode = 0

    def _spawn(self, lifeline: int, reports: int) -> subprocess.Popen[bytes]:
        with self.dirs.errors.open("wb") as errors:
            return subprocess.Popen(  # noqa: S603  # our own interpreter, no shell
                [sys.executable, "-I", "-c", _BOOT, str(lifeline), str(reports), str(_ROOT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,
                cwd=self.dirs.outbox,
                env=_environment(self.dirs.outbox),
                pass_fds=(lifeline, reports),
                start_new_session=True,
            )

    def _end(self) -> tuple[int, int]:
        """Kill the process; return its exit status as in `subprocess`, and its peak resident memory in bytes."""
        if self._process.returncode is not None:
            return self._process.returncode, 0
        try:
            _end_session(self._process.pid)
            _, status = os.waitpid(self._process.pid, 0)
        except (ChildProcessError, ProcessLookupError):  # it was waited for elsewhere
            self._process.returncode = -signal.SIGKILL
            return self._process.returncode, 0
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._read_reports()
        return self._process.returncode, self._peak

    def _close_handles(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            os.close(self._reports)
            self._lifeline = -1


class _Memory(NamedTuple):
    """Memory in bytes."""

    reserved: int
    resident: int


def _end_session(pid: int) -> None:
    """Ask the guard to end its processes and itself; kill what is left. It stays a zombie until it is waited for."""
    os.kill(pid, signal.SIGTERM)
    end = time.monotonic() + _END_SECONDS
    while time.monotonic() < end and os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        time.sleep(_END_POLL_SECONDS)
    with suppress(ProcessLookupError, PermissionError):  # no process is left, or only the zombie
        os.killpg(pid, signal.SIGKILL)


def _handle(pipe: IO[bytes] | None) -> int:
    if pipe is None:
        raise SandboxUnavailable
    return pipe.fileno()


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment without secrets of the worker, with one thread per library."""
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "MALLOC_ARENA_MAX": "2",
        "ORT_DISABLE_TELEMETRY": "1",
        **ONE_THREAD,
    }
