"""A parser that behaves like parsers of broken and hostile files. Loaded into the sandbox by tests only."""

import ctypes
import errno
import os
import signal
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from documents.types import (
    Attachment,
    Box,
    DocumentInfo,
    ParsedPage,
    ParseEvent,
    ParseOptions,
    ParseWarning,
    Rendition,
    Token,
)


def host_pid() -> float:
    """Return the process id outside the process namespace: the mounted /proc is that of the host."""
    return float(str(Path("/proc/self").readlink()))


class HostileParser:
    """The action is the part of the type after "hostile/"."""

    name = "hostile"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return tuple(f"hostile/{name.replace('_', '-')}" for name in vars(type(self)) if not name.startswith("__"))

    def score(self, mime_type: str) -> int:
        return 100

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        yield DocumentInfo(2)
        action = getattr(self, options.mime_type.removeprefix("hostile/").replace("-", "_"))
        yield from action(options) or ()

    def pid(self, options):
        yield ParsedPage(1, host_pid(), 1.0, "", ())

    def structure(self, options):
        yield from (ParsedPage(number, host_pid(), 1.0, "", ()) for number in (1, 2))
        while True:
            pass

    def segfault(self, options):
        ctypes.string_at(0)

    def killed(self, options):
        os.kill(os.getpid(), signal.SIGKILL)

    def disk_full(self, options):
        raise OSError(errno.ENOSPC, "No space left on device")

    def hang_in_c(self, options):
        ctypes.PyDLL(None).sleep(600)  # holds the interpreter

    def wait(self, options):
        time.sleep(600)

    def burn(self, options):
        while True:
            pass

    def memory(self, options):
        return [bytearray(64 * 1024 * 1024) for _ in range(1000)] and None

    def memory_in_c(self, options):
        libc = ctypes.CDLL(None)
        libc.malloc.restype = ctypes.c_void_p
        while True:
            ctypes.memset(libc.malloc(ctypes.c_size_t(64 * 1024 * 1024)) or 0, 1, 64 * 1024 * 1024)

    def bug(self, options):
        raise ZeroDivisionError

    def deep(self, options):
        return self.deep(options)

    def access(self, options):
        """Yield a page if access(2), which some libraries ask, permits what the process can do."""
        document = Path(options.scratch).with_name("in") / "document"
        if os.access(document, os.R_OK) and os.access(options.scratch, os.R_OK | os.W_OK | os.X_OK):
            yield from self.pid(options)

    def refused_calls(self, options):
        """Make more refused calls than the guard answers."""
        for _ in range(3000):
            try:
                os.setsid()
            except OSError:
                continue
        yield from self.pid(options)

    def execute(self, options):
        """Yield a page if another program cannot be executed."""
        try:
            os.execv("/bin/sh", ["sh", "-c", "exit"])
        except PermissionError:
            yield from self.pid(options)

    def garbage(self, options):
        for handle in range(3, 32):
            try:
                if stat.S_ISFIFO(os.fstat(handle).st_mode):
                    os.write(handle, b"\x00\x00\x00\x05\xc1abcd")
            except OSError:
                continue

    def late_garbage(self, options):
        threading.Timer(0.2, self.garbage, [options]).start()
        yield from self.pid(options)

    def endless_frame(self, options):
        for handle in range(3, 32):
            try:
                if stat.S_ISFIFO(os.fstat(handle).st_mode):
                    os.write(handle, b"\xff\xff\xff\xff")
            except OSError:
                continue

    def wrong_offsets(self, options):
        yield ParsedPage(1, 100.0, 100.0, "one two", (Token("two", 0, Box(0, 0, 1, 1)),))

    def page_out_of_order(self, options):
        yield ParsedPage(2, 100.0, 100.0, "", ())

    def foreign_rendition(self, options):
        Path(options.scratch, "link.pdf").symlink_to("/etc/passwd")
        yield Rendition(str(Path(options.scratch, "link.pdf")))

    def fill_the_disk(self, options):
        with Path(options.scratch, "large").open("wb") as file:
            while True:
                file.write(bytes(1 << 20))
                file.flush()
                time.sleep(0.01)

    def many_files(self, options):
        for number in range(1_000_000):
            Path(options.scratch, str(number)).touch()

    def many_results(self, options):
        for number in range(1_000_000):
            path = Path(options.scratch, str(number))
            path.touch()
            yield Attachment(str(path), f"{number}.txt")

    def endless_answers(self, options):
        while True:
            yield ParseWarning("again", "x" * 10_000)

    def write_outside(self, options):
        Path(options.extra["target"]).write_text("here", encoding="ascii")
