"""Marks that a step was done for exactly these inputs, so that the next start may skip it."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stamp:
    """A file that holds the fingerprint of the inputs of the last successful run."""

    path: Path

    def matches(self, fingerprint: str) -> bool:
        return self.path.is_file() and self.path.read_text().strip() == fingerprint

    def set(self, fingerprint: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(f"{fingerprint}\n")


def fingerprint(files: Iterable[Path], *, extra: str = "") -> str:
    """Hash the contents and the names of files, and any other text the step depends on."""
    digest = hashlib.sha256(extra.encode())
    for file in sorted(files):
        digest.update(f"\0{file}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
