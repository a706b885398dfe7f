"""`make bench-grid`: an extract of 10,000 documents and 40 columns.

Writes `results/grid.json` and `docs/benchmarks.md`.
"""

import argparse
import json
import os
from pathlib import Path

from benchmarks import report
from benchmarks.grid import scrolling, server
from benchmarks.login import session_cookies, token_client
from benchmarks.setup import PASSWORD, USERNAME, start_server

RESULTS = Path(__file__).resolve().parents[1] / "results" / "grid.json"


def main() -> None:
    """Fill a database, measure the server and the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--columns", type=int, default=40)
    parser.add_argument("--only", choices=["server", "scrolling"])
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    # Playwright runs an event loop in this thread, and Django refuses queries in one.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    figures = measure(arguments.rows, arguments.columns, only=arguments.only)
    if arguments.only is None:
        arguments.out.write_text(json.dumps(figures, indent=1) + "\n")
        report.write()
    print(json.dumps(figures, indent=1))


def measure(rows: int, columns: int, *, only: str | None = None) -> dict[str, float]:
    """Return the figures of the server and of the page."""
    figures: dict[str, float] = {"grid_rows": rows, "grid_columns": columns}
    with start_server() as product, product.log_in():
        from benchmarks.grid.data import fill, run_again  # noqa: PLC0415 - needs the settings
        from users.models import User  # noqa: PLC0415 - as above

        extract = fill(User.objects.get(username=USERNAME), rows=rows, columns=columns)
        again = run_again(extract)
        if only != "scrolling":
            with token_client(product.url, USERNAME, PASSWORD) as client:
                figures |= server.measure(client, extract, again)
        if only != "server":
            figures |= scrolling.measure(product.url, session_cookies(product.url, USERNAME, PASSWORD), again)
    return figures


if __name__ == "__main__":
    main()
