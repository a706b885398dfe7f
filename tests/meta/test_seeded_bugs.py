"""The patches of seeded bugs apply to the code; `make seeded-bugs` runs the tests with each of them."""

import shutil
import subprocess

import pytest

from tests.meta.behaviour_index import ROOT
from tests.seeded_bugs.__main__ import PATCHES


@pytest.mark.skipif(shutil.which("git") is None, reason="git applies the patches")
@pytest.mark.parametrize("patch", sorted(PATCHES.glob("*.patch")), ids=lambda path: path.stem)
def test_a_seeded_bug_can_be_applied(patch):
    result = subprocess.run(["git", "apply", "--check", patch], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{result.stderr}\nAdapt the patch to the current code."
