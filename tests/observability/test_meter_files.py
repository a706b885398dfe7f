"""Counts in files: a full disk costs the counts, not the process."""

import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from core.observability import prometheus_multiprocess

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


LIVE = """
import os, sys
from pathlib import Path
from core.observability import prometheus_multiprocess

prometheus_multiprocess.share(Path(sys.argv[1]))
from prometheus_client import Counter, Histogram

number = int(sys.argv[2])
counter = Counter("samples", "Samples of a process.", ["kind"])
counter.labels("all").inc(number)
counter.labels(f"only {number}, \\"quoted\\"").inc()
histogram = Histogram("seconds", "Time.", ["kind"], buckets=[0.1, 1, 10])
for value in (0.05, number, 20):
    histogram.labels("all").observe(value)
"""


def test_counts_of_dead_processes_are_those_of_the_library_before_they_are_merged(tmp_path):
    """`MultiProcessCollector` adds the files of all processes; after the merge it reads the sums from two."""
    for number in (1, 2, 3):
        subprocess.run([sys.executable, "-c", LIVE, str(tmp_path), str(number)], cwd=PROJECT, check=True)
    assert len(list(tmp_path.glob("*.db"))) == 6
    expected = by_library(tmp_path)
    assert 'samples_total{kind="all"} 6.0' in expected
    assert lines(prometheus_multiprocess.exposition(tmp_path)) == expected
    assert sorted(path.name for path in tmp_path.glob("*.db")) == ["counter_0.db", "histogram_0.db"]
    subprocess.run([sys.executable, "-c", LIVE, str(tmp_path), "4"], cwd=PROJECT, check=True)
    expected = by_library(tmp_path)
    assert 'samples_total{kind="all"} 10.0' in expected
    for _ in range(2):  # merged, and again
        assert lines(prometheus_multiprocess.exposition(tmp_path)) == expected


def by_library(folder: Path) -> list[str]:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(folder))
    return lines(generate_latest(registry).decode())


def lines(exposition: str) -> list[str]:
    return sorted(exposition.splitlines())  # the library reads files in the order of the folder
