"""Fixtures with real files and a real sandbox for tests of the pipeline."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from documents.pipeline.ocr.tesseract import installed_languages, load_library
from documents.pipeline.registry import parser_for
from documents.pipeline.sandbox import Sandbox
from documents.pipeline.sniff import sniff_file
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions

DATA = Path(__file__).parents[1] / "data"

Parse = Callable[..., Result]


@pytest.fixture(autouse=True)
def _own_blob_folder():
    """Replace the fixture of other tests: the pipeline has no settings and no database."""


@pytest.fixture
def parse(tmp_path) -> Parse:
    """Return a function that parses a file of the test data, or any path, in this process."""

    def run(source: str | Path, **options) -> Result:
        path = DATA / source
        parse_options = ParseOptions(sniff_file(path, name=path.name), str(tmp_path), **options)
        return collect(parser_for(parse_options.mime_type).parse(path, parse_options))

    return run


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    sandbox = Sandbox(plugins=("documents.tests.pipeline.hostile:HostileParser",))
    yield sandbox
    sandbox.close()


@pytest.fixture
def without_tesseract(monkeypatch):
    """Simulate an installation without the library."""
    monkeypatch.setattr("documents.pipeline.ocr.tesseract._LIBRARIES", ())
    for cached in (load_library, installed_languages):
        cached.cache_clear()
    yield
    for cached in (load_library, installed_languages):
        cached.cache_clear()
