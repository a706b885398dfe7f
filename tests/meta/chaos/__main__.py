"""`make chaos`: run real workers on real documents, inject faults in an order given by a seed, and verify the results.

Exits with 1 if anything was lost, doubled or unexpected.
"""

import argparse
import json
import random
import shutil
import sys
from pathlib import Path
from typing import Any

import django

from tests.meta.chaos.faults import FAULT_NAMES
from tests.meta.chaos.seeds import has_problems, run_each
from tests.meta.chaos.system import start_system

SECONDS_PER_JOB = 0.25  # two cores manage this rate while one of two workers is down
RESULTS = Path(__file__).resolve().parents[3] / "benchmarks" / "results" / "chaos.json"


def main() -> int:
    """Run once, or once for each seed; return the exit code."""
    options = _options()
    figures = run_each(options.seeds, sys.argv[1:]) if options.seeds else _run(options)
    print(json.dumps(figures, indent=1))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if has_problems(figures) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=600)
    parser.add_argument("--seconds", type=float, help="duration of the faults; by default the duration of so many jobs")
    parser.add_argument("--patience", type=float, help="seconds to wait afterwards until all jobs have ended")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--seeds", type=int, nargs="*", help="one run for each; the results are those of the worst")
    parser.add_argument("--only", default="", choices=["", *FAULT_NAMES], help="inject only this fault")
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--keep", type=Path, help="folder to copy the logs to, in one per seed")
    return parser.parse_args()


def _run(options: argparse.Namespace) -> dict[str, Any]:
    print(f"seed {options.seed}", flush=True)
    with start_system(disk_megabytes=256 + options.jobs // 8) as system:
        django.setup()
        from tests.meta.chaos.run import Plan, run  # imports the settings, which need the engines

        seconds = options.seconds or options.jobs * SECONDS_PER_JOB
        patience = options.patience or 300 + options.jobs * SECONDS_PER_JOB
        plan = Plan(jobs=options.jobs, seconds=seconds, seed=options.seed, patience=patience, only=options.only)
        figures = run(system, plan)
        if options.keep:
            folder = options.keep / str(options.seed)
            shutil.copytree(system.folder / "logs", folder, dirs_exist_ok=True)
            for journal in system.folder.glob("*.jsonl"):
                shutil.copy(journal, folder)
    return figures


if __name__ == "__main__":
    sys.exit(main())
