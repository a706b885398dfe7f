"""Every behaviour id that is used anywhere is listed in docs/behaviours.md."""

import re
import subprocess
from pathlib import Path

from tests.meta.behaviour_index import IDS

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "behaviours.md"
CHAPTER = re.compile(r"V\d+")  # a chapter of ASVS, or a name in the code
RANGE = re.compile(r"(?P<stem>\S*?)(?P<first>\d+)…(?:G|\d+\.\d+\.)?(?P<last>\d+)$")


def listed() -> set[str]:
    """Return the ids of the page; `V9.1.1…3` is a range."""
    ids = set()
    for entry in re.findall(r"^- \*\*(\S+)\*\*", PAGE.read_text(), re.MULTILINE):
        if match := RANGE.match(entry):
            ids |= {f"{match['stem']}{number}" for number in range(int(match["first"]), int(match["last"]) + 1)}
        else:
            ids.add(entry)
    return ids


def test_every_cited_id_is_listed():
    files = subprocess.run(
        ["git", "ls-files", "*.py", "*.ts", "*.tsx", "*.sql", "*.md"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    cited = {}
    for path in files.stdout.splitlines():
        if path != "docs/behaviours.md" and (ROOT / path).is_file():
            for identifier in IDS.findall((ROOT / path).read_text()):
                if not CHAPTER.fullmatch(identifier):
                    cited.setdefault(identifier, path)
    known = listed()
    assert {identifier: path for identifier, path in cited.items() if identifier not in known} == {}
