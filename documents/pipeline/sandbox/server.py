"""The process that reads untrusted files. It answers requests on its standard input, one at a time, and trusts nobody.

Run by `documents.pipeline.sandbox.process`; it never imports Django and never sees the environment of the caller.
"""

import ctypes
import os
import sys
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from core.errors import DomainError
from documents.errors import ParserCrashed, ParserOutOfMemory, UnsafeDocument
from documents.pipeline.sandbox.isolation import isolate
from documents.pipeline.sandbox.limits import Limits, allow_cpu, resident_bytes
from documents.pipeline.sandbox.protocol import PAGES_READ, PROTOCOL
from documents.pipeline.sandbox.wire import Message, WireClosed, pack, read_blocking, write_all

_DETAIL = 8000
_LARGE = 256 * 1024 * 1024  # bytes: a page with pictures has been read, whose memory glibc would keep


def main() -> NoReturn:
    requests, answers, lifeline = _private_handles()
    hello = read_blocking(requests)
    if hello.get("protocol") != PROTOCOL:
        write_all(answers, pack({"kind": "refused", "protocol": PROTOCOL}))
        os._exit(0)
    limits = Limits(**hello["limits"])
    isolation = isolate(limits, inbox=Path(hello["inbox"]), outbox=Path(hello["outbox"]), parent=hello["parent"])
    threading.Thread(target=_exit_at_end_of, args=(lifeline,), daemon=True).start()
    _install(hello["plugins"])
    write_all(answers, pack({"kind": "ready", "protocol": PROTOCOL, "isolation": isolation.as_message()}))
    try:
        while True:
            _answer(read_blocking(requests), requests, answers, limits)
    except WireClosed:
        os._exit(0)


def _private_handles() -> tuple[int, int, int]:
    """Pipes under numbers of their own; what a library prints goes nowhere."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    return requests, answers, int(sys.argv[1])


def _exit_at_end_of(lifeline: int) -> None:
    """The caller holds the other end and never writes: it closes when the caller is gone."""
    os.read(lifeline, 1)
    os._exit(0)


def _install(plugins: list[str]) -> None:
    if plugins:
        from documents.pipeline.registry import install_parsers  # noqa: PLC0415  # after the walls are up

        install_parsers(plugins)


def _answer(request: Message, requests: int, answers: int, limits: Limits) -> None:
    write_all(answers, pack({"kind": "accepted"}))
    cpu_seconds = int(request.get("cpu_seconds", limits.cpu_seconds))
    allow_cpu(cpu_seconds)
    try:
        for message in _work(request):
            write_all(answers, pack(message))
            _pause_after(message, requests, cpu_seconds, limits)
        last: Message = {"kind": "done"}
    except WireClosed:
        raise
    except DomainError as error:
        from documents.pipeline.sandbox.failures import failure_message  # noqa: PLC0415  # after the walls are up

        last = failure_message(error)
    except MemoryError:
        last = {"kind": "error", "code": ParserOutOfMemory.code, "message": "", "data": {}, "exit": True}
    except RecursionError:
        last = {"kind": "error", "code": UnsafeDocument.code, "message": "", "data": {}}
    except Exception:  # noqa: BLE001  # the boundary of the process: whatever a plug-in raises must become an answer
        last = {
            "kind": "error",
            "code": ParserCrashed.code,
            "message": "",
            "data": {},
            "detail": traceback.format_exc()[-_DETAIL:],
        }
    _give_back_memory()
    write_all(answers, pack({**last, "rss": resident_bytes()}))
    if last.get("exit"):
        os._exit(0)


def _pause_after(message: Message, requests: int, cpu_seconds: int, limits: Limits) -> None:
    """Each page has the same time; before the structure the caller says when to go on, or ends this process."""
    match message["kind"]:
        case "info" | "page":
            allow_cpu(min(cpu_seconds, limits.page_cpu_seconds))
            if resident_bytes() > _LARGE:
                _give_back_memory()
        case kind if kind == PAGES_READ:
            allow_cpu(cpu_seconds)
            read_blocking(requests)


def _work(request: Message) -> Iterator[Message]:
    """Heavy libraries are imported here, behind the walls."""
    match request["work"]:
        case "parse":
            from documents.pipeline.sandbox.tasks import parse  # noqa: PLC0415  # heavy

            yield from parse(request)
        case "thumbnail":
            from documents.pipeline.sandbox.tasks import thumbnail  # noqa: PLC0415  # heavy

            yield thumbnail(request)
        case "open":
            from documents.pipeline.sandbox.tasks import unprotected  # noqa: PLC0415  # heavy

            yield unprotected(request)
        case "probe":
            from documents.pipeline.sandbox.probes import probe  # noqa: PLC0415  # only for doctor and tests

            yield probe(request)


def _give_back_memory() -> None:
    """glibc keeps freed memory; a warm process should not hold on to the largest document it has seen."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


if __name__ == "__main__":
    main()
