"""`docs/howto/add-a-feature.md` works as it is written: its files, lines and commands make a feature."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "howto" / "add-a-feature.md").read_text()
FILES = dict(re.findall(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
LINES = re.findall(r"^\| `([\w./]+)` \| `(.+?)` \| `(.+?)` \|$", PAGE, re.MULTILINE)
(COMMANDS,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
MOST_LINES = 150


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Return a copy of the checkout with the files and the lines of the page."""
    copy = tmp_path_factory.mktemp("feature") / "cartulary"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    for name in (".venv", "frontend/node_modules"):
        (copy / name).symlink_to(ROOT / name)
    for name, text in FILES.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text)
    for name, before, added in LINES:
        text = (copy / name).read_text()
        assert text.count(f"\n{before}\n") == 1, f"{name} has no line of its own {before!r}"
        (copy / name).write_text(text.replace(f"\n{before}\n", f"\n{before}\n{added}\n"))
    return copy


def test_it_is_short():
    lines = [line for text in FILES.values() for line in text.splitlines() if line.strip()]
    assert len(lines) + len(LINES) <= MOST_LINES


@pytest.mark.process
@pytest.mark.timeout(900)  # the compilers of both languages read everything
def test_its_commands_succeed(checkout):
    path = f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}"
    environment = {"PATH": path, "HOME": os.environ["HOME"], "LANG": "C.UTF-8"}
    command = ["bash", "-euxo", "pipefail", "-c", COMMANDS]
    ended = subprocess.run(command, check=False, cwd=checkout, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, f"{ended.stdout[-3_000:]}\n{ended.stderr[-3_000:]}"
    assert list(checkout.glob("corpuses/migrations/*_milestone.py"))
