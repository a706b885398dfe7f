"""The sandbox as seen by a worker: parse and render untrusted files in a warm process of their own.

The process is started on the first request and again after a crash.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from subprocess import Popen
from weakref import WeakSet

from core.errors import DomainError
from documents.errors import ParserCrashed, ParserTimeout
from documents.pipeline.sandbox import validation
from documents.pipeline.sandbox.isolation import Isolation
from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sandbox.messages import EventReader, error_of
from documents.pipeline.sandbox.process import Launcher, SandboxProcess, SandboxUnavailable
from documents.pipeline.sandbox.wire import PAGES_READ, Message, WireClosed, WireError
from documents.types import Attachment, Box, ParsedStructure, ParseEvent, ParseOptions, PdfAnnotation, Rendition

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.5
_START_SECONDS = 60.0
_MAX_LOGGED_CALLS = 1000
_MAX_THUMBNAIL = 4 * 1024 * 1024
_MAX_PICTURE = 16 * 1024 * 1024

Check = Callable[[], None]


def _no_check() -> None:
    """Do nothing: the request cannot be cancelled."""


class Sandbox:
    """One process that handles one request at a time; threads wait for each other.

    A request that is cancelled or fails because of the process ends the process.
    """

    def __init__(self, *, limits: Limits | None = None, plugins: tuple[str, ...] = ()) -> None:
        """Accept further parsers as "module:Class" in `plugins`, in addition to the installed ones."""
        self._limits = limits or Limits()
        self._plugins = plugins
        self._process: SandboxProcess | None = None
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._launcher: Launcher[Popen[bytes]] = Launcher()
        _all.add(self)

    def parse(
        self,
        path: Path,
        options: ParseOptions,
        *,
        parser: str = "",
        deadline: float | None = None,
        check: Check = _no_check,
    ) -> Generator[ParseEvent, None, None]:
        """Yield the events of the named parser, or of the best one, as they come. Close what is not read to its end.

        `deadline` is a time of `time.monotonic`; `check` is called twice a second and may raise to cancel.
        """
        request: Message = {
            "work": "parse",
            "parser": parser,
            "mime_type": options.mime_type,
            "passwords": list(options.passwords),
            "max_pages": options.max_pages,
            "extra": dict(options.extra),
            "ocr_cache": options.ocr_cache,
            "degraded_pages": [list(page) for page in options.degraded_pages],
            "unread_from": options.unread_from,
        }
        reader = EventReader(max_pages=options.max_pages)
        with self._exclusive():
            for process, message in self._answers(path, request, _Deadline(deadline, check)):
                event = _read_event(message, reader, process, Path(options.scratch))
                if event is not None:
                    yield event

    def thumbnail(
        self, path: Path, mime_type: str, *, width: int = 300, deadline: float | None = None, check: Check = _no_check
    ) -> bytes:
        """Return the first page as webp."""
        request: Message = {"work": "thumbnail", "mime_type": mime_type, "width": width}
        image: object = None
        with self._exclusive():
            for _, message in self._answers(path, request, _Deadline(deadline, check)):
                image = message.get("image")
        if not isinstance(image, bytes) or not 0 < len(image) <= _MAX_THUMBNAIL:
            raise ParserCrashed
        return image

    def decrypt(
        self, path: Path, passwords: tuple[str, ...], scratch: Path, *, deadline: float, check: Check = _no_check
    ) -> Path:
        """Return an Office file without encryption: the file itself if it has none, else a copy in `scratch`."""
        request: Message = {"work": "decrypt", "passwords": list(passwords)}
        with self._exclusive():
            for process, message in self._answers(path, request, _Deadline(deadline, check)):
                try:
                    if name := validation.text(message, "path"):
                        path = Path(process.take_result(name, scratch))
                except WireError as error:
                    raise _invalid_message(error) from error
        return path

    def annotate(
        self,
        path: Path,
        annotations: Sequence[PdfAnnotation],
        passwords: tuple[str, ...],
        scratch: Path,
        *,
        deadline: float,
        check: Check = _no_check,
    ) -> Path:
        """Return a copy of a PDF in `scratch`, with these annotations."""
        rows = [asdict(each) for each in annotations]
        request: Message = {"work": "annotate", "passwords": list(passwords), "annotations": rows}
        result: Path | None = None
        with self._exclusive():
            for process, message in self._answers(path, request, _Deadline(deadline, check)):
                try:
                    result = Path(process.take_result(validation.text(message, "path"), scratch))
                except WireError as error:
                    raise _invalid_message(error) from error
        if result is None:
            raise ParserCrashed
        return result

    def draw_region(
        self,
        path: Path,
        page: int,
        box: Box,
        passwords: tuple[str, ...],
        *,
        page_width: float,
        deadline: float,
        check: Check = _no_check,
    ) -> bytes:
        """Return a region of a page of a PDF as webp. The box and the width of the whole page have the same unit."""
        request: Message = {"work": "draw_region", "page": page, "box": list(box), "passwords": list(passwords)}
        request["page_width"] = page_width
        image: object = None
        with self._exclusive():
            for _, message in self._answers(path, request, _Deadline(deadline, check)):
                image = message.get("image")
        if not isinstance(image, bytes) or not 0 < len(image) <= _MAX_PICTURE:
            raise ParserCrashed
        return image

    def isolation(self) -> Isolation:
        """Return the restrictions that the kernel granted; start the process if necessary."""
        with self._exclusive():
            return self._running_process().isolation

    def run_self_test(self, request: Message) -> Message:
        """Let the process try what it must not be able to do."""
        result: Message = {}
        with self._exclusive():
            for _, message in self._answers(
                None, {"work": "self_test", **request}, _Deadline(time.monotonic() + _START_SECONDS, _no_check)
            ):
                result = message
        return result

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process. The next request starts a new one."""
        with self._exclusive():
            self._discard()
            self._launcher.close()

    def release_after_fork(self) -> None:
        """Reset a forked child: process and launcher thread belong to the parent, where the lock may be held."""
        self._lock = threading.Lock()
        self._owner = None
        self._launcher = Launcher()
        process, self._process = self._process, None
        if process is not None:
            process.release_after_fork()

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        if self._owner == threading.get_ident():
            raise RuntimeError("this thread is still reading from the sandbox; finish or close that first")
        with self._lock:
            self._owner = threading.get_ident()
            try:
                yield
            finally:
                self._owner = None

    def _answers(
        self, path: Path | None, request: Message, deadline: "_Deadline"
    ) -> Iterator[tuple[SandboxProcess, Message]]:
        """Yield the messages of one request. After any failure of the process, it is ended."""
        process = self._start_request(path, request, deadline)
        is_complete = False
        try:
            while True:
                message = process.receive_answer(deadline.check, POLL_SECONDS)
                if message.get("kind") in {"done", "error"}:
                    break
                yield process, message
                if message.get("kind") == PAGES_READ:
                    process.send({"work": "continue"})
            is_complete = True
        except WireClosed:
            raise self._died(process) from None
        except WireError as error:
            raise _invalid_message(error) from error
        finally:
            _log_refused_calls(process, request)
            self._finish(process, keep=is_complete and self._is_reusable(process, message))
        if message["kind"] == "error":
            raise _parser_error(message)

    def _start_request(self, path: Path | None, request: Message, deadline: "_Deadline") -> SandboxProcess:
        """Send the request. If the idle process has died in the meantime, try once more with a new one."""
        for is_last_try in (False, True):
            process = self._running_process()
            try:
                self._send_request(process, path, request, deadline)
            except WireError as error:
                logger.warning("sandbox.replaced", extra={"sandbox": process.pid, "detail": str(error)})
                if is_last_try:
                    raise SandboxUnavailable(detail=str(error)) from error
            else:
                break
        return process

    def _send_request(
        self, process: SandboxProcess, path: Path | None, request: Message, deadline: "_Deadline"
    ) -> None:
        """Wait until the process has accepted the request. After an exception the process is not usable any more."""
        is_accepted = False
        try:
            files = {} if path is None else {"path": str(process.dirs.copy_in(path))}
            if ocr_cache := request.get("ocr_cache"):
                files["ocr_cache"] = str(process.dirs.copy_in(Path(ocr_cache), "ocr_cache"))
            cpu_seconds = deadline.cpu_seconds(self._limits.cpu_seconds_of(request))
            limits = {"cpu_seconds": cpu_seconds, "outbox": str(process.dirs.outbox)}
            process.send({**request, **files, **limits})
            if process.receive(deadline.check, POLL_SECONDS).get("kind") != "accepted":
                raise WireError("the request was not accepted")
            process.begin_request()
            is_accepted = True
        finally:
            if not is_accepted:
                self._discard()

    def _running_process(self) -> SandboxProcess:
        if self._process is not None and not self._process.is_alive():
            self._discard()
        if self._process is None:
            process = SandboxProcess(self._limits, self._plugins, self._launcher)
            process.handshake(_Deadline(time.monotonic() + _START_SECONDS, _no_check).check, POLL_SECONDS)
            self._process = process
            logger.info("sandbox.started", extra={"sandbox": process.pid, **process.isolation.as_message()})
        return self._process

    def _is_reusable(self, process: SandboxProcess, message: Message) -> bool:
        rss, cpu = message.get("rss"), message.get("cpu")
        is_small = isinstance(rss, int) and rss < self._limits.recycle_rss_bytes
        has_time = isinstance(cpu, int) and cpu <= self._limits.cpu_seconds  # and as much is left
        return is_small and has_time and process.requests < self._limits.max_requests and not message.get("exit")

    def _finish(self, process: SandboxProcess, *, keep: bool) -> None:
        if keep and process.dirs.clear():
            return
        if self._process is process:
            self._discard()

    def _died(self, process: SandboxProcess) -> DomainError:
        error, detail = process.cause_of_death(), process.dirs.last_errors()
        logger.warning("sandbox.died", extra={"sandbox": process.pid, "failure": error.code, "detail": detail})
        return error

    def _discard(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()


class _Deadline:
    """A time limit, and a function that may raise to cancel."""

    def __init__(self, time_limit: float | None, cancel_check: Check) -> None:
        self._time_limit = time_limit
        self._cancel_check = cancel_check

    def check(self) -> None:
        self._cancel_check()
        if self._time_limit is not None and time.monotonic() > self._time_limit:
            raise ParserTimeout

    def cpu_seconds(self, maximum: int) -> int:
        """Return the processor time until the deadline, which is enough for one thread, plus a few seconds."""
        if self._time_limit is None:
            return maximum
        return max(1, min(maximum, int(self._time_limit - time.monotonic()) + 5))


def _read_event(message: Message, reader: EventReader, process: SandboxProcess, scratch: Path) -> ParseEvent | None:
    """Return the event of a message, with its file copied to the scratch folder of the caller."""
    try:
        event = reader.read(message)
        if isinstance(event, Rendition | Attachment):
            return replace(event, path=process.take_result(event.path, scratch))
        if isinstance(event, ParsedStructure) and event.docling_path:
            return replace(event, docling_path=process.take_result(event.docling_path, scratch))
    except WireError as error:
        raise _invalid_message(error) from error
    return event


def _invalid_message(error: WireError) -> ParserCrashed:
    logger.warning("sandbox.invalid_message", extra={"detail": str(error)})
    return ParserCrashed()


def _parser_error(message: Message) -> DomainError:
    detail = message.get("detail")
    if detail:
        logger.error("sandbox.parser_error", extra={"detail": detail})
    return error_of(message)


def _log_refused_calls(process: SandboxProcess, request: Message) -> None:
    """Log each system call once for each parser. A parser that needs one does not work; a hostile file tries many."""
    parser = str(request.get("parser") or request.get("mime_type") or request["work"])
    for call in process.refused_calls():
        if (parser, call) not in _logged_calls and len(_logged_calls) < _MAX_LOGGED_CALLS:
            _logged_calls.add((parser, call))
            logger.warning("sandbox.refused_call", extra={"sandbox": process.pid, "call": call, "parser": parser})


_logged_calls: set[tuple[str, str]] = set()
_all: WeakSet[Sandbox] = WeakSet()


def _after_fork() -> None:
    """Detach a forked child from the processes of its parent, so that it does not keep them alive."""
    for sandbox in _all:
        sandbox.release_after_fork()


os.register_at_fork(after_in_child=_after_fork)
