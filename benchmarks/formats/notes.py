"""What a run has measured so far, so that one that was broken off need not begin again."""

import hashlib
import json
import subprocess
from pathlib import Path

from config.stack.layout import PROJECT

Figures = dict[str, float]
_MEASURED = ("documents", "corpuses", "tasks", "core", "benchmarks/formats")


class Notes:
    """Counts only for the same documents, the same commit, and sources that did not change since."""

    def __init__(self, path: Path, data: Path) -> None:
        self._path = path
        self._about = {"data": str(data), "sources": _sources()}
        told = json.loads(path.read_text()) if path.exists() else {}
        self._parts: dict[str, Figures] = told["parts"] if told.get("about") == self._about else {}

    def get(self, part: str) -> Figures | None:
        return self._parts.get(part)

    def add(self, part: str, figures: Figures) -> None:
        self._parts[part] = figures
        self._path.write_text(json.dumps({"about": self._about, "parts": self._parts}, indent=1))

    def forget(self) -> None:
        """The run is complete."""
        self._path.unlink(missing_ok=True)


def _sources() -> str:
    """Of the commit, and of what differs from it in the packages that are measured."""
    differs = _git("diff", "HEAD", "--", *_MEASURED)
    return hashlib.sha256((_git("rev-parse", "HEAD") + differs).encode()).hexdigest()


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=PROJECT, capture_output=True, text=True, check=False)
    return done.stdout
