"""The few Linux calls the stack needs: die with the parent, and give up uid 0 without a new system user."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from config.stack import launch
from config.stack.errors import StackError

# `initdb` looks its uid up in /etc/passwd, and "nobody" is the one unprivileged user every system has.
NOBODY = 65534


def dying_with_parent(argv: Sequence[str], sig: signal.Signals) -> list[str]:
    """Wrap a command of this thread's child: the kernel sends it `sig` when this thread ends, however it ends."""
    return [sys.executable, "-I", "-S", launch.__file__, str(int(sig)), str(os.getpid()), *argv]


def end_with_parent() -> None:
    """Ask for SIGTERM when the parent of this very process ends: `make`, which somebody may kill."""
    launch.die_with_parent(signal.SIGTERM, parent=os.getppid())


@cache
def user_namespaces_work() -> bool:
    """Whether this process may map itself to another user (containers often forbid it)."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return False
    probe = [*_unshare(unshare), "true"]
    return subprocess.run(probe, check=False, capture_output=True).returncode == 0


def _unshare(unshare: str) -> list[str]:
    return [unshare, "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}"]


def unprivileged(argv: list[str], *, death_signal: signal.Signals = signal.SIGINT) -> list[str]:
    """Wrap a command that refuses uid 0 so that it runs for root too; unchanged for everybody else."""
    if os.geteuid() != 0:
        return argv
    if user_namespaces_work():
        return [*_unshare(str(shutil.which("unshare"))), *argv]
    return [*_setpriv(death_signal), *argv]


def _setpriv(death_signal: signal.Signals) -> list[str]:
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        message = "PostgreSQL refuses to run as root, and neither `unshare` nor `setpriv` can help here."
        raise StackError(message, hint="Run as an ordinary user, or set DATABASE_URL to a server of your own.")
    # Changing the uid clears the death signal, so it is asked for again behind the change.
    return [
        setpriv,
        f"--reuid={NOBODY}",
        f"--regid={NOBODY}",
        "--clear-groups",
        f"--pdeathsig={death_signal.name.removeprefix('SIG')}",
    ]


def changes_owner() -> bool:
    """Whether `unprivileged` really changes the uid, so that files must belong to nobody."""
    return os.geteuid() == 0 and not user_namespaces_work()


def is_traversable(path: Path) -> bool:
    """Whether any user may walk from / down to `path`."""
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))
