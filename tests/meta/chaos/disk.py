"""F-10: a small disk for the database's tables and the blobs, which can be filled. Needs root: it is a mount."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class SmallDisk:
    """A file system in memory."""

    path: Path

    @property
    def _ballast(self) -> Path:
        return self.path / "ballast"

    def fill(self) -> None:
        """Leave no room for anything."""
        with self._ballast.open("ab", buffering=0) as file:
            for piece in (_PIECE, 4096):
                with suppress(OSError):
                    while True:
                        os.posix_fallocate(file.fileno(), os.fstat(file.fileno()).st_size, piece)

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)


def why_not() -> str:
    """Say why there can be no small disk here; nothing when there can."""
    if os.geteuid() != 0:
        return "only root may mount a small disk"
    if not (shutil.which("mount") and shutil.which("unshare")):
        return "there is no mount command"
    probe = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    if subprocess.run(probe, check=False, capture_output=True).returncode != 0:
        return "this machine does not let root mount"
    return ""


@contextmanager
def small_disk(path: Path, *, megabytes: int) -> Iterator[SmallDisk | None]:
    """Mount it for the length of the block; nothing where that cannot be."""
    if why_not():
        yield None
        return
    path.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=711", "tmpfs", str(path)], check=True)
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)
