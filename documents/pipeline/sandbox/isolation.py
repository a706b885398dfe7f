"""Everything that a sandbox process gives up, in the one order that works, and a report of what the kernel granted."""

import ctypes
import os
import signal
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from documents.pipeline.sandbox import kernel
from documents.pipeline.sandbox.landlock import confine_files
from documents.pipeline.sandbox.limits import Limits, apply_limits
from documents.pipeline.sandbox.namespaces import leave_the_network
from documents.pipeline.sandbox.seccomp import forbid_system_calls

_CAPABILITY_VERSION_3 = 0x20080522


@dataclass(frozen=True, slots=True)
class Isolation:
    """Which walls stand. Limits on memory, time and files always do."""

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
    """Run first thing in the process: namespaces refuse a process that has threads."""
    network_namespace = leave_the_network()
    drop_capabilities()
    _die_with(parent)
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    confined_files = confine_files(readable=(inbox,), writable=(outbox,))
    apply_limits(limits)
    return Isolation(network_namespace, confined_files, forbid_system_calls())


def _die_with(parent: int) -> None:
    """The kernel kills this process when the thread that started it ends; the parent may be gone already."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        raise SystemExit(0)


class _CapabilityHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapabilityData(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def drop_capabilities() -> None:
    """Inside its own user namespace the process would be root; it needs none of that."""
    numbers = {"x86_64": 126, "aarch64": 91}
    number = numbers.get(kernel.MACHINE)
    if number is None:
        return
    header, data = _CapabilityHeader(_CAPABILITY_VERSION_3, 0), (_CapabilityData * 2)()
    kernel.syscall(number, ctypes.cast(ctypes.byref(header), ctypes.c_void_p), ctypes.cast(data, ctypes.c_void_p))
