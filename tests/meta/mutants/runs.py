"""Runs the tests of a file against its mutants, in copies of the sources."""

import json
import queue
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.copies import environment_of, unpack
from tests.meta.mutants.loop import FAILED, MUTANTS, PASSED, RESULTS
from tests.meta.mutants.mutant import Mutant
from tests.meta.mutants.targets import Target

_PURE = ("-c", "/dev/null", "--rootdir", ".", "-p", "no:django", "--noconftest")
_PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
_SECONDS = 120
_SECONDS_OF_BATCH = 3600
_EXIT_PASSED = 0

Copies = queue.SimpleQueue[Path]
Sorted = tuple[list[Mutant], list[Mutant]]


@contextmanager
def copies_of(commit: str, number: int) -> Iterator[Copies]:
    """Yield copies of a commit, each for one process, with the mutation tool of the working tree."""
    with tempfile.TemporaryDirectory(prefix="cartulary-mutants-") as temporary:
        copies = Copies()
        for index in range(number):
            folder = Path(temporary) / str(index)
            folder.mkdir()
            unpack(commit, folder)
            shutil.copytree(Path(__file__).parent, folder / "tests" / "meta" / "mutants", dirs_exist_ok=True)
            copies.put(folder)
        yield copies


def survivors(target: Target, mutants: Sequence[Mutant], copies: Copies) -> Sorted:
    """Run the tests against mutants of one file; return those that survived and those that were killed."""
    copy = copies.get()
    try:
        results = _in_one_process(target, mutants, copy) if target.is_live else _one_by_one(target, mutants, copy)
    finally:
        copies.put(copy)
    sorted_mutants: Sorted = ([], [])
    for mutant, is_dead in zip(mutants, results, strict=True):
        sorted_mutants[is_dead].append(mutant)
    return sorted_mutants


def _one_by_one(target: Target, mutants: Sequence[Mutant], copy: Path) -> list[bool]:
    file = copy / target.path
    original = file.read_text(encoding="utf-8")
    if not _passes(target, copy):
        sys.exit(f"The tests of {target.path} fail without any mutant. Fix them first.")
    results = []
    for mutant in mutants:
        file.write_text(mutant.source, encoding="utf-8")
        results.append(not _passes(target, copy))
    file.write_text(original, encoding="utf-8")
    return results


def _passes(target: Target, copy: Path) -> bool:
    """Check whether the tests pass; a timeout counts as a failure."""
    command = [*_PYTEST, *(_PURE if target.is_pure else ()), *target.tests]
    try:
        completed = subprocess.run(
            command, cwd=copy, env=environment_of(copy), check=False, capture_output=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return False
    return completed.returncode == _EXIT_PASSED


def _in_one_process(target: Target, mutants: Sequence[Mutant], copy: Path) -> list[bool]:
    """Run all in one process; a mutant that ends the process is killed, and another process continues after it."""
    results: list[bool] = []
    while len(results) < len(mutants):
        results += _loop(target, mutants[len(results) :], copy)
        if len(results) < len(mutants):
            results.append(True)
    return results


def _loop(target: Target, mutants: Sequence[Mutant], copy: Path) -> list[bool]:
    plan = copy / "mutants.json"
    results = plan.with_suffix(RESULTS)
    results.write_text("")
    plan.write_text(json.dumps({"path": target.path, "sources": [mutant.source for mutant in mutants]}))
    command = [*_PYTEST, "-p", "tests.meta.mutants.loop", "-o", "timeout=30", *target.tests]
    environment = environment_of(copy) | {MUTANTS: str(plan)}
    completed = subprocess.run(
        command, cwd=copy, env=environment, check=False, capture_output=True, text=True, timeout=_SECONDS_OF_BATCH
    )
    output = completed.stdout + completed.stderr
    killers = [json.loads(line) for line in results.read_text().splitlines()]
    if FAILED in output or killers[:1] != [PASSED]:
        sys.exit(f"The tests of {target.path} fail without any mutant. Fix them first.\n{output[-3000:]}")
    return [killer is not None for killer in killers[1:]]
