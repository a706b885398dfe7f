"""A system call filter: no sockets, no new programs, no looking into other processes. Needs no privilege.

It is the second wall behind the namespaces, and the only one where containers forbid those. See seccomp(2).
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
_X32_CALLS = 0x40000000  # the other numbering of x86-64

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

# What a program needs that is made of several and waits for a second of its kind at a socket in the file system.
_OF_PROGRAMS = frozenset({"fork", "vfork", "execve", "socket", "socketpair", "bind", "listen", "accept", "accept4"})
_LEAVING_THE_GROUP: dict[str, tuple[int | None, int | None]] = {"setpgid": (109, 154), "setsid": (112, 157)}


class _Condition(NamedTuple):
    """A call that depends on one of its arguments: `value` alone is allowed, or alone forbidden."""

    numbers: tuple[int | None, int | None]
    argument: int
    value: int
    is_allowed: bool


_CONDITIONS = (
    _Condition((41, 198), 0, socket.AF_UNIX, is_allowed=True),  # socket
    # "May I write here?" is a question that Landlock does not answer: without this, programs try folders of others.
    _Condition((21, None), 1, os.W_OK, is_allowed=False),  # access
    _Condition((269, 48), 2, os.W_OK, is_allowed=False),  # faccessat
    _Condition((439, 439), 2, os.W_OK, is_allowed=False),  # faccessat2
)


class _Jump(Enum):
    TO_LEAVE = auto()
    TO_REFUSAL = auto()


_Step = tuple[int, int | _Jump, int | _Jump, int]


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def forbid_system_calls(*, lets_programs_run: bool = False) -> bool:
    """Whether the filter is in force. Needs no-new-privileges.

    With `lets_programs_run` other programs may be started, which stay in the process group, and sockets are those of
    the file system, to which nobody can connect.
    """
    code = _filter(lets_programs_run=lets_programs_run)
    if code is None:
        return False
    program = _Program(len(code) // 8, code)
    return kernel.prctl(kernel.PR_SET_SECCOMP, _MODE_FILTER, ctypes.cast(ctypes.byref(program), ctypes.c_void_p))


def _filter(*, lets_programs_run: bool) -> bytes | None:
    architecture = _ARCHITECTURES.get(kernel.MACHINE)
    if architecture is None or not kernel.IS_LINUX:
        return None
    steps: list[_Step] = [
        (_LOAD_WORD, 0, 0, _OFFSET_ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD_WORD, 0, 0, _OFFSET_NUMBER),
        (_JUMP_GREATER_EQUAL, _Jump.TO_REFUSAL, 0, _X32_CALLS),
        *(
            (_JUMP_EQUAL, _Jump.TO_REFUSAL, 0, number)
            for pair in _forbidden(lets_programs_run=lets_programs_run).values()
            if (number := _of_this_machine(pair)) is not None
        ),
        *(step for condition in _CONDITIONS if lets_programs_run for step in _conditional(condition)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _ERRNO | errno.EPERM),
    ]
    return b"".join(_packed(step, len(steps) - place) for place, step in enumerate(steps))


def _forbidden(*, lets_programs_run: bool) -> dict[str, tuple[int | None, int | None]]:
    if not lets_programs_run:
        return _FORBIDDEN
    return {name: pair for name, pair in _FORBIDDEN.items() if name not in _OF_PROGRAMS} | _LEAVING_THE_GROUP


def _of_this_machine(numbers: tuple[int | None, int | None]) -> int | None:
    return numbers[_MACHINES.index(kernel.MACHINE)]


def _conditional(condition: _Condition) -> Iterator[_Step]:
    number = _of_this_machine(condition.numbers)
    if number is None:
        return
    equal, other = _Jump.TO_LEAVE, _Jump.TO_REFUSAL
    if not condition.is_allowed:
        equal, other = other, equal
    yield (_JUMP_EQUAL, 0, 2, number)
    yield (_LOAD_WORD, 0, 0, _OFFSET_FIRST_ARGUMENT + _ARGUMENT_SIZE * condition.argument)
    yield (_JUMP_EQUAL, equal, other, condition.value)


def _packed(step: _Step, left: int) -> bytes:
    """`left`: how many steps there are from this one on; the last two are the leave and the refusal."""
    code, jump_true, jump_false, value = step
    return struct.pack("=HBBI", code, _distance(jump_true, left), _distance(jump_false, left), value)


def _distance(jump: int | _Jump, left: int) -> int:
    match jump:
        case _Jump.TO_LEAVE:
            return left - 3
        case _Jump.TO_REFUSAL:
            return left - 2
        case _:
            return jump
