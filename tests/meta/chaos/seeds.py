"""Several runs with different seeds, and the worst of them."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_PROBLEMS = ("lost", "doubled", "unexpected", "doubled_names")
_COMPARED = ("jobs", *_PROBLEMS, "recovery_p95_s", "recovery_host_p95_s", "recovery_any_p95_s")


def has_problems(figures: Mapping[str, Any]) -> bool:
    """Check whether anything was lost, doubled or unexpected."""
    return any(figures[name] for name in _PROBLEMS)


def run_each(seeds: Sequence[int], arguments: Sequence[str]) -> dict[str, Any]:
    """Run with each seed; return the figures of the worst run, with a comparison of all (`runs`)."""
    runs = [_run(seed, arguments) for seed in seeds]
    comparison = {str(run["seed"]): {name: run[name] for name in _COMPARED} for run in runs}
    return {**worst_of(runs), "runs": comparison}


def worst_of(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the run with the most problems; of those without, the one that recovered last."""
    return max(runs, key=lambda run: (sum(run[name] for name in _PROBLEMS), run["recovery_p95_s"]))


def _run(seed: int, arguments: Sequence[str]) -> dict[str, Any]:
    """Run in a process of its own: settings are read once per process, and each run has its own engines."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "chaos.json"
        last = ["--seeds", "--seed", str(seed), "--out", str(out)]  # win over the same options before
        subprocess.run([sys.executable, "-m", "tests.meta.chaos", *arguments, *last], check=False)
        if not out.exists():
            raise SystemExit(f"The run with seed {seed} did not end.")
        figures: dict[str, Any] = json.loads(out.read_text())
        return figures
