"""F-8: a worker's own wall clock, which can jump. Needs a C compiler: what is preloaded is `clock.c`."""

import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

_SOURCE = Path(__file__).with_name("clock.c")


def why_not() -> str:
    """Say why no clock can jump here; nothing when one can."""
    return "" if shutil.which("cc") else "there is no C compiler (cc) to build the clock that is preloaded"


def build(folder: Path) -> Path:
    """Compile what is preloaded."""
    library = folder / "clock.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(_SOURCE), "-ldl"], check=True)
    return library


@dataclass(frozen=True, slots=True)
class Clock:
    """What a process and its children take for the time."""

    library: Path
    file: Path

    def environment(self) -> dict[str, str]:
        self.set(0)
        return {"LD_PRELOAD": str(self.library), "CLOCK_SHIFT": str(self.file)}

    def set(self, seconds: int) -> None:
        """Let it be wrong by so much from now on."""
        self.file.touch()
        with self.file.open("r+b") as file:  # in place: it is mapped by those who read it
            file.write(struct.pack("=q", seconds))
