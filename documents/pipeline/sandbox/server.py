"""The sandbox process: it answers requests on its standard input, one at a time.

It is started by `documents.pipeline.sandbox.process`. It never imports Django and never sees the environment of the
worker.
"""

import ctypes
import errno
import os
import platform
import socket
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from core.errors import DomainError
from documents.errors import ParserCrashed, ParserInterrupted, ParserOutOfMemory, UnsafeDocument
from documents.pipeline.sandbox import kernel
from documents.pipeline.sandbox.guard import split
from documents.pipeline.sandbox.isolation import Isolation, confine, enter_namespaces
from documents.pipeline.sandbox.limits import Limits, allow_cpu, apply_limits, memory, resident_bytes, used_cpu
from documents.pipeline.sandbox.wire import (
    PAGES_READ,
    PROTOCOL,
    Message,
    WireClosed,
    is_readable,
    pack,
    read_blocking,
    write_all,
)

_MAX_TRACEBACK = 8000
_LARGE = 256 * 1024 * 1024  # bytes: after a page with pictures glibc would keep that much memory


def main() -> NoReturn:
    requests, answers, lifeline = _private_handles()
    hello = read_blocking(requests)
    if hello.get("protocol") != PROTOCOL:
        write_all(answers, pack({"kind": "refused", "protocol": PROTOCOL}))
        os._exit(0)
    limits = Limits(**hello["limits"])
    isolation = _isolate(hello, limits, answers)
    threading.Thread(target=_exit_at_eof, args=(lifeline,), daemon=True).start()
    _install(hello["plugins"])
    ready = {"kind": "ready", "protocol": PROTOCOL, "isolation": isolation.as_message(), "memory": memory()}
    write_all(answers, pack({**ready, "pid": _pid_of_host()}))
    with suppress(WireClosed):
        while is_readable(requests, limits.idle_seconds):
            _answer(read_blocking(requests), requests, answers, limits)
    os._exit(0)


def _private_handles() -> tuple[int, int, int]:
    """Duplicate the pipes and redirect standard input and output to the null device, so that no library uses them."""
    requests, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    return requests, answers, int(sys.argv[1])


def _isolate(hello: Message, limits: Limits, answers: int) -> Isolation:
    """Confine this process; on Linux continue in a new one below a guard."""
    if not kernel.IS_LINUX:
        apply_limits(limits)
        return Isolation()
    has_namespaces = enter_namespaces(hello["user"])
    channel = split(
        parent=hello["parent"], has_process_namespace=has_namespaces, reports=int(sys.argv[2]), answers=answers
    )
    _answer_libraries()
    return confine(
        limits, inbox=Path(hello["inbox"]), outbox=Path(hello["outbox"]), has_namespaces=has_namespaces, guard=channel
    )


def _pid_of_host() -> int:
    """Return the process id outside the process namespace: the mounted /proc is that of the host."""
    return int(Path("/proc/self").readlink().name) if kernel.IS_LINUX else os.getpid()


def _answer_libraries() -> None:
    """Answer what libraries ask for at import, so that no refused call is logged for every parser."""
    socket.has_ipv6 = False  # else urllib3 opens a socket
    vars(platform.uname())["processor"] = platform.machine()  # else platform runs the program `uname`


def _exit_at_eof(lifeline: int) -> None:
    """Exit when the worker is gone: its end of the pipe, to which it never writes, is closed then."""
    os.read(lifeline, 1)
    os._exit(0)


def _install(plugins: list[str]) -> None:
    if plugins:
        from documents.pipeline.registry import install_parsers  # noqa: PLC0415  # after isolation

        install_parsers(plugins)


def _answer(request: Message, requests: int, answers: int, limits: Limits) -> None:
    write_all(answers, pack({"kind": "accepted"}))
    allow_cpu(_cpu_seconds(request, limits))
    try:
        for message in _handle(request):
            write_all(answers, pack(message))
            _after_message(message, requests, request, limits)
        last: Message = {"kind": "done"}
    except WireClosed:
        raise
    except DomainError as error:
        from documents.pipeline.sandbox.messages import error_message  # noqa: PLC0415  # after isolation

        last = error_message(error)
    except MemoryError:
        last = {"kind": "error", "code": ParserOutOfMemory.code, "message": "", "data": {}, "exit": True}
    except RecursionError:
        last = {"kind": "error", "code": UnsafeDocument.code, "message": "", "data": {}}
    except Exception as error:  # noqa: BLE001  # the boundary of the process: any exception of a plug-in becomes an answer
        last = {
            "kind": "error",
            "code": (ParserInterrupted if _is_disk_failure(error) else ParserCrashed).code,
            "message": "",
            "data": {},
            "detail": traceback.format_exc()[-_MAX_TRACEBACK:],
        }
    _return_memory()
    write_all(answers, pack({**last, "rss": resident_bytes(), "cpu": used_cpu()}))
    if last.get("exit"):
        os._exit(0)


def _is_disk_failure(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EIO}


def _after_message(message: Message, requests: int, request: Message, limits: Limits) -> None:
    """Allow processor time for the next page; after the last page, wait until the worker requests the structure."""
    cpu_seconds = _cpu_seconds(request, limits)
    match message["kind"]:
        case "info" | "page":
            allow_cpu(min(cpu_seconds, limits.cpu_seconds_of_page(message.get("number", 0) + 1, request)))
            if resident_bytes() > _LARGE:
                _return_memory()
        case kind if kind == PAGES_READ:
            allow_cpu(cpu_seconds)
            read_blocking(requests)


def _cpu_seconds(request: Message, limits: Limits) -> int:
    return int(request.get("cpu_seconds", limits.cpu_seconds))


def _handle(request: Message) -> Iterator[Message]:
    """Yield the answers to a request. Heavy libraries are imported here, after isolation."""
    match request["work"]:
        case "parse":
            from documents.pipeline.sandbox.request_handlers import parse  # noqa: PLC0415  # heavy

            yield from parse(request)
        case "thumbnail":
            from documents.pipeline.sandbox.request_handlers import thumbnail  # noqa: PLC0415  # heavy

            yield thumbnail(request)
        case "decrypt":
            from documents.pipeline.sandbox.request_handlers import decrypt  # noqa: PLC0415  # heavy

            yield decrypt(request)
        case "annotate":
            from documents.pipeline.sandbox.request_handlers import annotate  # noqa: PLC0415  # heavy

            yield annotate(request)
        case "draw_region":
            from documents.pipeline.sandbox.request_handlers import draw_region  # noqa: PLC0415  # heavy

            yield draw_region(request)
        case "self_test":
            from documents.pipeline.sandbox.self_test import self_test  # noqa: PLC0415  # only for doctor and tests

            yield self_test(request)


def _return_memory() -> None:
    """Return freed memory to the kernel: glibc would keep that of the largest document."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


if __name__ == "__main__":
    main()
