"""`make bench`: measure the main job in a fresh clone, write `results/main.json` and `docs/benchmarks.md`."""

import argparse
import json
from pathlib import Path

from benchmarks import contracts, opening, report
from benchmarks.product import clone

RESULTS = Path(__file__).parent / "results" / "main.json"


def main() -> None:
    """Everything in one run; `--no-tests` leaves out the two runs of the suite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-tests", action="store_true")
    chosen = parser.parse_args()
    figures: dict[str, float] = {}
    with clone() as checkout:
        with checkout.running() as product:
            figures["run_cold_s"] = round(product.seconds, 1)
            print(f"cold start {product.seconds:.1f} s")
            figures |= contracts.measure(product)
            figures |= opening.measure(product)
        with checkout.running() as product:
            figures["run_second_s"] = round(product.seconds, 1)
        if not chosen.no_tests:
            figures["test_cold_s"] = round(_tests_in_a_clone_of_their_own(), 1)
            figures["test_warm_s"] = round(checkout.make("test"), 1)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n")
    report.write()
    print(json.dumps(figures, indent=1))


def _tests_in_a_clone_of_their_own() -> float:
    with clone() as fresh:
        return fresh.make("test")


if __name__ == "__main__":
    main()
