"""The process between a worker and a sandboxed parser: it starts the parser, answers its refused calls, and ends it.

Three processes make a sandbox: the guard, which the worker starts and which reads nothing that a file contains; a
process that only holds the process namespace open, where there is one; and the parser, which continues after `split`.
When the guard ends, the kernel ends the two others and all that the parser could have started.
"""

import errno
import fcntl
import os
import select
import signal
import socket
import struct
from contextlib import suppress
from typing import Final, NamedTuple, NoReturn

from documents.pipeline.sandbox import kernel
from documents.pipeline.sandbox.isolation import drop_capabilities
from documents.pipeline.sandbox.system_calls import numbers

MAX_REPORTS: Final = 64
PEAK: Final = "peak:"  # before the parser's peak resident memory in bytes, in the last report
_MAX_ANSWERS: Final = 1000  # then the kernel answers, so that a parser cannot keep the guard busy
_RECEIVE, _SEND = 0xC0502100, 0xC0182101  # SECCOMP_IOCTL_NOTIF_RECV and _SEND
_REQUEST, _ANSWER = struct.Struct("=QIIi60x"), struct.Struct("=QqiI")


class _Stop(Exception):
    """The worker ended this process, or died."""


class _Handles(NamedTuple):
    channel: socket.socket
    alive: int
    reports: int


def split(*, parent: int, has_process_namespace: bool, reports: int, answers: int) -> socket.socket:
    """Fork; return only in the new process, with the socket to which it sends the handle of its filter.

    Call it before any thread starts. `parent` is the worker. `reports` is a pipe to it for the names of refused calls,
    and for the parser's peak memory: the kernel counts that of the worker to the guard, which the worker has started.
    `answers` is the pipe for answers, which every process holds open: when it is closed, all have ended.
    """
    placeholder = start_placeholder(keep=answers) if has_process_namespace else 0
    guard_end, parser_end = socket.socketpair()
    alive_end, alive = os.pipe()  # the parser holds `alive` and never writes to it
    guard = os.getpid()
    parser = os.fork()
    if parser != 0:
        os.close(alive)
        parser_end.close()
        _guard(parser, placeholder, _Handles(guard_end, alive_end, reports), parent)
    os.close(reports)
    os.close(alive_end)
    guard_end.close()
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() not in {0, guard}:  # 0: the guard is outside the process namespace
        os._exit(0)
    return parser_end


def start_placeholder(*, keep: int) -> int:
    """Start the first process of the namespace, with one open handle; return its number.

    The kernel ends all others of the namespace together with it. None of these should be the first itself: that one
    ignores the signals with which a program ends itself.
    """
    placeholder = os.fork()
    if placeholder == 0:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no zombies
        drop_capabilities()
        os.closerange(0, keep)
        os.closerange(keep + 1, os.sysconf("SC_OPEN_MAX"))
        while True:
            signal.pause()
    return placeholder


def end_placeholder(placeholder: int) -> None:
    """End all processes of the namespace, if there is one, and wait until they have ended."""
    if placeholder:
        os.kill(placeholder, signal.SIGKILL)
        os.waitpid(placeholder, 0)


def _guard(parser: int, placeholder: int, handles: _Handles, parent: int) -> NoReturn:
    try:
        signal.signal(signal.SIGTERM, _stop)
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGTERM)
        drop_capabilities()
        if os.getppid() != parent:  # it has died in the meantime
            _stop()
        _answer_refused_calls(handles)
        _, status, usage = os.wait4(parser, 0)
    except _Stop:
        os.kill(parser, signal.SIGKILL)
        _, status, usage = os.wait4(parser, 0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with suppress(OSError):  # the worker has died
        os.write(handles.reports, f"{PEAK}{usage.ru_maxrss * 1024}\n".encode())
    end_placeholder(placeholder)
    _exit_as(os.waitstatus_to_exitcode(status))


def _stop(*_: object) -> NoReturn:
    raise _Stop


def _answer_refused_calls(handles: _Handles) -> None:
    """Refuse each call, and report each name once, until the parser ends."""
    with handles.channel:
        _, listeners, _, _ = socket.recv_fds(handles.channel, 1, 1)
    if not listeners:
        return
    (listener,) = listeners
    names = {number: name for name, number in numbers().items()}
    reported: set[str] = set()
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    poll.register(handles.alive, 0)  # only its end counts
    for _ in range(_MAX_ANSWERS):
        if any(handle == handles.alive for handle, _ in poll.poll()):
            break
        buffer = bytearray(_REQUEST.size)
        with suppress(OSError):  # the thread that asked has ended
            fcntl.ioctl(listener, _RECEIVE, buffer)
            request, _, _, number = _REQUEST.unpack(buffer)
            name = names.get(number, f"call {number}")
            if name not in reported and len(reported) < MAX_REPORTS:
                reported.add(name)
                os.write(handles.reports, f"{name}\n".encode())
            fcntl.ioctl(listener, _SEND, _ANSWER.pack(request, 0, -errno.EPERM, 0))
    os.close(listener)


def _exit_as(code: int) -> NoReturn:
    """End like the parser: with its exit status, or by the same signal."""
    if code < 0:
        with suppress(OSError, ValueError):  # SIGKILL has no handler
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(abs(code))
