"""Index the behaviours that tests prove (`# proves: S1-4`); fail if a required one has no test.

Run by `make behaviour-index`. `tests/meta/required_behaviours.txt` lists the required ones by issue.
"""

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REQUIRED = Path(__file__).with_name("required_behaviours.txt")
IDS = re.compile(r"\b(?:S[0-4]-G?\d+|X-\d+|DD-\d+|ND-\d+|T-\d+|F-\d+|V\d+(?:\.\d+){0,2})\b")
RANGE = re.compile(r"(?P<group>[A-Z]+\d?-G?)(?P<first>\d+)(?:…(?P<last>\d+))?$")


def main() -> int:
    """Print the index; return 1 if a required behaviour has no proof."""
    proofs = find_proofs()
    for identifier in sorted(proofs, key=_order):
        print(f"{identifier:8} {', '.join(proofs[identifier])}")
    missing = [identifier for identifier in required() if identifier not in proofs]
    print(f"{len(proofs)} behaviours proven, {len(missing)} missing: {' '.join(missing) or 'none'}")
    return 1 if missing else 0


def find_proofs() -> dict[str, list[str]]:
    """Map each behaviour id to the tests (file:line) that prove it."""
    proofs_by_id: dict[str, list[str]] = defaultdict(list)
    for path in _test_files():
        for number, line in enumerate((ROOT / path).read_text().splitlines(), start=1):
            _, mark, identifiers = line.partition("proves:")
            for identifier in IDS.findall(identifiers) if mark else ():
                proofs_by_id[identifier].append(f"{path}:{number}")
    return dict(proofs_by_id)


def required() -> list[str]:
    """Return the required ids; `S1-1…11` is a range."""
    words = [word for line in REQUIRED.read_text().splitlines() for word in line.partition("#")[0].split()]
    return [identifier for word in words for identifier in _expand(word)]


def _expand(word: str) -> list[str]:
    match = RANGE.match(word)
    if match is None:
        return [word]
    first = int(match["first"])
    return [f"{match['group']}{number}" for number in range(first, int(match["last"] or first) + 1)]


def _test_files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return [path for path in listed if re.search(r"(^|/)(test_[^/]+\.py|[^/]+\.test\.tsx?|[^/]+\.spec\.ts)$", path)]


def _order(identifier: str) -> tuple[str, int]:
    group, number = re.match(r"(.*?)(\d+)$", identifier).groups()  # type: ignore[union-attr]  # every id ends in digits
    return group, int(number)


if __name__ == "__main__":
    sys.exit(main())
