"""Isolation of a sandbox process: all restrictions, in the order that works, and a report of those in force."""

import ctypes
import os
import signal
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from documents.pipeline.sandbox import kernel
from documents.pipeline.sandbox.landlock import confine_files
from documents.pipeline.sandbox.limits import Limits, apply_limits
from documents.pipeline.sandbox.seccomp import filter_system_calls

_CAPABILITY_VERSION_3 = 0x20080522
_CAPSET_NUMBERS = {"x86_64": 126, "aarch64": 91}
_NAMESPACES = kernel.CLONE_NEWUSER | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS


@dataclass(frozen=True, slots=True)
class Isolation:
    """Restrictions in force. Limits of memory, time and files are always in force."""

    network_namespace: bool
    confined_files: bool
    filtered_calls: bool

    @property
    def has_no_network(self) -> bool:
        return self.network_namespace or self.filtered_calls

    def as_message(self) -> dict[str, bool]:
        return asdict(self)

    @classmethod
    def from_message(cls, message: Mapping[str, object]) -> "Isolation":
        return cls(**{name: message.get(name) is True for name in cls.__dataclass_fields__})


def isolate(limits: Limits, *, inbox: Path, outbox: Path, parent: int) -> Isolation:
    """Isolate this process. Call it before any thread starts: namespaces require a single thread."""
    network_namespace = leave_network()
    drop_capabilities()
    _die_with(parent)
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    confined_files = confine_files(readable=(inbox,), writable=(outbox,))
    apply_limits(limits)
    return Isolation(network_namespace, confined_files, filter_system_calls())


def leave_network(*, new_pid_namespace: bool = False) -> bool:
    """Move this process to an empty network namespace, before any thread starts; return whether this succeeded.

    It is created in a new user namespace, so that no privilege is needed. With `new_pid_namespace`, all processes
    below the next child end together with it.
    """
    user, group = os.geteuid(), os.getegid()
    if not kernel.unshare(_NAMESPACES | (kernel.CLONE_NEWPID if new_pid_namespace else 0)):
        return False
    _map_ids(user, group)
    return True


def _map_ids(user: int, group: int) -> None:
    """Keep user and group in the namespace; without the mapping, files would have no known owner."""
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        try:
            Path("/proc/self", name).write_text(text, encoding="ascii")
        except OSError:  # the namespace works without the mapping
            return


def _die_with(parent: int) -> None:
    """Let the kernel kill this process when the thread that started it ends; exit if the parent is gone already."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit(0)


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapabilityData(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def drop_capabilities() -> None:
    """Drop all capabilities: in its own user namespace the process would be root."""
    number = _CAPSET_NUMBERS.get(kernel.MACHINE)
    if number is None:
        return
    header, data = _CapabilityHeader(_CAPABILITY_VERSION_3, 0), (_CapabilityData * 2)()
    kernel.syscall(number, ctypes.cast(ctypes.byref(header), ctypes.c_void_p), ctypes.cast(data, ctypes.c_void_p))
