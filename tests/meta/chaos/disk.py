"""F-10: a small disk for the tables and the blobs, which can be filled. Needs root to mount it."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class SmallDisk:
    """A file system in memory."""

    path: Path

    @property
    def _ballast(self) -> Path:
        return self.path / "ballast"

    def fill(self) -> None:
        """Fill the disk completely."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in (_CHUNK, 4096):
                with suppress(OSError):
                    while True:
                        os.posix_fallocate(file.fileno(), os.fstat(file.fileno()).st_size, size)

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)


def unavailable_reason() -> str:
    """Return why this machine cannot mount a small disk, or an empty string."""
    if os.geteuid() != 0:
        return "only root can mount a disk"
    if not (shutil.which("mount") and shutil.which("unshare")):
        return "there is no mount command"
    probe = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    if subprocess.run(probe, check=False, capture_output=True).returncode != 0:
        return "this machine does not allow root to mount"
    return ""


@contextmanager
def small_disk(path: Path, *, megabytes: int) -> Iterator[SmallDisk | None]:
    """Mount a disk during the block; yield None if that is impossible."""
    if unavailable_reason():
        yield None
        return
    path.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=711", "tmpfs", str(path)], check=True)
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)
