"""Copies of what is committed, for those who run something else: a defect, a mutant, a past release."""

import io
import os
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def unpack(commit: str, folder: Path, *paths: str) -> None:
    """Extract the files of a commit; raises `CalledProcessError` if git does not have it."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", "--format=tar", commit, *paths))) as archive:
        archive.extractall(folder, filter="data")


def head() -> str:
    """Return the current commit."""
    return _git("rev-parse", "HEAD").decode().strip()


def text_of(commit: str, path: str) -> str:
    """Return the contents of a file in a commit."""
    return _git("show", f"{commit}:{path}").decode()


def environment_of(folder: Path) -> dict[str, str]:
    """Return variables for the programs of this environment with the sources of the copy."""
    return os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout
