"""`make seeded-bugs` (T-14): put each known defect in, run the tests that claim to prove its absence, expect red.

A patch is named after the behaviour it breaks (`DD-5.patch`, or `DD-8.second-way.patch`). Each is applied to a copy of
what is committed; nothing here is touched. Before that, all these tests must be green in the copy.
"""

import argparse
import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.meta.behaviour_index import ROOT, find_proofs

PATCHES = Path(__file__).parent
WANTED = [
    *(f"DD-{number}" for number in range(1, 16)),
    *(f"S0-G{number}" for number in (2, 3, 4, 6, 7)),
    *(f"S1-G{number}" for number in range(1, 7)),
    *(f"S2-G{number}" for number in range(1, 9)),
    *(f"S3-G{number}" for number in (1, 2, 5, 6, 7, 8, 9, 10, 11)),
]
# A run of its own length: what it would find, the others of the same behaviour find sooner.
TOO_LONG = ("tests/meta/chaos/", "tests/idempotency/")
RED, GREEN = 1, 0
_TAIL = 2000  # characters of what pytest said


def main() -> int:
    """Print one line for each bug; return 1 if one is not detected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="names of behaviours; all of them without")
    only = parser.parse_args().only
    patches = [path for path in sorted(PATCHES.glob("*.patch"), key=_order) if not only or _name(path) in only]
    proofs = find_proofs()
    tests = {path: _tests(proofs.get(_name(path), [])) for path in patches}
    with copy_of_head() as folder:
        # What is not committed yet is in no copy.
        tests = {path: [test for test in found if _is_there(test, folder)] for path, found in tests.items()}
        sound = _pytest([test for found in tests.values() for test in found], folder)
        if sound.returncode != GREEN:
            print(sound.stdout[-_TAIL:], "These tests are red without any defect; mend that first.", sep="\n")
            return 1
        unseen = [path.stem for path in patches if not _is_seen(path, tests[path], folder)]
    missing = [name for name in WANTED if not list(PATCHES.glob(f"{name}.*patch"))]
    print(f"{len(patches) - len(unseen)} of {len(patches)} seen; unseen: {' '.join(unseen) or 'none'}")
    print(f"no patch yet: {' '.join(missing) or 'none'}")
    return 1 if unseen else 0


def _name(path: Path) -> str:
    return path.stem.partition(".")[0]


def _is_there(test: str, folder: Path) -> bool:
    path, *_, name = test.split("::")
    return (folder / path).exists() and f"def {name}(" in (folder / path).read_text()


def _order(path: Path) -> tuple[str, int, str]:
    group, _, number = _name(path).rpartition("-")
    return group, int(number.removeprefix("G")), path.stem


def _tests(places: Sequence[str]) -> list[str]:
    """Return the tests, those in one process first: they are quick, and the first failure ends the run."""
    found = [test for place in places if not place.startswith(TOO_LONG) for test in _test_at(place)]
    return sorted(found, key=lambda test: test.startswith("tests/"))


def _is_seen(path: Path, tests: Sequence[str], folder: Path) -> bool:
    if not tests:
        print(f"{path.stem:18} NO TEST claims to prove it", flush=True)
        return False
    patch = ["git", "apply", "--recount", "-C1", str(path)]
    if subprocess.run(patch, cwd=folder, check=False).returncode != 0:
        print(f"{path.stem:18} DOES NOT APPLY any more", flush=True)
        return False
    try:
        code = _pytest(tests, folder).returncode
    finally:
        subprocess.run([*patch, "--reverse"], cwd=folder, check=True)
    said = {RED: "red, as it must be", GREEN: "UNSEEN"}.get(code, f"BROKEN: pytest ended with {code}")
    print(f"{path.stem:18} {said} ({', '.join(test.partition('::')[2] for test in tests)})", flush=True)
    return code == RED


def _test_at(place: str) -> Iterator[str]:
    """Yield the test above or in which a `proves:` comment is."""
    path, _, line = place.rpartition(":")
    if not path.endswith(".py"):
        return
    for name, end in _tests_in(ast.parse((ROOT / path).read_text())):
        if end >= int(line):
            yield f"{path}::{name}"
            return


def _tests_in(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, int]]:
    """Yield the names of tests, with their classes, and the numbers of their last lines."""
    for each in node.body:
        if isinstance(each, ast.ClassDef):
            yield from _tests_in(each, f"{prefix}{each.name}::")
        elif isinstance(each, ast.FunctionDef) and each.name.startswith("test_"):
            yield f"{prefix}{each.name}", each.end_lineno or 0


def _pytest(tests: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *dict.fromkeys(tests)]
    env = _environment(folder)
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env=env)


def _environment(folder: Path) -> dict[str, str]:
    """Return variables for the programs of this environment with the sources of the copy."""
    return os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


@contextmanager
def copy_of_head() -> Iterator[Path]:
    """Check out the current commit a second time."""
    subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)  # a run that was killed left its own
    with tempfile.TemporaryDirectory(prefix="cartulary-defects-") as temporary:
        folder = Path(temporary) / "copy"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(folder)], cwd=ROOT, check=True)
        try:
            yield folder
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(folder)], cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
