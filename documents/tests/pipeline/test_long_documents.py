"""Documents of more than a thousand pages: the memory that reading takes hardly grows with them."""

from pathlib import Path

import pikepdf
import pytest

from documents.pipeline.sandbox import Sandbox
from documents.pipeline.sniff import PDF
from documents.tests.pipeline.conftest import DATA
from documents.types import DocumentInfo, PagesRead, ParsedPage, ParsedStructure, ParseOptions

GIGABYTE = 1024 * 1024  # kB, as the kernel counts


def bound(path: Path, *, pages: int) -> Path:
    """The contract again and again."""
    with pikepdf.open(DATA / "contract.pdf") as source, pikepdf.new() as book:
        while len(book.pages) < pages:
            book.pages.extend(source.pages)
        book.save(path)
    return path


def most_memory(pid: int) -> int:
    """What was resident at once at most, in kB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def read(path: Path, scratch: Path) -> tuple[list[type], int]:
    """The kinds of events as they came, and the memory that the sandbox took."""
    sandbox = Sandbox()
    kinds = [type(event) for event in sandbox.parse(path, ParseOptions(PDF, str(scratch)))]
    memory = most_memory(sandbox.pid or 0)
    sandbox.close()
    return kinds, memory


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_thousand_pages_take_less_than_a_gigabyte_and_come_one_by_one(tmp_path):
    kinds, memory = read(bound(tmp_path / "book.pdf", pages=1200), tmp_path)
    assert kinds[0] is DocumentInfo
    assert kinds[1:1201] == [ParsedPage] * 1200
    assert kinds[1201] is PagesRead
    assert kinds[-1] is ParsedStructure
    assert memory < GIGABYTE // 2


def test_ten_times_the_pages_take_hardly_more_memory(tmp_path):
    _, short = read(bound(tmp_path / "booklet.pdf", pages=16), tmp_path)
    _, long = read(bound(tmp_path / "book.pdf", pages=160), tmp_path)
    assert long < short + GIGABYTE // 20
