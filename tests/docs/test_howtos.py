"""The ways that the documentation shows are gone as they stand there: every block of a page, one after the other."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import DEMO
from users.models import User

DOCS = Path(__file__).resolve().parents[2] / "docs"
PASSWORD = "correct horse"

pytestmark = pytest.mark.timeout(600)


def script_of(page: str) -> str:
    """Join all shell blocks to a script that stops at the first failure."""
    blocks = re.findall(r"^```bash\n(.*?)^```$", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL)
    return "set -euo pipefail\n" + "\n".join(blocks)


def go(page: str, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["bash", "-c", script_of(page)],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "NO_PROXY": "*", **environment},
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture
def stack(live_stack):
    User.objects.create_user("ada", "ada@example.org", PASSWORD)
    return {"CARTULARY": live_stack.url, "CARTULARY_USER": "ada", "CARTULARY_PASSWORD": PASSWORD}


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="the page is for those who have both")
def test_use_the_api(stack, tmp_path):
    shutil.copy(DEMO / "hosting-agreement.pdf", tmp_path / "contract.pdf")
    said = go("howto/api.md", tmp_path, stack)
    assert '"title": "Hosting agreement"' in said
    assert '"state": "ready"' in said
    assert '"added":1' in said
    assert '{"started":1}' in said
    assert '"note": "Checked."' in said
    assert "changed by another user" in said
    answer = json.loads(said[said.rindex('{\n  "corpus"') :])
    assert answer["corpus"]["documentCount"] == 1
    assert answer["annotations"]["totalCount"] == 1


@pytest.mark.full
@pytest.mark.skipif(not shutil.which("jq"), reason="the page is for those who have it")
def test_use_the_client(stack, tmp_path):
    # proves: S3-62
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, module in (("cartulary", " -m cartulary_client"), ("python", "")):
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}"{module} "$@"\n')
        (programs / name).chmod(0o755)
    environment = {
        **stack,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(DOCS.parent / "clients" / "python"),
        "CARTULARY_CONFIG": str(tmp_path / "config"),
    }
    subprocess.run([programs / "cartulary", "login", "ada"], env=environment, input=PASSWORD, text=True, check=True)
    (tmp_path / "Contracts").mkdir()
    shutil.copy(DEMO / "hosting-agreement.pdf", tmp_path / "Contracts")
    said = go("howto/client.md", tmp_path, environment)
    assert "1 added, 0 existing, 0 refused" in said
    assert "The title is now Our hosting agreement" in said
    assert (tmp_path / "contract.pdf").read_bytes() == (DEMO / "hosting-agreement.pdf").read_bytes()
    assert len((tmp_path / "hosting.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize("page", sorted(page.relative_to(DOCS) for page in DOCS.rglob("*.md")), ids=str)
def test_links_lead_somewhere(page):
    text = (DOCS / page).read_text()
    for target in re.findall(r"\]\((?!https?://|mailto:|#)([^)#]+)", text):
        assert (DOCS / page).parent.joinpath(target).exists(), target
