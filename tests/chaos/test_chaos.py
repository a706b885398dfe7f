"""A small chaos run; `make chaos` is the large one. It wants the machine for itself: `make test-long`."""

import json
import secrets
import subprocess
import sys

import pytest

from config.stack.layout import PROJECT

FAULTS = {"F-1 child", "F-2 worker", "F-3 zombie", "F-4 flush", "F-4 cut", "F-4 stop"}
FAULTS |= {"F-5 cut", "F-5 restart", "F-11 deploy", "F-12 same name"}


# proves: T-1 T-2 F-1 F-2 F-3 F-4 F-5 F-9 F-11 F-12 S2-1 S2-3 S2-28 DD-1
@pytest.mark.chaos
@pytest.mark.long
@pytest.mark.timeout(240)
def test_nothing_is_lost_or_doubled_whatever_is_killed(tmp_path):
    figures = tmp_path / "chaos.json"
    seed = str(secrets.randbelow(10**6))
    command = [sys.executable, "-m", "tests.chaos", "--jobs", "120", "--seconds", "25", "--patience", "60"]
    run = subprocess.run(
        [*command, "--seed", seed, "--out", str(figures)], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert figures.exists(), f"seed {seed}\n{run.stdout}{run.stderr}"
    found = json.loads(figures.read_text())
    assert found["problems"] == [], run.stdout
    assert (found["lost"], found["doubled"], found["unexpected"], found["doubled_names"]) == (0, 0, 0, 0), found
    assert found["steps_run_again"] <= found["steps_interrupted"] + found["steps_failed"], found
    assert found["jobs_of_documents"] * 2 >= found["jobs"] >= 120, found
    assert set(found["faults"]) == FAULTS, found
