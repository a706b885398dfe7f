"""A system call filter: no sockets, no new programs, no looking into other processes. Needs no privilege.

It is the second wall behind the namespaces, and the only one where containers forbid those. See seccomp(2).
"""

import ctypes
import errno
import struct

from documents.pipeline.sandbox import kernel

_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_KILL_PROCESS = 0x80000000

_LOAD_WORD, _JUMP_EQUAL, _JUMP_GREATER_EQUAL, _RETURN = 0x20, 0x15, 0x35, 0x06
_OFFSET_NUMBER, _OFFSET_ARCHITECTURE = 0, 4
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


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def forbid_system_calls() -> bool:
    """Whether the filter is in force. Needs no-new-privileges."""
    code = _filter()
    if code is None:
        return False
    program = _Program(len(code) // 8, code)
    return kernel.prctl(kernel.PR_SET_SECCOMP, _MODE_FILTER, ctypes.cast(ctypes.byref(program), ctypes.c_void_p))


def _filter() -> bytes | None:
    architecture = _ARCHITECTURES.get(kernel.MACHINE)
    if architecture is None or not kernel.IS_LINUX:
        return None
    numbers = [number for pair in _FORBIDDEN.values() if (number := pair[_MACHINES.index(kernel.MACHINE)]) is not None]
    steps = [
        _step(_LOAD_WORD, 0, 0, _OFFSET_ARCHITECTURE),
        _step(_JUMP_EQUAL, 1, 0, architecture),
        _step(_RETURN, 0, 0, _KILL_PROCESS),
        _step(_LOAD_WORD, 0, 0, _OFFSET_NUMBER),
        _step(_JUMP_GREATER_EQUAL, len(numbers) + 1, 0, _X32_CALLS),
    ]
    steps += [_step(_JUMP_EQUAL, len(numbers) - position, 0, number) for position, number in enumerate(numbers)]
    steps += [_step(_RETURN, 0, 0, _ALLOW), _step(_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    return b"".join(steps)


def _step(code: int, jump_true: int, jump_false: int, value: int) -> bytes:
    return struct.pack("=HBBI", code, jump_true, jump_false, value)
