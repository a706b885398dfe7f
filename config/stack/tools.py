"""The programs of this virtual environment (celery, npm, node), and the environment they need to run anywhere."""

import os
import sys
from pathlib import Path

from config.stack.layout import Layout


def scripts() -> Path:
    """The folder of the programs."""
    return Path(sys.executable).parent


def tool_environment(layout: Layout) -> dict[str, str]:
    """Ours before the machine's on the PATH; a HOME of the stack where there is none, because npm writes below it."""
    path = os.pathsep.join([str(scripts()), os.environ.get("PATH") or os.defpath])
    home = os.environ.get("HOME", "")
    if not (home and os.access(home, os.W_OK)):
        folder = layout.cache / "home"
        folder.mkdir(parents=True, exist_ok=True)
        home = str(folder)
    # Node trusts its own list of certificates unless told to trust what this machine trusts.
    return {**os.environ, "PATH": path, "HOME": home, "NODE_USE_SYSTEM_CA": "1"}
