"""The virtual environment of the programs that the product is compared with, separate from the product's own."""

import os
import subprocess
from pathlib import Path

from config.stack.paths import PROJECT, scripts

REQUIREMENTS = PROJECT / "requirements" / "bench.txt"
ENVIRONMENT = PROJECT / ".stack" / "bench-venv"


def peer_python() -> Path:
    """Create the environment if it is missing or outdated, and return its Python."""
    python = ENVIRONMENT / "bin" / "python"
    installed = ENVIRONMENT / ".requirements"
    if not installed.exists() or installed.read_text() != REQUIREMENTS.read_text():
        uv = str(scripts() / "uv")
        create = [uv, "venv", "--quiet", "--clear", "--python", str(scripts() / "python"), str(ENVIRONMENT)]
        subprocess.run(create, check=True)
        install = [uv, "pip", "sync", "--quiet", "--require-hashes", str(REQUIREMENTS)]
        subprocess.run(install, check=True, env=os.environ | {"VIRTUAL_ENV": str(ENVIRONMENT)})
        installed.write_text(REQUIREMENTS.read_text())
    return python
