"""Uploads of another checkout of the project, measured by its own stack and client, in the same way as ours."""

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.resilience.parts import OF_UPLOADS

PROGRAM: Final = Path(__file__).with_name("peer_program.py")
_INHERITED: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ")


def measure(checkout: Path, only: Sequence[str]) -> dict[str, float]:
    """Return the figures of the parts that are selected, if they are about uploads; their names end in `_before`."""
    selected = [part for part in OF_UPLOADS if part in only]
    if not selected:
        return {}
    checkout = checkout.resolve()
    python = checkout / ".venv" / "bin" / "python"
    environment = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    environment["PATH"] = f"{python.parent}{os.pathsep}{environment['PATH']}"
    environment["PYTHONPATH"] = f"{checkout}{os.pathsep}{checkout / 'clients' / 'python'}"
    with tempfile.TemporaryDirectory(prefix="cartulary-bench-") as folder:
        figures = Path(folder) / "figures.json"
        subprocess.run(
            [str(python), "-P", str(PROGRAM), str(figures), *selected], cwd=checkout, env=environment, check=True
        )
        return {f"{name}_before": value for name, value in json.loads(figures.read_text()).items()}
