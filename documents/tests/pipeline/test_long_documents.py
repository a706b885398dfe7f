"""Documents with more than a thousand pages: memory hardly grows with the number of pages."""

from pathlib import Path

import pikepdf
import pytest

from documents.pipeline.sandbox import Sandbox
from documents.pipeline.sniff import PDF
from documents.tests.pipeline.conftest import DATA
from documents.types import DocumentInfo, PagesRead, ParsedPage, ParsedStructure, ParseOptions

GIGABYTE = 1024 * 1024  # kB


def repeat_contract(path: Path, *, pages: int) -> Path:
    """Write a PDF that repeats the contract."""
    with pikepdf.open(DATA / "contract.pdf") as source, pikepdf.new() as book:
        while len(book.pages) < pages:
            book.pages.extend(source.pages)
        book.save(path)
    return path


def peak_memory(pid: int) -> int:
    """Return the peak resident memory in kB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def read(path: Path, scratch: Path) -> tuple[list[type], int]:
    """Return the types of the events in order, and the peak memory of the sandbox in kB."""
    sandbox = Sandbox()
    kinds = [type(event) for event in sandbox.parse(path, ParseOptions(PDF, str(scratch)))]
    memory = peak_memory(sandbox.pid or 0)
    sandbox.close()
    return kinds, memory


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_thousand_pages_take_less_than_half_a_gigabyte(tmp_path):
    kinds, memory = read(repeat_contract(tmp_path / "book.pdf", pages=1200), tmp_path)
    assert kinds[0] is DocumentInfo
    assert kinds[1:1201] == [ParsedPage] * 1200
    assert kinds[1201] is PagesRead
    assert kinds[-1] is ParsedStructure
    assert memory < GIGABYTE // 2


@pytest.mark.full
def test_memory_hardly_grows_with_the_number_of_pages(tmp_path):
    _, short = read(repeat_contract(tmp_path / "booklet.pdf", pages=16), tmp_path)
    _, long = read(repeat_contract(tmp_path / "book.pdf", pages=160), tmp_path)
    assert long < short + GIGABYTE // 20
