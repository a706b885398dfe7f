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


FORK_WHILE_LOCKED = """
import fcntl, os, signal, sys
from pathlib import Path
from core.observability import prometheus_multiprocess

folder = Path(sys.argv[1])
prometheus_multiprocess.share(folder)
children = []


def fork_and_read(folder):
    if (pid := os.fork()) == 0:
        signal.pause()  # a process of the pool that waits for jobs
    children.append(pid)
    return ""


prometheus_multiprocess._read = fork_and_read
prometheus_multiprocess.exposition(folder)
try:
    fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    print("free")
finally:
    os.kill(children[0], signal.SIGKILL)
"""


def test_a_process_forked_during_a_scrape_does_not_hold_up_the_next(tmp_path):
    argv = [sys.executable, "-c", FORK_WHILE_LOCKED, str(tmp_path)]
    ran = subprocess.run(argv, cwd=PROJECT, capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout == "free\n"
