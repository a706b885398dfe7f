"""Write `docs/benchmarks.md`: the figures, what they mean, the machine and the date."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"

MEANING = {
    "run_cold_s": "`make run` in a fresh clone with an empty HOME: until everything is ready, seconds",
    "run_second_s": "`make run` again in the same clone, seconds",
    "test_cold_s": "`make test` in a fresh clone with an empty HOME, seconds",
    "test_warm_s": "`make test` where everything is built already, seconds",
    "contracts20_pages": "pages of the 20 CUAD contracts",
    "contracts20_sent_s": "the 20 contracts: all uploaded, one after the other, seconds",
    "contracts20_ready_s": "the 20 contracts: from the first byte to all ready and embedded, seconds",
    "parse_s_per_page": "the same per page: thumbnail, tokens, structure, storage, embedding",
    "pdfium_s_per_page": "beside it: raw text of the same files by pdfium, one process, seconds per page",
    "open_document_pages": "pages of the document that is opened",
    "open_document_queries": "opening it in a new browser profile: SQL queries of all requests",
    "open_document_bytes": "bytes over the wire, the application's code included",
    "open_document_first_page_s": "until its first page is drawn, seconds",
}


def write(figures: dict[str, float]) -> None:
    """Replace the page."""
    rows = [f"| {MEANING.get(name, name)} | `{name}` | {value} |" for name, value in figures.items()]
    PAGE.write_text("\n".join([*_head(), *rows, ""]))


def _head() -> list[str]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    machine = f"{os.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}, {platform.system()}"
    return [
        "# Benchmarks",
        "",
        f"Made by `make bench` on {datetime.now(UTC):%Y-%m-%d}; {machine}. All through upload, API and browser.",
        "",
        "| what | name | value |",
        "|---|---|---|",
    ]
