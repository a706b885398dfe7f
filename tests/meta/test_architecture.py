"""The shape of the code base: the live signal map is the documented one, files stay small."""

import os
import re
import subprocess
from pathlib import Path

from core.signal_map import live_map

ROOT = Path(__file__).resolve().parents[2]
LINES = 400
CODE = r"[A-Z]+[0-9]+"
SILENCED = re.compile(rf"# (?:noqa(?:: {CODE}(?:, {CODE})*)?|type: ignore(?:\[[a-z, -]+\])?)(?P<why>.*)$")


def documented_map() -> list[tuple[str, str]]:
    page = (ROOT / "docs" / "architecture.md").read_text()
    block = page.split("<!-- signals -->")[1]
    return sorted(tuple(row) for row in re.findall(r"^\| `(.+?)` \| `(.+?)` \|", block, re.MULTILINE))


def test_every_receiver_is_documented_and_every_documented_receiver_is_connected():
    # proves: S1-17
    assert live_map() == documented_map()


def test_the_only_model_signal_is_the_creation_of_a_document():
    model_signals = [signal for signal, _ in live_map() if "(" in signal]
    assert model_signals == ["post_save(Document)"]


def sources(*patterns: str) -> list[str]:
    """What git knows of these, without what was generated."""
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.splitlines() if "/migrations/" not in path and (ROOT / path).exists()]


def test_no_source_file_is_longer_than_a_person_can_hold():
    long = [p for p in sources("*.py", "*.ts", "*.tsx") if len((ROOT / p).read_text().splitlines()) > LINES]
    assert long == []


def test_whoever_silences_a_check_says_why():
    mute = [
        f"{path}:{number}"
        for path in sources("*.py")
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1)
        if (found := SILENCED.search(line)) and not found["why"].strip(" #-")
    ]
    assert mute == []


def test_every_link_of_the_documentation_leads_somewhere():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_what_continuous_integration_calls_can_be_called():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
