"""Folders for Unix sockets: private to this user, and short enough for the kernel."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from config.stack.errors import StackError
from config.stack.kernel import NOBODY

# sun_path holds 108 bytes with its closing NUL.
LONGEST_SOCKET_PATH = 107
LONGEST_SOCKET_NAME = len("/.s.PGSQL.5432.lock")


def socket_folder(wanted: Path) -> Path:
    """Make `wanted`, or a short stand-in under the temporary folder when the socket's path would be too long."""
    folder = wanted if _fits(wanted) else _stand_in(wanted)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_foreign(folder)
    return folder


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder)) + LONGEST_SOCKET_NAME <= LONGEST_SOCKET_PATH


def _stand_in(wanted: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(wanted)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"cartulary-{os.getuid()}-{digest}"


def _refuse_foreign(folder: Path) -> None:
    """A folder in a shared place could have been made by somebody else: trust authentication hangs on its mode."""
    status = folder.lstat()
    # Root may have given the folder to nobody, for PostgreSQL.
    ours = {os.getuid(), 0, NOBODY} if os.getuid() == 0 else {os.getuid()}
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in ours:
        message = f"{folder} belongs to another user."
        raise StackError(message, hint="Remove it, or set TMPDIR to a folder of your own.")
    folder.chmod(0o700)
