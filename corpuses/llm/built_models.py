"""Folders of model files, built once per machine: complete or absent, verified by SHA-256, concurrency-safe."""

import fcntl
import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

MANIFEST = "manifest.json"


def ensure_built(folder: Path, *, build: Callable[[Path], None]) -> bool:
    """Fill `folder` with `build` unless it exists and is valid; return whether it was built.

    `build` writes into an empty folder beside it, which is renamed when it is complete.
    """
    if is_sound(folder):
        return False
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _lock(folder.with_name(f"{folder.name}.lock")):
        if is_sound(folder):  # another process has built it meanwhile
            return False
        _build_beside(folder, build=build)
    return True


def is_sound(folder: Path) -> bool:
    """Check whether every file of the manifest exists and is unchanged."""
    try:
        manifest: dict[str, str] = json.loads((folder / MANIFEST).read_text())
        return all(_sha256(folder / name) == digest for name, digest in manifest.items())
    except (OSError, ValueError):
        return False


def _build_beside(folder: Path, *, build: Callable[[Path], None]) -> None:
    with tempfile.TemporaryDirectory(prefix=f"{folder.name}.", dir=folder.parent) as scratch:
        made = Path(scratch) / "made"
        made.mkdir()
        build(made)
        manifest = {path.name: _sha256(path) for path in sorted(made.iterdir())}
        (made / MANIFEST).write_text(json.dumps(manifest, indent=2))
        shutil.rmtree(folder, ignore_errors=True)  # invalid, else it would not be built again
        made.rename(folder)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold an advisory file lock; the kernel releases it when the process dies.

    It is released explicitly: a child forked meanwhile would inherit the open file, and the lock with it.
    """
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)
