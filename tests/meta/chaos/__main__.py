"""`make chaos`: real workers, real documents, real faults in an order that a seed decides; then what was lost.

Exits with 1 when anything was lost, doubled or unexpected.
"""

import argparse
import json
import random
import shutil
import sys
from pathlib import Path

import django

from tests.meta.chaos.faults import EVERY
from tests.meta.chaos.stage import stage

SECONDS_PER_JOB = 0.25  # a pace that two cores keep while one worker in two is away
RESULTS = Path(__file__).resolve().parents[3] / "benchmarks" / "results" / "chaos.json"


def main() -> int:
    """Run once and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=600)
    parser.add_argument("--seconds", type=float, help="how long faults strike; by default as long as so many jobs take")
    parser.add_argument("--patience", type=float, help="seconds to wait afterwards until all is done")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--only", default="", choices=["", *EVERY], help="this fault and no other")
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--keep", type=Path, help="a folder for the logs")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    with stage(disk_megabytes=256 + chosen.jobs // 8) as built:
        django.setup()
        from tests.meta.chaos.run import Plan, run  # needs the settings, which need the engines

        seconds = chosen.seconds or chosen.jobs * SECONDS_PER_JOB
        patience = chosen.patience or 300 + chosen.jobs * SECONDS_PER_JOB
        plan = Plan(jobs=chosen.jobs, seconds=seconds, seed=chosen.seed, patience=patience, only=chosen.only)
        figures = run(built, plan)
        is_good = not (figures["lost"] or figures["doubled"] or figures["unexpected"] or figures["doubled_names"])
        if chosen.keep:
            shutil.copytree(built.folder / "logs", chosen.keep, dirs_exist_ok=True)
            for journal in built.folder.glob("*.jsonl"):
                shutil.copy(journal, chosen.keep)
    print(json.dumps(figures, indent=1))
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    chosen.out.write_text(json.dumps(figures, indent=1) + "\n")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
