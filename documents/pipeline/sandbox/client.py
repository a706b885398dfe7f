"""Parse and draw untrusted files in a warm process of their own, started when needed and again after a crash."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from subprocess import Popen
from weakref import WeakSet

from core.errors import DomainError
from documents.errors import ParserCrashed, ParserTimeout
from documents.pipeline.sandbox import fields
from documents.pipeline.sandbox.failures import failure_of
from documents.pipeline.sandbox.isolation import Isolation
from documents.pipeline.sandbox.launcher import Launcher
from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sandbox.messages import EventReader
from documents.pipeline.sandbox.process import SandboxProcess, SandboxUnavailable
from documents.pipeline.sandbox.protocol import PAGES_READ
from documents.pipeline.sandbox.wire import Message, WireClosed, WireError
from documents.types import Attachment, ParsedStructure, ParseEvent, ParseOptions, Rendition

logger = logging.getLogger(__name__)

CHECK_SECONDS = 0.5
_START_SECONDS = 60.0
_MAX_THUMBNAIL = 4 * 1024 * 1024

Check = Callable[[], None]


def _never() -> None:
    """Nobody wants to cancel."""


class Sandbox:
    """One process, one request at a time; threads take turns. A cancelled or broken request costs the process."""

    def __init__(self, *, limits: Limits | None = None, plugins: tuple[str, ...] = ()) -> None:
        """`plugins` are further parsers as "module:Class", beside the installed ones."""
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
        check: Check = _never,
    ) -> Iterator[ParseEvent]:
        """Events as they come, by the named parser or the best one.

        `deadline` is a time of `time.monotonic`; `check` runs twice a second and may raise.
        """
        request: Message = {
            "work": "parse",
            "parser": parser,
            "mime_type": options.mime_type,
            "passwords": list(options.passwords),
            "max_pages": options.max_pages,
            "extra": dict(options.extra),
            "readings": options.readings,
        }
        reader = EventReader(max_pages=options.max_pages)
        with self._turn():
            for process, message in self._answers(path, request, _Patience(deadline, check)):
                event = _checked(message, reader, process, Path(options.scratch))
                if event is not None:
                    yield event

    def thumbnail(
        self, path: Path, mime_type: str, *, width: int = 300, deadline: float | None = None, check: Check = _never
    ) -> bytes:
        """The first page as webp."""
        request: Message = {"work": "thumbnail", "mime_type": mime_type, "width": width}
        image: object = None
        with self._turn():
            for _, message in self._answers(path, request, _Patience(deadline, check)):
                image = message.get("image")
        if not isinstance(image, bytes) or not 0 < len(image) <= _MAX_THUMBNAIL:
            raise ParserCrashed
        return image

    def unprotected(
        self, path: Path, passwords: tuple[str, ...], scratch: Path, *, deadline: float, check: Check = _never
    ) -> Path:
        """An Office file without its protection: the file itself where it has none, else one in `scratch`."""
        request: Message = {"work": "open", "passwords": list(passwords)}
        with self._turn():
            for process, message in self._answers(path, request, _Patience(deadline, check)):
                try:
                    if name := fields.text(message, "path"):
                        path = Path(process.take(name, scratch))
                except WireError as error:
                    raise _garbage(error) from error
        return path

    def isolation(self) -> Isolation:
        """Which walls the kernel grants here; starts the process if need be."""
        with self._turn():
            return self._ready().isolation

    def probe(self, request: Message) -> Message:
        """Let the process try what it must not be able to do."""
        result: Message = {}
        with self._turn():
            for _, message in self._answers(
                None, {"work": "probe", **request}, _Patience(time.monotonic() + _START_SECONDS, _never)
            ):
                result = message
        return result

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """End the process. Another request starts a new one."""
        with self._turn():
            self._discard()
            self._launcher.close()

    def forget(self) -> None:
        """In a forked child: the process belongs to the parent, and the thread that held the lock stayed there."""
        self._lock = threading.Lock()
        self._owner = None
        self._launcher = Launcher()
        process, self._process = self._process, None
        if process is not None:
            process.forget()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if self._owner == threading.get_ident():
            raise RuntimeError("this thread is still reading from the sandbox; finish or close that first")
        with self._lock:
            self._owner = threading.get_ident()
            try:
                yield
            finally:
                self._owner = None

    def _answers(
        self, path: Path | None, request: Message, patience: "_Patience"
    ) -> Iterator[tuple[SandboxProcess, Message]]:
        """Messages of one request. Whatever goes wrong, the process is gone afterwards."""
        process = self._start_request(path, request, patience)
        finished = False
        try:
            while True:
                message = process.answer(patience.wait, CHECK_SECONDS)
                if message.get("kind") in {"done", "error"}:
                    break
                yield process, message
                if message.get("kind") == PAGES_READ:
                    process.send({"work": "go on"})
            finished = True
        except WireClosed:
            raise self._died(process) from None
        except WireError as error:
            raise _garbage(error) from error
        finally:
            self._finish(process, keep=finished and self._may_stay(process, message))
        if message["kind"] == "error":
            raise _failure(message)

    def _start_request(self, path: Path | None, request: Message, patience: "_Patience") -> SandboxProcess:
        """Hand over the request. An idle process may have died or gone astray meanwhile: that costs no document."""
        for is_last_try in (False, True):
            process = self._ready()
            try:
                self._hand_over(process, path, request, patience)
            except WireError as error:
                logger.warning("sandbox.stale", extra={"sandbox": process.pid, "detail": str(error)})
                if is_last_try:
                    raise SandboxUnavailable(detail=str(error)) from error
            else:
                break
        return process

    def _hand_over(self, process: SandboxProcess, path: Path | None, request: Message, patience: "_Patience") -> None:
        """Until the process says that it has the request. If anything comes between, it is of no further use."""
        accepted = False
        try:
            located = {} if path is None else {"path": str(process.box.put(path))}
            if earlier := request.get("readings"):
                located["readings"] = str(process.box.put(Path(earlier), "readings"))
            most = self._limits.thumbnail_cpu_seconds if request["work"] == "thumbnail" else self._limits.cpu_seconds
            limits = {"cpu_seconds": patience.cpu_seconds(most), "outbox": str(process.box.outbox)}
            process.send({**request, **located, **limits})
            if process.receive(patience.wait, CHECK_SECONDS).get("kind") != "accepted":
                raise WireError("not accepted")
            process.begin_request()
            accepted = True
        finally:
            if not accepted:
                self._discard()

    def _ready(self) -> SandboxProcess:
        if self._process is not None and not self._process.is_alive():
            self._discard()
        if self._process is None:
            process = SandboxProcess(self._limits, self._plugins, self._launcher)
            process.greet(_Patience(time.monotonic() + _START_SECONDS, _never).wait, CHECK_SECONDS)
            self._process = process
            logger.info("sandbox.started", extra={"sandbox": process.pid, **process.isolation.as_message()})
        return self._process

    def _may_stay(self, process: SandboxProcess, message: Message) -> bool:
        rss = message.get("rss")
        small = isinstance(rss, int) and rss < self._limits.recycle_rss_bytes
        return small and process.requests < self._limits.max_requests and not message.get("exit")

    def _finish(self, process: SandboxProcess, *, keep: bool) -> None:
        if keep:
            process.box.clear()
        elif self._process is process:
            self._discard()

    def _died(self, process: SandboxProcess) -> DomainError:
        failure = process.post_mortem()
        logger.warning(
            "sandbox.died", extra={"sandbox": process.pid, "failure": failure.code, "detail": process.box.last_errors()}
        )
        return failure

    def _discard(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()


class _Patience:
    """How long to wait, and whom to ask whether to go on."""

    def __init__(self, deadline: float | None, check: Check) -> None:
        self._deadline = deadline
        self._check = check

    def wait(self) -> None:
        self._check()
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise ParserTimeout

    def cpu_seconds(self, most: int) -> int:
        """More processor time than until the deadline is of no use on one thread; a few seconds of grace."""
        if self._deadline is None:
            return most
        return max(1, min(most, int(self._deadline - time.monotonic()) + 5))


def _checked(message: Message, reader: EventReader, process: SandboxProcess, scratch: Path) -> ParseEvent | None:
    """The event of a message, with its file moved to where the caller wants it."""
    try:
        event = reader.read(message)
        if isinstance(event, Rendition | Attachment):
            return replace(event, path=process.take(event.path, scratch))
        if isinstance(event, ParsedStructure) and event.docling_path:
            return replace(event, docling_path=process.take(event.docling_path, scratch))
    except WireError as error:
        raise _garbage(error) from error
    return event


def _garbage(error: WireError) -> ParserCrashed:
    logger.warning("sandbox.garbage", extra={"detail": str(error)})
    return ParserCrashed()


def _failure(message: Message) -> DomainError:
    detail = message.get("detail")
    if detail:
        logger.error("sandbox.parser_error", extra={"detail": detail})
    return failure_of(message)


_all: WeakSet[Sandbox] = WeakSet()


def _after_fork() -> None:
    """A child must neither talk to the processes of its parent nor keep them alive."""
    for sandbox in _all:
        sandbox.forget()


os.register_at_fork(after_in_child=_after_fork)
