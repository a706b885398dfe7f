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
# socket, connect, accept, sendto, bind, listen, socketpair, fork, vfork, execve, ptrace, mount, setns, unshare,
# kexec_load, init_module, keyctl, process_vm_readv, process_vm_writev, execveat, bpf, userfaultfd, pidfd_open,
# pidfd_getfd, io_uring_setup
_FORBIDDEN = {
    "x86_64": (
        41,
        42,
        43,
        44,
        49,
        50,
        53,
        57,
        58,
        59,
        101,
        165,
        308,
        272,
        246,
        175,
        250,
        310,
        311,
        322,
        321,
        323,
        434,
        438,
        425,
    ),
    "aarch64": (
        198,
        203,
        202,
        206,
        200,
        201,
        199,
        221,
        117,
        40,
        268,
        97,
        104,
        105,
        219,
        270,
        271,
        281,
        280,
        282,
        434,
        438,
        425,
    ),
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
    architecture, numbers = _ARCHITECTURES.get(kernel.MACHINE), _FORBIDDEN.get(kernel.MACHINE)
    if architecture is None or numbers is None or not kernel.IS_LINUX:
        return None
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
