"""The environment of those we compare with and of what keeps score, apart from the product's."""

import os
import subprocess
from pathlib import Path

from config.stack.layout import PROJECT
from config.stack.tools import scripts

REQUIREMENTS = PROJECT / "requirements" / "bench.txt"
PEERS = PROJECT / ".stack" / "bench-venv"


def peers_environment() -> Path:
    """Make it, unless it is there and as it should be; give its Python."""
    python = PEERS / "bin" / "python"
    stamp = PEERS / ".requirements"
    if not stamp.exists() or stamp.read_text() != REQUIREMENTS.read_text():
        uv = str(scripts() / "uv")
        subprocess.run(
            [uv, "venv", "--quiet", "--clear", "--python", str(scripts() / "python"), str(PEERS)], check=True
        )
        command = [uv, "pip", "sync", "--quiet", "--require-hashes", str(REQUIREMENTS)]
        subprocess.run(command, check=True, env=os.environ | {"VIRTUAL_ENV": str(PEERS)})
        stamp.write_text(REQUIREMENTS.read_text())
    return python
