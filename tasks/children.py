"""The processes that this one has started. What the kernel says about them is never late and never cut off."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_EXITING: Final = 0x4  # PF_EXITING: it is on its way out, and has perhaps closed its sockets already
_DEAD: Final = {"Z", "X"}


def lives(pid: int) -> bool:
    """Tell whether a process is this one or a child of it, and is not ending."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    state, parent, flags = after_name[0], int(after_name[1]), int(after_name[6])
    return os.getpid() in {pid, parent} and state not in _DEAD and not flags & _EXITING


def pids_below(pid: int) -> list[int]:
    """Give the children of a process."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):  # it ended while being read
            found += [int(child) for child in (task / "children").read_text().split()]
    return found
