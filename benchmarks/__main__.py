"""`make bench`: measure the main tasks in a fresh clone; write `results/main.json` and `docs/benchmarks.md`.

With `--peer`, a clone of another checkout is measured, too, except for its start; those figures end in `_before`.
"""

import argparse
import json
from pathlib import Path

from benchmarks import contracts, open_document, report
from benchmarks.checkout import clone

RESULTS = Path(__file__).parent / "results" / "main.json"


def main() -> None:
    """Run all measurements; `--no-tests` leaves out the two runs of the test suite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-tests", action="store_true", help="do not run the test suite")
    parser.add_argument("--peer", type=Path, help="another checkout")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    before = _measure_peer(arguments.peer) if arguments.peer else {}
    figures = {**measure(with_tests=not arguments.no_tests), **before}
    arguments.out.parent.mkdir(exist_ok=True)
    arguments.out.write_text(json.dumps(figures, indent=1) + "\n")
    if arguments.out == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure(*, with_tests: bool) -> dict[str, float]:
    """Measure the committed state of this checkout."""
    figures: dict[str, float] = {}
    with clone() as checkout:
        with checkout.running() as product:
            figures["run_cold_s"] = round(product.seconds, 1)
            print(f"cold start {product.seconds:.1f} s")
            figures |= contracts.measure(product)
            figures |= open_document.measure(product)
        with checkout.running() as product:
            figures["run_second_s"] = round(product.seconds, 1)
        with checkout.cloned_again().running() as product:
            figures["run_cached_s"] = round(product.seconds, 1)
        if with_tests:
            figures["test_cold_s"] = round(_test_in_a_fresh_clone(), 1)
            figures["test_warm_s"] = round(checkout.make("test"), 1)
    return figures


def _measure_peer(source: Path) -> dict[str, float]:
    with clone(source) as checkout, checkout.running() as product:
        figures = {**contracts.measure(product), **open_document.measure(product)}
        return {f"{name}_before": value for name, value in figures.items()}


def _test_in_a_fresh_clone() -> float:
    with clone() as fresh:
        return fresh.make("test")


if __name__ == "__main__":
    main()
