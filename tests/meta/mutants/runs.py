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
from tests.meta.mutants.loop import ANSWERS, GREEN, MUTANTS, RED
from tests.meta.mutants.mutant import Mutant
from tests.meta.mutants.targets import Target

_PURE = ("-c", "/dev/null", "--rootdir", ".", "-p", "no:django", "--noconftest")
_PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
_SECONDS = 120
_SECONDS_OF_PART = 3600
_GREEN = 0

Copies = queue.SimpleQueue[Path]
Sorted = tuple[list[Mutant], list[Mutant]]


@contextmanager
def copies_of(commit: str, number: int) -> Iterator[Copies]:
    """So many copies of a commit, each for one process at a time; the tools are those that stand here."""
    with tempfile.TemporaryDirectory(prefix="cartulary-mutants-") as temporary:
        copies = Copies()
        for at in range(number):
            folder = Path(temporary) / str(at)
            folder.mkdir()
            unpack(commit, folder)
            shutil.copytree(Path(__file__).parent, folder / "tests" / "meta" / "mutants", dirs_exist_ok=True)
            copies.put(folder)
        yield copies


def survivors(target: Target, mutants: Sequence[Mutant], copies: Copies) -> Sorted:
    """Sort mutants of one file into those that live and those that are dead."""
    copy = copies.get()
    try:
        answers = _live(target, mutants, copy) if target.is_live else _one_by_one(target, mutants, copy)
    finally:
        copies.put(copy)
    found: Sorted = ([], [])
    for mutant, is_dead in zip(mutants, answers, strict=True):
        found[is_dead].append(mutant)
    return found


def _one_by_one(target: Target, mutants: Sequence[Mutant], copy: Path) -> list[bool]:
    file = copy / target.path
    right = file.read_text(encoding="utf-8")
    if not _is_green(target, copy):
        sys.exit(f"The tests of {target.path} are red without any mutant; mend that first.")
    answers = []
    for mutant in mutants:
        file.write_text(mutant.source, encoding="utf-8")
        answers.append(not _is_green(target, copy))
    file.write_text(right, encoding="utf-8")
    return answers


def _is_green(target: Target, copy: Path) -> bool:
    """A mutant that never ends is as good as seen."""
    command = [*_PYTEST, *(_PURE if target.is_pure else ()), *target.tests]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment_of(copy), check=False, capture_output=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == _GREEN


def _live(target: Target, mutants: Sequence[Mutant], copy: Path) -> list[bool]:
    """All in one process; a mutant that ends the process is dead, and another goes on behind it."""
    answers: list[bool] = []
    while len(answers) < len(mutants):
        answers += _loop(target, mutants[len(answers) :], copy)
        if len(answers) < len(mutants):
            answers.append(True)
    return answers


def _loop(target: Target, mutants: Sequence[Mutant], copy: Path) -> list[bool]:
    plan = copy / "mutants.json"
    answers = plan.with_suffix(ANSWERS)
    answers.write_text("")
    plan.write_text(json.dumps({"path": target.path, "sources": [mutant.source for mutant in mutants]}))
    command = [*_PYTEST, "-p", "tests.meta.mutants.loop", "-o", "timeout=30", *target.tests]
    environment = environment_of(copy) | {MUTANTS: str(plan)}
    done = subprocess.run(
        command, cwd=copy, env=environment, check=False, capture_output=True, text=True, timeout=_SECONDS_OF_PART
    )
    output = done.stdout + done.stderr
    found = [json.loads(line) for line in answers.read_text().splitlines()]
    if RED in output or found[:1] != [GREEN]:
        sys.exit(f"The tests of {target.path} are red without any mutant; mend that first.\n{output[-3000:]}")
    return [killer is not None for killer in found[1:]]
