"""`make mutants` (T-14): change what decides in many small ways, one at a time; the tests must notice.

Works on copies of what is committed. `explained.txt` names the mutants that change nothing which a test could tell,
and why; they are tried with `--all` only. Prints the others that survive, and fails when less than nine in ten of a
file's were killed.
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
from tests.meta.mutants.server import Takes, server
from tests.meta.mutants.targets import TARGETS, Target

EXPLAINED = Path(__file__).parent / "explained.txt"
ENOUGH = 0.9
PART = 110


def main() -> int:
    """Print one line for each survivor, then the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="paths of files; all of them without")
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants at a time")
    parser.add_argument("--all", action="store_true", help="try those that are explained, too")
    parser.add_argument("--list", action="store_true", help="name the mutants, run nothing")
    options = parser.parse_args()
    targets = [target for target in TARGETS if not options.only or target.path in options.only]
    commit = head()
    with server() as takes:
        mutants = [(target, mutant) for target in targets for mutant in mutants_of(target, commit, takes)]
    if options.list:
        print("\n".join(f"{mutant.line}: {mutant.name}" for _, mutant in mutants))
        return 0
    explained = explanations()
    tried = [(target, mutant) for target, mutant in mutants if options.all or mutant.name not in explained]
    killed = _kill(tried, commit, jobs=options.jobs)
    return _report([mutant for _, mutant in mutants], killed, explained)


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


def _kill(mutants: Sequence[tuple[Target, Mutant]], commit: str, *, jobs: int) -> list[Mutant]:
    killed: list[Mutant] = []
    with copies_of(commit, jobs) as copies, ThreadPoolExecutor(jobs) as pool:
        for alive, dead in pool.map(lambda part: survivors(*part, copies), _parts(mutants)):
            killed += dead
            for mutant in alive:
                print(f"lives: {mutant.line:4} {mutant.name}", flush=True)
            print(f"{len(killed)} killed so far", file=sys.stderr, flush=True)
    return killed


def _parts(mutants: Sequence[tuple[Target, Mutant]]) -> Iterator[tuple[Target, list[Mutant]]]:
    """What one process tries: some mutants of one file."""
    for target, group in groupby(mutants, key=itemgetter(0)):
        ours = [mutant for _, mutant in group]
        for first in range(0, len(ours), PART):
            yield target, ours[first : first + PART]


def _report(made: Sequence[Mutant], killed: Sequence[Mutant], explained: Collection[str]) -> int:
    """Give the exit code. One that is explained and was killed all the same counts as killed."""
    dead = Counter(mutant.path for mutant in killed)
    others = set(explained) - {mutant.name for mutant in killed}
    spared = Counter(mutant.path for mutant in made if mutant.name in others)
    print(f"{'':30} {'made':>9} {'explained':>9} {'killed':>9} {'survived':>9}")
    shares = []
    for path, number in Counter(mutant.path for mutant in made).items():
        alive = number - dead[path] - spared[path]
        shares.append(dead[path] / max(1, number - spared[path]))
        print(f"{path:30} {number:9} {spared[path]:9} {dead[path]:9} {alive:9}  {shares[-1]:.1%}")
    print(f"{len(made)} made, {spared.total()} explained, {dead.total()} killed")
    return int(min(shares) < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
