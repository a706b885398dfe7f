"""`make mutants` (T-14): mutation testing of the code that makes decisions.

Works on copies of the current commit. `explained.txt` lists equivalent mutants, which no test can detect, with the
reason; they are run with `--all` only. Prints the others that survive, and fails if less than 90 % of those of a file
are killed.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from tests.copies import head, text_of
from tests.meta.mutants import of_python, of_sql
from tests.meta.mutants.mutant import Mutant
from tests.meta.mutants.runs import copies_of, survivors
from tests.meta.mutants.server import IsValid, server
from tests.meta.mutants.targets import TARGETS, Target

EXPLAINED = Path(__file__).parent / "explained.txt"
MIN_SCORE = 0.9
BATCH = 110


def main() -> int:
    """Print the survivors and the score; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="paths of files; all of them by default")
    parser.add_argument("--jobs", type=int, default=2, help="number of processes")
    parser.add_argument("--all", action="store_true", help="also run explained mutants")
    parser.add_argument("--list", action="store_true", help="list the mutants, run nothing")
    options = parser.parse_args()
    targets = [target for target in TARGETS if not options.only or target.path in options.only]
    commit = head()
    with server() as is_valid:
        mutants = [(target, mutant) for target in targets for mutant in mutants_of(target, commit, is_valid)]
    if options.list:
        print("\n".join(f"{mutant.line}: {mutant.name}" for _, mutant in mutants))
        return 0
    explained = explanations()
    selected = [(target, mutant) for target, mutant in mutants if options.all or mutant.name not in explained]
    killed = _kill(selected, commit, jobs=options.jobs)
    return _report([mutant for _, mutant in mutants], killed, explained)


def mutants_of(target: Target, commit: str, is_valid: IsValid) -> list[Mutant]:
    """Return the mutants of a file, without duplicates."""
    source = text_of(commit, target.path)
    if not target.path.endswith(".sql"):
        return list(of_python.mutants_of(target.path, source))
    unique = {mutant.source: mutant for mutant in of_sql.mutants_of(target.path, source)}
    return [mutant for mutant in unique.values() if is_valid(mutant.source)]


def explanations() -> dict[str, str]:
    """Return why mutants may survive, by name: a line with `#` explains the names below it."""
    reason, reasons = "", {}
    for line in EXPLAINED.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line.strip("# ")
        elif line.strip():
            reasons[line.strip()] = reason
    return reasons


def _kill(mutants: Sequence[tuple[Target, Mutant]], commit: str, *, jobs: int) -> list[Mutant]:
    killed: list[Mutant] = []
    with copies_of(commit, jobs) as copies, ThreadPoolExecutor(jobs) as pool:
        for survived, killed_now in pool.map(lambda batch: survivors(*batch, copies), _batches(mutants)):
            killed += killed_now
            for mutant in survived:
                print(f"survived: {mutant.line:4} {mutant.name}", flush=True)
            print(f"{len(killed)} killed so far", file=sys.stderr, flush=True)
    return killed


def _batches(mutants: Sequence[tuple[Target, Mutant]]) -> Iterator[tuple[Target, list[Mutant]]]:
    """Yield batches of mutants of one file, each for one process."""
    for target, group in groupby(mutants, key=itemgetter(0)):
        selected = [mutant for _, mutant in group]
        for first in range(0, len(selected), BATCH):
            yield target, selected[first : first + BATCH]


def _report(mutants: Sequence[Mutant], killed: Sequence[Mutant], explained: Collection[str]) -> int:
    """Print the score and return the exit code. An explained mutant that was killed counts as killed."""
    killed_by_path = Counter(mutant.path for mutant in killed)
    unkilled = set(explained) - {mutant.name for mutant in killed}
    explained_alive = Counter(mutant.path for mutant in mutants if mutant.name in unkilled)
    print(f"{'':30} {'mutants':>9} {'explained':>9} {'killed':>9} {'survived':>9}")
    scores = []
    for path, number in Counter(mutant.path for mutant in mutants).items():
        survived = number - killed_by_path[path] - explained_alive[path]
        scores.append(killed_by_path[path] / max(1, number - explained_alive[path]))
        print(f"{path:30} {number:9} {explained_alive[path]:9} {killed_by_path[path]:9} {survived:9}  {scores[-1]:.1%}")
    print(f"{len(mutants)} mutants, {explained_alive.total()} explained, {killed_by_path.total()} killed")
    return int(min(scores) < MIN_SCORE)


if __name__ == "__main__":
    sys.exit(main())
