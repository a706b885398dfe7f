"""System call filter (seccomp): no sockets, no new programs, no access to other processes. Needs no privilege.

It is a second layer behind the namespaces, and the only one in containers that forbid namespaces. See seccomp(2).
"""

import ctypes
import errno
import os
import socket
import struct
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from documents.pipeline.sandbox import kernel

_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_KILL_PROCESS = 0x80000000

_LOAD_WORD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _RETURN = 0x20, 0x15, 0x35, 0x06
_OFFSET_NUMBER, _OFFSET_ARCHITECTURE, _OFFSET_FIRST_ARGUMENT = 0, 4, 16
_ARGUMENT_SIZE = 8  # the lower half comes first
_X32_CALLS = 0x40000000  # the x32 ABI of x86-64

_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_MACHINES = tuple(_ARCHITECTURES)
_FORBIDDEN: dict[str, tuple[int | None, int | None]] = {  # numbers in the order of _MACHINES
    "socket": (41, 198),
    "socketpair": (53, 199),
    "connect": (42, 203),
    "accept": (43, 202),
    "accept4": (288, 242),
    "bind": (49, 200),
    "listen": (50, 201),
    "sendto": (44, 206),
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "mount": (165, 40),
    "setns": (308, 268),
    "unshare": (272, 97),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
}

# Calls of LibreOffice, which starts further programs and listens on a socket in the file system.
_PROGRAM_CALLS = frozenset({"fork", "vfork", "execve", "socket", "socketpair", "bind", "listen", "accept", "accept4"})
_GROUP_CALLS: dict[str, tuple[int | None, int | None]] = {"setpgid": (109, 154), "setsid": (112, 157)}


class _Condition(NamedTuple):
    """A call that depends on an argument: only `value` is allowed, or only `value` is forbidden."""

    numbers: tuple[int | None, int | None]
    argument: int
    value: int
    is_allowed: bool


_CONDITIONS = (
    _Condition((41, 198), 0, socket.AF_UNIX, is_allowed=True),  # socket
    # access(2) ignores Landlock: without this, LibreOffice would choose a shared folder and then fail to write to it.
    _Condition((21, None), 1, os.W_OK, is_allowed=False),  # access
    _Condition((269, 48), 2, os.W_OK, is_allowed=False),  # faccessat
    _Condition((439, 439), 2, os.W_OK, is_allowed=False),  # faccessat2
)


class _Jump(Enum):
    TO_ALLOW = auto()
    TO_DENY = auto()


_Step = tuple[int, int | _Jump, int | _Jump, int]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def filter_system_calls(*, allow_programs: bool = False) -> bool:
    """Install the filter; return whether this succeeded. Requires no-new-privileges.

    With `allow_programs` other programs can be started, which stay in the process group, and can create Unix sockets,
    to which no process can connect.
    """
    code = _filter(allow_programs=allow_programs)
    if code is None:
        return False
    program = _Program(len(code) // 8, code)
    return kernel.prctl(kernel.PR_SET_SECCOMP, _MODE_FILTER, ctypes.cast(ctypes.byref(program), ctypes.c_void_p))


def _filter(*, allow_programs: bool) -> bytes | None:
    architecture = _ARCHITECTURES.get(kernel.MACHINE)
    if architecture is None or not kernel.IS_LINUX:
        return None
    steps: list[_Step] = [
        (_LOAD_WORD, 0, 0, _OFFSET_ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD_WORD, 0, 0, _OFFSET_NUMBER),
        (_JUMP_GREATER_EQUAL, _Jump.TO_DENY, 0, _X32_CALLS),
        *(
            (_JUMP_EQUAL, _Jump.TO_DENY, 0, number)
            for pair in _forbidden(allow_programs=allow_programs).values()
            if (number := _number_for_machine(pair)) is not None
        ),
        *(step for condition in _CONDITIONS if allow_programs for step in _conditional_steps(condition)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _ERRNO | errno.EPERM),
    ]
    return b"".join(_encode(step, len(steps) - index) for index, step in enumerate(steps))


def _forbidden(*, allow_programs: bool) -> dict[str, tuple[int | None, int | None]]:
    if not allow_programs:
        return _FORBIDDEN
    return {name: pair for name, pair in _FORBIDDEN.items() if name not in _PROGRAM_CALLS} | _GROUP_CALLS


def _number_for_machine(numbers: tuple[int | None, int | None]) -> int | None:
    return numbers[_MACHINES.index(kernel.MACHINE)]


def _conditional_steps(condition: _Condition) -> Iterator[_Step]:
    number = _number_for_machine(condition.numbers)
    if number is None:
        return
    equal, other = _Jump.TO_ALLOW, _Jump.TO_DENY
    if not condition.is_allowed:
        equal, other = other, equal
    yield (_JUMP_EQUAL, 0, 2, number)
    yield (_LOAD_WORD, 0, 0, _OFFSET_FIRST_ARGUMENT + _ARGUMENT_SIZE * condition.argument)
    yield (_JUMP_EQUAL, equal, other, condition.value)


def _encode(step: _Step, remaining: int) -> bytes:
    """Encode a step; `remaining` counts the steps from this one on. The last two allow and deny the call."""
    code, jump_true, jump_false, value = step
    return struct.pack("=HBBI", code, _distance(jump_true, remaining), _distance(jump_false, remaining), value)


def _distance(jump: int | _Jump, remaining: int) -> int:
    match jump:
        case _Jump.TO_ALLOW:
            return remaining - 3
        case _Jump.TO_DENY:
            return remaining - 2
        case _:
            return jump
