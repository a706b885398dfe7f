"""Figures of an unfinished run, so that an interrupted run continues with the next part."""

import hashlib
import json
import subprocess
from pathlib import Path

from config.stack.paths import PROJECT

Figures = dict[str, float]
_MEASURED = ("documents", "corpuses", "tasks", "core", "benchmarks/formats")


class Checkpoint:
    """The parts that have been measured. Only valid for the same documents and the same sources."""

    def __init__(self, path: Path, data: Path) -> None:
        self._path = path
        self._valid_for = {"data": str(data), "sources": _hash_of_sources()}
        stored = json.loads(path.read_text()) if path.exists() else {}
        self._parts: dict[str, Figures] = stored["parts"] if stored.get("valid_for") == self._valid_for else {}

    def get(self, part: str) -> Figures | None:
        return self._parts.get(part)

    def add(self, part: str, figures: Figures) -> None:
        self._parts[part] = figures
        self._path.write_text(json.dumps({"valid_for": self._valid_for, "parts": self._parts}, indent=1))

    def delete(self) -> None:
        """Delete the file of a run that is complete."""
        self._path.unlink(missing_ok=True)


def _hash_of_sources() -> str:
    """Return a hash of the commit and of uncommitted changes in the packages that are measured."""
    changes = _git("diff", "HEAD", "--", *_MEASURED)
    return hashlib.sha256((_git("rev-parse", "HEAD") + changes).encode()).hexdigest()


def _git(*arguments: str) -> str:
    completed = subprocess.run(["git", *arguments], cwd=PROJECT, capture_output=True, text=True, check=False)
    return completed.stdout
