"""`make bench-ui`: the user interface in a browser. Writes `results/ui.json` and `docs/benchmarks.md`."""

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks import report
from benchmarks.browser import chromium
from benchmarks.setup import start_server

RESULTS: Final = Path(__file__).resolve().parents[1] / "results" / "ui.json"
PAGES: Final = 500
PARTS: Final = [
    *("reading", "annotations", "boxes", "scan", "sizes", "keys", "rules", "changes"),
    *("uploads", "exports", "list"),  # in this order: each adds documents
]


def main() -> None:
    """Fill a database and measure the pages; print the figures with their goals and those of others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    arguments = parser.parse_args()
    # Playwright runs an event loop in this thread, and Django refuses queries in one.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    figures = measure(arguments.pages, arguments.only)
    if (arguments.pages, arguments.only) == (PAGES, PARTS):
        RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
        report.write()
    print(report.table("ui", figures))


def measure(pages: int, parts: Sequence[str]) -> dict[str, float]:
    """Return all figures."""
    with start_server() as server, server.log_in() as client:
        from users.models import User  # noqa: PLC0415 - needs the settings

        User.objects.update(is_staff=True, is_superuser=True)
        from benchmarks.ui.parts import Measurements  # noqa: PLC0415 - as above

        with chromium() as browser:
            measurements = Measurements(server, client, browser, pages)
            figures: dict[str, float] = {"ui_pages": pages}
            for part in parts:
                found = getattr(measurements, f"measure_{part}")()
                print(part, json.dumps(found), flush=True)
                figures |= found
    return figures


if __name__ == "__main__":
    main()
