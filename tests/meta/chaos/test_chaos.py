"""A small chaos run with every fault, and one run for each fault alone; `make chaos` is the large one."""

import json
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config.stack.paths import PROJECT
from tests.meta.chaos import clock, disk
from tests.meta.chaos.faults import FAULT_NAMES

FAULTS = {"F-1 child", "F-2 worker", "F-3 zombie", "F-4 flush", "F-4 cut", "F-4 stop", "F-5 cut", "F-5 restart"}
FAULTS |= {"F-2 host", "F-9 parser", "F-6 slow", "F-6 hole", "F-6 torn", "F-6 late", "F-8 clock", "F-10 disk"}
FAULTS |= {"F-11 deploy", "F-12 same name"}
# Skipped by name: a machine without these does not prove them.
MISSING = {
    name: why for name, why in (("clock", clock.unavailable_reason()), ("disk", disk.unavailable_reason())) if why
}
ALONE = [
    pytest.param(name, marks=pytest.mark.skipif(name in MISSING, reason=MISSING.get(name, ""))) for name in FAULT_NAMES
]


def run_chaos(out: Path, **options: object) -> dict[str, Any]:
    """Run it; return the figures after checking that nothing was lost, doubled, unexpected or wrongly ended."""
    seed = str(secrets.randbelow(10**6))
    command = [sys.executable, "-m", "tests.meta.chaos", "--seed", seed, "--out", str(out)]
    command += [part for name, value in options.items() for part in (f"--{name}", str(value))]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert out.exists(), f"seed {seed}\n{run.stdout}{run.stderr}"
    figures: dict[str, Any] = json.loads(out.read_text())
    assert figures["problems"] == [], run.stdout
    assert [figures[name] for name in ("lost", "doubled", "unexpected", "doubled_names")] == [0, 0, 0, 0], figures
    assert figures["steps_run_again"] <= figures["steps_interrupted"] + figures["steps_failed"], figures
    return figures


# proves: T-1 T-2 F-1 F-2 F-3 F-4 F-5 F-6 F-8 F-9 F-10 F-11 F-12 S2-1 S2-3 S2-28 DD-1
@pytest.mark.full
@pytest.mark.chaos
@pytest.mark.timeout(600)
def test_nothing_is_lost_or_doubled_by_all_faults(tmp_path):
    figures = run_chaos(tmp_path / "chaos.json", jobs=60, seconds=30, patience=240)
    # Most jobs are about documents; embeddings of one whose process crashed too often are not computed.
    assert figures["jobs_of_documents"] * 3 >= figures["jobs"] >= 60 - figures["dead_letters"], figures
    skipped = {line.partition(":")[0] for line in figures["skipped"]}
    assert set(figures["faults"]) == FAULTS - skipped, figures


@pytest.mark.chaos
@pytest.mark.long
@pytest.mark.timeout(400)
@pytest.mark.parametrize("fault", ALONE)
def test_nothing_is_lost_or_doubled_by_one_fault(fault, tmp_path):
    figures = run_chaos(tmp_path / "chaos.json", jobs=30, seconds=8, patience=120, only=fault)
    assert figures["dead_letters"] == 0, figures
    assert len(figures["faults"]) == 1, figures
