"""Requests to the parser of `hostile`."""

from pathlib import Path

from documents.pipeline.sandbox import Sandbox
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions

ANY_FILE = DATA / "page.png"


def options(action: str, scratch: Path, **extra: str) -> ParseOptions:
    return ParseOptions(f"hostile/{action}", str(scratch), extra=extra)


def sandbox_pid(sandbox: Sandbox, scratch: Path) -> int:
    return int(collect(sandbox.parse(ANY_FILE, options("pid", scratch))).pages[0].width)
