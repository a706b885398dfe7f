"""Linux system calls that Python does not wrap. On other systems every call reports failure."""

import ctypes
import platform
import re
import sys

IS_LINUX = sys.platform == "linux"
MACHINE = platform.machine()

CLONE_NEWPID = 0x20000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUTS = 0x04000000

PR_SET_PDEATHSIG = 1
PR_SET_KEEPCAPS = 8
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2

_libc = ctypes.CDLL(None, use_errno=True) if IS_LINUX else None


def version() -> tuple[int, ...]:
    """Return the first two numbers of the version of the kernel."""
    return tuple(map(int, re.findall(r"\d+", platform.release())[:2]))


def prctl(option: int, *arguments: int | ctypes.c_void_p) -> bool:
    """Return whether the call succeeded."""
    if _libc is None:
        return False
    padded = [*arguments, 0, 0, 0, 0][:4]
    return bool(_libc.prctl(option, *(_as_long(argument) for argument in padded)) == 0)


def unshare(flags: int) -> bool:
    """Return whether the call succeeded."""
    return _libc is not None and _libc.unshare(flags) == 0


def syscall(number: int, *arguments: int | ctypes.c_void_p | None) -> int:
    """Return the result; -1 for an error."""
    if _libc is None:
        return -1
    return int(_libc.syscall(ctypes.c_long(number), *(_as_long(argument) for argument in arguments)))


def _as_long(argument: int | ctypes.c_void_p | None) -> ctypes.c_void_p | ctypes.c_ulong:
    if isinstance(argument, int):
        return ctypes.c_ulong(argument)
    return argument or ctypes.c_void_p(None)
