"""How much memory this process had at most since its program began.

Not `ru_maxrss`: a child begins with that of the process that started it, which may be the larger one.
"""

from pathlib import Path

_KILOBYTES = 1024


def peak_mb() -> float:
    """From `proc(5)`, in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / _KILOBYTES
