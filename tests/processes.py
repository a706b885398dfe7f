"""The state of processes that tests have started, or their descendants."""

from pathlib import Path


def is_alive(pid: int | str) -> bool:
    """Check whether a process exists and is no zombie. It may end at any time, also while this is read."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
