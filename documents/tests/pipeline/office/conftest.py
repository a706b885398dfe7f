"""Programs that behave badly, as real processes, and what is left of them."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from documents.pipeline.office.converting import Work, convert
from documents.pipeline.sandbox import Limits
from documents.pipeline.sniffing.types import DOC
from documents.tests.pipeline.conftest import DATA

Convert = Callable[..., Path]
# The last argument is the document; --outdir and its folder stand before it.
_HEAD = '#!/bin/sh\nfor last; do :; done\nin="$last"\nout="$PWD"\n'


def never() -> None:
    """Nobody wants to cancel."""


@pytest.fixture
def program(tmp_path) -> Callable[[str], Path]:
    """A program that stands for LibreOffice, by what it does in the shell."""

    def write(deeds: str) -> Path:
        path = tmp_path / "bin" / "soffice"
        path.parent.mkdir()
        path.write_text(_HEAD + deeds)
        path.chmod(0o755)
        return path

    return write


@pytest.fixture
def converted(tmp_path) -> Convert:
    """Let a program convert a Word document, or another file of the test data."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()

    def run(
        program: Path | None,
        source: str = "simple.doc",
        mime_type: str = DOC,
        *,
        seconds: float = 60.0,
        check: Callable[[], None] = never,
        limits: Limits | None = None,
    ) -> Path:
        work = Work(time.monotonic() + seconds, check)
        return convert(DATA / source, mime_type, scratch, program=program, work=work, limits=limits)

    return run


def running(mark: str) -> list[int]:
    """Processes that have a word of their own among their arguments."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:  # it has just ended
            continue
    return found
