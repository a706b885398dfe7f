"""Isolation of a sandbox process: all restrictions, in the order that works, and a report of those in force."""

import ctypes
import os
import socket
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from documents.pipeline.sandbox import kernel
from documents.pipeline.sandbox.landlock import confine_files
from documents.pipeline.sandbox.limits import SANDBOX_USER, Limits, apply_limits, limit_processes
from documents.pipeline.sandbox.seccomp import filter_parser_calls
from documents.pipeline.sandbox.system_calls import numbers

_CAPABILITY_VERSION_3 = 0x20080522
_CHOWN, _READ_ALL_FILES, _KILL, _SET_GROUP, _SET_USER = 0, 2, 5, 6, 7  # capabilities(7)
_NAMESPACES = kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS | kernel.CLONE_NEWPID


@dataclass(frozen=True, slots=True)
class Isolation:
    """Restrictions in force. Limits of memory, time and files are always in force."""

    network_namespace: bool = False
    process_namespace: bool = False
    confined_files: bool = False
    filtered_calls: bool = False
    logged_calls: bool = False

    @property
    def has_no_network(self) -> bool:
        return self.network_namespace or self.filtered_calls

    def as_message(self) -> dict[str, bool]:
        return asdict(self)

    @classmethod
    def from_message(cls, message: Mapping[str, object]) -> "Isolation":
        return cls(**{name: message.get(name) is True for name in cls.__dataclass_fields__})


def confine(limits: Limits, *, inbox: Path, outbox: Path, has_namespaces: bool, guard: socket.socket) -> Isolation:
    """Confine this process, the parser. Call it after `guard.split`, before any thread starts."""
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    confined_files = confine_files(readable=(inbox,), writable=(outbox,))
    apply_limits(limits)
    limit_processes(limits, has_namespaces=has_namespaces)
    with guard:
        filtered_calls, listener = filter_parser_calls(guard.fileno())
        if listener is not None:
            socket.send_fds(guard, [b"."], [listener])
            os.close(listener)
    return Isolation(has_namespaces, has_namespaces, confined_files, filtered_calls, listener is not None)


def other_user() -> int | None:
    """Return the user that a sandbox of this process becomes; None if this process is not root or may not change."""
    if not kernel.IS_LINUX or os.geteuid() != 0:
        return None
    required = sum(1 << capability for capability in (_CHOWN, _READ_ALL_FILES, _KILL, _SET_GROUP, _SET_USER))
    status = Path("/proc/self/status").read_text(encoding="ascii")
    effective = next(int(line.split()[1], 16) for line in status.splitlines() if line.startswith("CapEff:"))
    is_mapped = all(_is_mapped(Path("/proc/self", name), SANDBOX_USER) for name in ("uid_map", "gid_map"))
    return SANDBOX_USER if effective & required == required and is_mapped else None


def _is_mapped(id_map: Path, number: int) -> bool:
    rows = (map(int, line.split()) for line in id_map.read_text(encoding="ascii").splitlines())
    return any(first <= number < first + count for first, _, count in rows)


def enter_namespaces(user: int | None) -> bool:
    """Enter namespaces without network and for further processes, become the user, and drop all capabilities.

    Return whether the namespaces exist. Call it before any thread starts. Without a user they are created in a new user
    namespace, so that no privilege is needed. With one, root creates them before it becomes the user; the capability to
    read all files is kept, because the program may be where only root can read, and Landlock restricts it to those.
    """
    if user is not None:
        is_separate = kernel.unshare(_NAMESPACES)
        _become(user)
        return is_separate
    own_user, own_group = os.geteuid(), os.getegid()
    is_separate = kernel.unshare(_NAMESPACES | kernel.CLONE_NEWUSER)
    if is_separate:
        _map_ids(own_user, own_group)
    drop_capabilities()
    return is_separate


def _become(user: int) -> None:
    kernel.prctl(kernel.PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    drop_capabilities(keep=1 << _READ_ALL_FILES)
    kernel.prctl(kernel.PR_CAP_AMBIENT, kernel.PR_CAP_AMBIENT_RAISE, _READ_ALL_FILES)  # for programs it executes


def _map_ids(user: int, group: int) -> None:
    """Keep user and group in the namespace; without the mapping, files would have no known owner."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        try:
            Path("/proc/self", name).write_text(text, encoding="ascii")
        except OSError:  # the namespace works without the mapping
            return


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapabilityData(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def drop_capabilities(*, keep: int = 0) -> None:
    """Drop all capabilities but those in the mask: in its own user namespace the process would be root."""
    if not (kernel.IS_LINUX and numbers()):
        return
    header, data = _CapabilityHeader(_CAPABILITY_VERSION_3, 0), (_CapabilityData * 2)()
    data[0] = _CapabilityData(keep, keep, keep)
    pointers = (ctypes.cast(ctypes.pointer(header), ctypes.c_void_p), ctypes.cast(data, ctypes.c_void_p))
    kernel.syscall(numbers()["capset"], *pointers)
