"""`results/security.json`: every command that tests security updates its own figures in it.

Run as a program, count the findings of `docs/security.md` that are open. `make matrix`, `make escapes`, `make fuzz`,
`make bad-requests` and `make races` write the others.
"""

import json
from pathlib import Path
from typing import Final

from benchmarks.findings import SECURITY, open_findings

RESULTS: Final = Path(__file__).resolve().parent / "results" / "security.json"
_ORDER: Final = (
    *("findings_open", "matrix_cells", "leaks", "fuzz_cases", "server_errors", "contract_failures"),
    *("escape_attempts", "escapes", "bad_request_cpu_s", "bad_request_growth"),
    *("one_time_races", "one_time_doubled", "scopes_undeclared"),
)


def update(file: Path = RESULTS, **figures: float) -> None:
    """Change these figures of the file and keep those of other commands."""
    known: dict[str, float] = json.loads(file.read_text()) if file.exists() else {}
    known |= figures
    ordered = {name: known[name] for name in _ORDER if name in known}
    file.write_text(json.dumps(ordered, indent=1) + "\n")


if __name__ == "__main__":
    update(findings_open=len(open_findings(SECURITY)))
