"""Counts in files: a full disk costs the counts, not the process."""

import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PROGRAM = """
import resource, sys
from pathlib import Path
from core.observability import prometheus_multiprocess

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
prometheus_multiprocess.share(Path(sys.argv[1]))
if prometheus_multiprocess.is_enabled():
    from prometheus_client import Counter

    Counter("samples", "Samples.").inc()
    print(prometheus_multiprocess.exposition(Path(sys.argv[1])))
"""


@pytest.mark.parametrize(("room", "exported"), [(2**20, "samples_total 1.0"), (1_000, "")])
def test_a_process_without_disk_space_continues_without_metrics(tmp_path, room, exported):
    argv = [sys.executable, "-c", PROGRAM, str(tmp_path), str(room)]
    ran = subprocess.run(argv, cwd=PROJECT, capture_output=True, text=True, check=True)
    assert exported in ran.stdout
    assert bool(ran.stdout) == bool(exported)
    assert ("metrics.disk_full" in ran.stderr) == (exported == "")
