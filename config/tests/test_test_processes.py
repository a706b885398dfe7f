"""The processes of pytest that run tests, and so need engines."""

from argparse import Namespace
from pathlib import Path

import pytest

from config.stack import testing

HERE = str(Path(__file__).relative_to(Path.cwd()))
OTHER = str(Path(testing.__file__).relative_to(Path.cwd()))


def options(*names, numprocesses="auto", collectonly=False, usepdb=False):
    return Namespace(file_or_dir=names, numprocesses=numprocesses, collectonly=collectonly, usepdb=usepdb)


@pytest.fixture
def _first_process(monkeypatch):
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)


@pytest.mark.parametrize(
    ("names", "processes"),
    [
        ([], 4),
        (["config"], 4),
        ([HERE, "config"], 4),
        ([HERE], 0),
        ([f"{HERE}::test_a", f"{HERE}::test_b"], 0),
        ([HERE, OTHER], 2),
    ],
)
def test_there_are_no_more_processes_than_files(monkeypatch, names, processes):
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert testing.auto_workers(options(*names)) == processes


@pytest.mark.usefixtures("_first_process")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (options("config"), False),  # it only distributes them
        (options(numprocesses=2), False),
        (options(HERE, collectonly=True), False),
        (options(HERE), True),
        (options("config", numprocesses=0), True),
        (options("config", numprocesses=None), True),
        (options("config", usepdb=True), True),  # which xdist does not distribute
    ],
)
def test_only_a_process_that_runs_tests_has_engines(given, expected):
    assert testing.runs_tests(given) is expected


def test_a_process_that_was_given_tests_has_engines(monkeypatch):
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    assert testing.runs_tests(options("config"))
