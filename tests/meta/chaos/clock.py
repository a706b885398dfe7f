"""F-8: the wall clock of a worker, which can jump. Needs a C compiler for the preloaded library `clock.c`."""

import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

_SOURCE = Path(__file__).with_name("clock.c")


def unavailable_reason() -> str:
    """Return why clocks cannot jump on this machine, or an empty string."""
    return "" if shutil.which("cc") else "there is no C compiler (cc)"


def build(folder: Path) -> Path:
    """Compile the library."""
    library = folder / "clock.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(_SOURCE), "-ldl"], check=True)
    return library


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a process and its children."""

    library: Path
    file: Path

    def environment(self) -> dict[str, str]:
        self.set(0)
        return {"LD_PRELOAD": str(self.library), "CLOCK_SHIFT": str(self.file)}

    def set(self, seconds: int) -> None:
        """Set the difference from the real time."""
        self.file.touch()
        with self.file.open("r+b") as file:  # in place: the processes have mapped it
            file.write(struct.pack("=q", seconds))
