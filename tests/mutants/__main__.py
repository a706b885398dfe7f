"""`make mutants` (T-14): change what decides in many small ways, one at a time; the tests must notice.

Works on copies of what is committed. Prints the survivors, and how many of the mutants of each file were killed. Fails
when it is less than nine in ten, or when `explained.txt` has no word about a survivor.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from tests.copies import head, text_of
from tests.mutants import of_python, of_sql
from tests.mutants.mutant import Mutant
from tests.mutants.runs import copies_of, survivors
from tests.mutants.server import Takes, server
from tests.mutants.targets import TARGETS, Target

EXPLAINED = Path(__file__).parent / "explained.txt"
ENOUGH = 0.9
PART = 40


def main() -> int:
    """Print one line for each survivor, then the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="paths of files; all of them without")
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants at a time")
    parser.add_argument("--list", action="store_true", help="name the mutants, run nothing")
    options = parser.parse_args()
    targets = [target for target in TARGETS if not options.only or target.path in options.only]
    commit = head()
    with server() as takes:
        mutants = [(target, mutant) for target in targets for mutant in mutants_of(target, commit, takes)]
    if options.list:
        print("\n".join(f"{mutant.line}: {mutant.name}" for _, mutant in mutants))
        return 0
    return _judge(mutants, commit, jobs=options.jobs)


def mutants_of(target: Target, commit: str, takes: Takes) -> list[Mutant]:
    """Give the mutants of a file, each change once."""
    source = text_of(commit, target.path)
    if not target.path.endswith(".sql"):
        return list(of_python.mutants_of(target.path, source))
    found = {mutant.source: mutant for mutant in of_sql.mutants_of(target.path, source)}
    return [mutant for mutant in found.values() if takes(mutant.source)]


def explanations() -> dict[str, str]:
    """Why a mutant may live, by its name: a line with `#` explains the names below it."""
    reason, found = "", {}
    for line in EXPLAINED.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line.strip("# ")
        elif line.strip():
            found[line.strip()] = reason
    return found


def _judge(mutants: Sequence[tuple[Target, Mutant]], commit: str, *, jobs: int) -> int:
    explained, killed, unexplained = explanations(), Counter[str](), 0
    with copies_of(commit, jobs) as copies, ThreadPoolExecutor(jobs) as pool:
        for alive, dead in pool.map(lambda part: survivors(*part, copies), _parts(mutants)):
            killed.update(mutant.path for mutant in dead)
            for mutant in alive:
                unexplained += mutant.name not in explained
                said = "explained" if mutant.name in explained else "UNEXPLAINED"
                print(f"{said:12} {mutant.line:4} {mutant.name}", flush=True)
            print(f"{killed.total()} killed so far", file=sys.stderr, flush=True)
    return _report(Counter(mutant.path for _, mutant in mutants), killed, unexplained)


def _parts(mutants: Sequence[tuple[Target, Mutant]]) -> Iterator[tuple[Target, list[Mutant]]]:
    """What one process tries: some mutants of one file."""
    for target, group in groupby(mutants, key=itemgetter(0)):
        ours = [mutant for _, mutant in group]
        for first in range(0, len(ours), PART):
            yield target, ours[first : first + PART]


def _report(made: Counter[str], killed: Counter[str], unexplained: int) -> int:
    for path, number in made.items():
        print(f"{path:30} {killed[path]:4} of {number:4} killed, {killed[path] / number:.0%}")
    share = killed.total() / made.total()
    print(f"{killed.total()} killed, {made.total() - killed.total()} survived ({unexplained} unexplained), {share:.1%}")
    return int(share < ENOUGH or unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
