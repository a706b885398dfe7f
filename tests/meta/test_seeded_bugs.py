"""Every known defect that is kept as a patch still fits the code; `make seeded-bugs` puts them in."""

import shutil
import subprocess

import pytest

from tests.meta.behaviour_index import ROOT
from tests.seeded_bugs.__main__ import PATCHES


@pytest.mark.skipif(shutil.which("git") is None, reason="patches are put in by git")
@pytest.mark.parametrize("patch", sorted(PATCHES.glob("*.patch")), ids=lambda path: path.stem)
def test_a_known_defect_can_be_put_in(patch):
    tried = subprocess.run(["git", "apply", "--check", patch], cwd=ROOT, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, f"{tried.stderr}\nAdapt the patch to the code as it is now."
