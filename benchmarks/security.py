"""`results/security.json`: every command that tests security updates its own figures in it.

Run as a program, count the findings of `docs/security.md` that are open. `make matrix`, `make escapes` and `make fuzz`
write the others.
"""

import json
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = ROOT / "docs" / "security.md"
RESULTS: Final = Path(__file__).resolve().parent / "results" / "security.json"
_ORDER: Final = (
    *("findings_open", "matrix_cells", "leaks", "fuzz_cases", "server_errors", "contract_failures"),
    *("escape_attempts", "escapes"),
)


def update(file: Path = RESULTS, **figures: int) -> None:
    """Change these figures of the file and keep those of other commands."""
    known: dict[str, int] = json.loads(file.read_text()) if file.exists() else {}
    known |= figures
    ordered = {name: known[name] for name in _ORDER if name in known}
    file.write_text(json.dumps(ordered, indent=1) + "\n")


def table(heading: str) -> list[list[str]]:
    """Return the cells of all rows of the tables below a heading of `docs/security.md`."""
    part = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
    heads = [number - 1 for number, row in enumerate(rows) if set(row[0]) == {"-"}]
    return [row for number, row in enumerate(rows) if number not in {*heads, *(head + 1 for head in heads)}]


def tests_in(cell: str) -> list[str]:
    """Return the tests that a cell names, as `path::name`."""
    return re.findall(r"`([\w/.]+\.py::\w+)`", cell)


def open_findings() -> list[str]:
    """Return the ids of the findings that are not mended, or name no test."""
    return [name for name, _, state, proof in table("Findings") if state != "mended" or not tests_in(proof)]


if __name__ == "__main__":
    update(findings_open=len(open_findings()))
