"""Fixtures: shell scripts in place of LibreOffice, and a search for processes they leave behind."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from documents.pipeline.mime_types import DOC
from documents.pipeline.office.libreoffice import Deadline, convert
from documents.pipeline.sandbox import Limits
from documents.tests.pipeline.conftest import DATA

Convert = Callable[..., Path]
# The last argument is the document; the output folder is the current folder.
_HEAD = '#!/bin/sh\nfor last; do :; done\nin="$last"\nout="$PWD"\n'


def no_check() -> None:
    """Do nothing: the conversion is not cancelled."""


@pytest.fixture
def program(tmp_path) -> Callable[[str], Path]:
    """Return a function that writes a shell script in place of LibreOffice."""

    def write(commands: str) -> Path:
        path = tmp_path / "bin" / "soffice"
        path.parent.mkdir()
        path.write_text(_HEAD + commands)
        path.chmod(0o755)
        return path

    return write


@pytest.fixture
def convert_file(tmp_path) -> Convert:
    """Return a function that converts a Word document, or another file of the test data, with a program."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()

    def run(
        program: Path | None,
        source: str = "simple.doc",
        mime_type: str = DOC,
        *,
        seconds: float = 60.0,
        check: Callable[[], None] = no_check,
        limits: Limits | None = None,
    ) -> Path:
        deadline = Deadline(time.monotonic() + seconds, check)
        return convert(DATA / source, mime_type, scratch, program=program, deadline=deadline, limits=limits)

    return run


def running(mark: str) -> list[int]:
    """Return the processes that have the mark among their arguments."""
    pids = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (entry / "cmdline").read_bytes():
                pids.append(int(entry.name))
        except OSError:  # it has just exited
            continue
    return pids
