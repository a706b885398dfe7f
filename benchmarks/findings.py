"""The pages in `docs` with the findings of reviews: each has a state, and tests that fail without its fix.

Run as a program, count those in production that are open, and write `docs/benchmarks.md`.
"""

import re
from pathlib import Path
from typing import Final

from benchmarks import report

_DOCS: Final = Path(__file__).resolve().parent.parent / "docs"
SECURITY: Final = _DOCS / "security.md"
PRODUCTION: Final = _DOCS / "production-findings.md"
_RESULTS: Final = Path(__file__).resolve().parent / "results" / "production.json"


def table(page: Path, heading: str) -> list[list[str]]:
    """Return the cells of all rows of the tables below a heading of a page."""
    part = page.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
    heads = [number - 1 for number, row in enumerate(rows) if set(row[0]) == {"-"}]
    return [row for number, row in enumerate(rows) if number not in {*heads, *(head + 1 for head in heads)}]


def named_tests(text: str) -> list[str]:
    """Return the tests that a cell, or a page, names, as `path::name`."""
    return re.findall(r"`([\w/.]+\.py::\w+)`", text)


def open_findings(page: Path) -> list[str]:
    """Return the ids of the findings that are not mended, or name no test."""
    return [name for name, _, state, proof in table(page, "Findings") if state != "mended" or not named_tests(proof)]


if __name__ == "__main__":
    report.update(_RESULTS, {"findings_open": len(open_findings(PRODUCTION))})
    report.write()
