"""The sources of the last release, which run beside the current ones."""

import subprocess
from pathlib import Path

import pytest

from tests.copies import ROOT, unpack
from tests.meta.rolling import contract


@pytest.fixture(scope="module")
def release(tmp_path_factory) -> Path:
    """Unpack the sources of the last release."""
    commit, _ = contract.recorded()
    found = subprocess.run(
        ["git", "cat-file", "-e", f"{commit}^{{commit}}"], cwd=ROOT, check=False, capture_output=True
    )
    if found.returncode:
        pytest.skip(f"the release, commit {commit[:12]}, is not here: no git checkout, or a shallow one")
    folder = tmp_path_factory.mktemp("release")
    unpack(commit, folder)
    return folder
