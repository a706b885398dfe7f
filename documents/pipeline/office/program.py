"""Where LibreOffice is on this machine. It is a program of its own, never a library of ours, and need not be there."""

import os
import shutil
from pathlib import Path

PACKAGES = "libreoffice-writer-nogui, libreoffice-calc-nogui and libreoffice-impress-nogui"
_NAMES = ("soffice", "libreoffice")


def find_program(named: str = "") -> Path | None:
    """The one that the operator names, which must be there; else the first on the PATH."""
    found = next((path for name in ([named] if named else _NAMES) if (path := shutil.which(name))), None)
    return None if found is None else Path(found)


def without_wrapper(program: Path) -> Path:
    """The program itself where a script and a splash screen stand before it: they want to write where others do."""
    inner = Path(f"{os.path.realpath(program)}.bin")
    return inner if inner.is_file() else program


def folders_of(program: Path) -> tuple[Path, ...]:
    """What it is read from: where its name lies, and where what it stands for does."""
    real = Path(os.path.realpath(program))
    installed = real.parent.parent if real.parent.name == "program" else real.parent
    return tuple(dict.fromkeys((program.parent, installed)))
