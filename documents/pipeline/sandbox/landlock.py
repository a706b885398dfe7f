"""Landlock: the process can read its own program and its inbox, write its outbox, and access no other files.

So a parser that has been taken over can read neither documents of other users nor the settings. See landlock(7).
"""

import ctypes
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from documents.pipeline.sandbox import kernel

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_READ = _READ_FILE | _READ_DIR
_FILE_ONLY = _EXECUTE | _WRITE_FILE | _READ_FILE
_FILE_RIGHTS_BY_VERSION = {
    1: 13,
    2: 14,
    3: 15,
    4: 15,
    5: 16,
}  # number of access rights in each version of the kernel interface
_NET_SINCE, _SCOPE_SINCE = 4, 6
_ALL_TCP = 0b11
_ALL_SCOPES = 0b11

_SYSTEM_FOLDERS = (
    "/usr",
    "/lib",
    "/lib64",
    "/bin",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/proc/self",
    "/sys/devices/system/cpu",
)
_SYSTEM_FILES = (
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/etc/mime.types",
)

_PROGRAM_FOLDERS = ("/usr", "/lib", "/lib64", "/bin")
_PACKAGES = ("cartulary", "core", "documents")


class _RulesetAttributes(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def confine_files(*, readable: Iterable[Path], writable: Iterable[Path], runnable: Iterable[Path] = ()) -> bool:
    """Restrict file access to the program, `readable` and `writable`; return whether this succeeded.

    Programs in `runnable`, and then those of the system, too, can be executed. Requires no-new-privileges.
    """
    version = kernel.syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG)
    if version < 1:
        return False
    rights = (1 << _FILE_RIGHTS_BY_VERSION.get(version, 16)) - 1
    ruleset = _create_ruleset(version, rights)
    if ruleset < 0:
        return False
    try:
        for path in (*_program_paths(), *readable):
            _allow(ruleset, path, _READ)
        _allow(ruleset, Path(os.devnull), _READ | _WRITE_FILE)
        for path in writable:
            _allow(ruleset, path, rights & ~_EXECUTE)
        for path in _with_system_programs(runnable):
            _allow(ruleset, path, _READ | _EXECUTE)
        return kernel.syscall(_RESTRICT_SELF, ruleset, 0) == 0
    finally:
        os.close(ruleset)


def _with_system_programs(runnable: Iterable[Path]) -> Iterable[Path]:
    paths = tuple(runnable)
    return (*paths, *map(Path, _PROGRAM_FOLDERS)) if paths else ()


def _create_ruleset(version: int, rights: int) -> int:
    net = _ALL_TCP if version >= _NET_SINCE else 0
    scoped = _ALL_SCOPES if version >= _SCOPE_SINCE else 0
    attributes = _RulesetAttributes(rights, net, scoped)
    size = 24 if version >= _SCOPE_SINCE else 16 if version >= _NET_SINCE else 8
    return kernel.syscall(_CREATE_RULESET, ctypes.cast(ctypes.byref(attributes), ctypes.c_void_p), size, 0)


def _program_paths() -> Iterable[Path]:
    """Yield the paths of Python and its libraries; of a checkout only the packages, because it may contain secrets."""
    for entry in map(Path, sys.path):
        packages = [entry / name for name in _PACKAGES]
        yield from packages if all(package.is_dir() for package in packages) else [entry]
    yield from (Path(prefix) for prefix in {sys.prefix, sys.base_prefix, sys.exec_prefix})
    yield from (Path(name) for name in (*_SYSTEM_FOLDERS, *_SYSTEM_FILES))


def _allow(ruleset: int, path: Path, rights: int) -> None:
    if not path.exists():
        return
    if not path.is_dir():
        rights &= _FILE_ONLY
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = _PathBeneath(rights, handle)
        kernel.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.cast(ctypes.byref(rule), ctypes.c_void_p), 0)
    finally:
        os.close(handle)
