"""Paths of the stack and of the environment's programs. `STACK_DIR` moves the folder that the stack writes to."""

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
# Raised when a newer stack can no longer read what an older one wrote.
LAYOUT_VERSION = "1"
# `initdb` looks up its user id in /etc/passwd, and "nobody" is the unprivileged user that every system has.
NOBODY = 65534
# The path of a socket has at most 108 bytes with its closing NUL.
LONGEST_SOCKET_PATH = 107
_LONGEST_SOCKET_NAME = len("/.s.PGSQL.5432.lock")


class StackError(Exception):
    """The stack cannot go on for a reason outside of the code; `hint` says what to do."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.args[0]}\n  {self.hint}" if self.hint else str(self.args[0])


class StackPaths:
    """The paths below one stack folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.data = Path(os.environ.get("DATA_DIR") or root / "data")  # blobs and models
        self.postgres = root / "postgres"
        self.redis = root / "redis"
        self.sockets = root / "run"
        self.logs = root / "logs"
        self.cache = root / "cache"
        self.build_markers = root / "stamps"
        self.metrics = root / "metrics"
        self.lock = root / "lock"
        self.state = root / "state.json"
        self.demo = root / "demo.json"
        self.environment = root / "environment.json"
        self.prometheus = root / "prometheus.yml"
        self.credentials = root / "secrets.json"
        self.version = root / "VERSION"

    @classmethod
    def from_environment(cls) -> "StackPaths":
        return cls(Path(os.environ.get("STACK_DIR") or PROJECT / ".stack").resolve())

    def prepare(self) -> None:
        """Create the folder; refuse one of another version of the stack."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.version.exists():
            self.version.write_text(f"{LAYOUT_VERSION}\n")
        version = self.version.read_text().strip()
        if version != LAYOUT_VERSION:
            message = f"{self.root} has layout {version}; this version of Cartulary reads layout {LAYOUT_VERSION}."
            hint = "Start the version that created it and export what you need, or delete it with `make reset`."
            raise StackError(message, hint=hint)
        for folder in (self.logs, self.build_markers, self.cache, self.data):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def scripts() -> Path:
    """Return the folder of the environment's programs (celery, npm, node)."""
    return Path(sys.executable).parent


def tool_environment(paths: StackPaths) -> dict[str, str]:
    """Return the environment with our programs first on the PATH, and with a HOME, which npm writes to."""
    path = os.pathsep.join([str(scripts()), os.environ.get("PATH") or os.defpath])
    home = os.environ.get("HOME", "")
    if not (home and os.access(home, os.W_OK)):
        folder = paths.cache / "home"
        folder.mkdir(parents=True, exist_ok=True)
        home = str(folder)
    # Without this, Node trusts its own list of certificates instead of this machine's.
    return {**os.environ, "PATH": path, "HOME": home, "NODE_USE_SYSTEM_CA": "1"}


def socket_folder(preferred: Path) -> Path:
    """Create a private folder for a Unix socket; a short one in the temporary folder if the path is too long."""
    folder = preferred
    if len(os.fsencode(folder)) + _LONGEST_SOCKET_NAME > LONGEST_SOCKET_PATH:
        digest = hashlib.sha256(os.fsencode(preferred)).hexdigest()[:12]
        folder = Path(tempfile.gettempdir()) / f"cartulary-{os.getuid()}-{digest}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    # PostgreSQL trusts every user who can enter this folder. Root may have given it to nobody.
    owners = {os.getuid(), 0, NOBODY} if os.getuid() == 0 else {os.getuid()}
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in owners:
        message = f"{folder} belongs to another user."
        raise StackError(message, hint="Remove it, or set TMPDIR to a folder of your own.")
    folder.chmod(0o700)
    return folder
