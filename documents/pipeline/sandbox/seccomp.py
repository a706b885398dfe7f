"""System call filter (seccomp): what a parser needs is allowed, everything else is refused. Needs no privilege.

It is a second layer behind the namespaces and Landlock, and the only one against calls that those do not cover: they
change the mode, owner or limits of whatever belongs to the same user. See seccomp(2).
"""

import ctypes
import errno
import os
import resource
import socket
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from documents.pipeline.sandbox import kernel
from documents.pipeline.sandbox.system_calls import MACHINES, numbers

# Programs for the filter of system calls (classic BPF). See seccomp(2).

ALLOW: Final = 0x7FFF0000
_ASK: Final = 0x7FC00000  # another process answers: SECCOMP_RET_USER_NOTIF
FAIL: Final = 0x00050000  # plus the number of the error
_KILL_PROCESS: Final = 0x80000000
_LOAD_WORD, _AND, _RETURN = 0x20, 0x54, 0x06
_JUMP, _JUMP_EQUAL, _JUMP_GREATER = 0x05, 0x15, 0x25
_OFFSET_NUMBER, _OFFSET_ARCHITECTURE, _OFFSET_ARGUMENTS = 0, 4, 16
_ARGUMENT_SIZE, _WORD_SIZE = 8, 4  # the lower half of an argument comes first
_ALL_BITS: Final = 0xFFFFFFFF
_Step = tuple[int, int, int, int]  # code, jump if true, jump if false, value


class _Check(NamedTuple):
    """An argument, masked, is one of the values; with `is_excluded`, it is none of them. Only one half is looked at."""

    argument: int
    values: Sequence[int]
    mask: int = _ALL_BITS
    is_excluded: bool = False
    is_upper_half: bool = False


_Alternatives = Sequence[Sequence[_Check]]  # one of them has to hold, with all its checks
ALWAYS: Final[_Alternatives] = ((),)
_NEVER: Final[_Alternatives] = ()


def _is_null(argument: int) -> tuple[_Check, _Check]:
    """Return the checks that a pointer is null."""
    return _Check(argument, (0,)), _Check(argument, (0,), is_upper_half=True)


class _Rule(NamedTuple):
    """The conditions under which a call is allowed, and what it gets otherwise."""

    number: int
    allowed: _Alternatives
    otherwise: int


def assemble(architecture: int, rules: Iterable[_Rule], *, default: int, highest: int, above: int) -> bytes:
    """Return a program: calls without a rule get `default`; those with a number above `highest` get `above`."""
    steps: list[_Step] = [
        (_LOAD_WORD, 0, 0, _OFFSET_ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD_WORD, 0, 0, _OFFSET_NUMBER),
    ]
    for rule in rules:
        body = _body(rule)
        steps += [(_JUMP_EQUAL, 1, 0, rule.number), (_JUMP, 0, 0, len(body)), *body]
    steps += [(_JUMP_GREATER, 0, 1, highest), (_RETURN, 0, 0, above), (_RETURN, 0, 0, default)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _body(rule: _Rule) -> list[_Step]:
    steps: list[_Step] = []
    for checks in rule.allowed:
        steps += _alternative(checks)
        if not checks:
            return steps
    return [*steps, (_RETURN, 0, 0, rule.otherwise)]


def _alternative(checks: Sequence[_Check]) -> list[_Step]:
    """Return the steps that allow the call if all checks hold, and else continue behind them."""
    steps: list[_Step] = [(_RETURN, 0, 0, ALLOW)]
    for check in reversed(checks):
        steps = [*_check(check, on_failure=len(steps)), *steps]
    return steps


def _check(check: _Check, *, on_failure: int) -> list[_Step]:
    offset = _OFFSET_ARGUMENTS + _ARGUMENT_SIZE * check.argument + _WORD_SIZE * check.is_upper_half
    load: list[_Step] = [(_LOAD_WORD, 0, 0, offset), (_AND, 0, 0, check.mask)]
    count = len(check.values)
    equal = [(_JUMP_EQUAL, count - index, 0, value) for index, value in enumerate(check.values)]
    skip_failure = [(_JUMP, 0, 0, 1)] if check.is_excluded else []  # equal values jump behind it
    return [*load, *equal, *skip_failure, (_JUMP, 0, 0, on_failure)]


_MODE_FILTER: Final = 2
_SET_MODE_FILTER: Final = 1
_NEW_LISTENER, _LOG = 1 << 3, 1 << 1
_REFUSED, _UNKNOWN = FAIL | errno.EPERM, FAIL | errno.ENOSYS
# Recorded while every format was parsed, with and without text recognition; variants of the other machine, of musl and
# of older libraries are added. They reach only the process itself and what Landlock allows.
_ALLOWED: Final = """
access brk capget chdir clock_getres clock_gettime clock_nanosleep close close_range copy_file_range dup dup2 dup3
epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_wait eventfd eventfd2 exit exit_group faccessat faccessat2
fadvise64 fallocate fchdir fdatasync fgetxattr flistxattr flock fstat fstatfs fsync ftruncate futex get_robust_list
getcpu getcwd getdents getdents64 getegid geteuid getgid getgroups getitimer getpgid getpgrp getpid getppid getpriority
getrandom getresgid getresuid getrlimit getrusage getsid gettid gettimeofday getuid getxattr lgetxattr listxattr
llistxattr lseek lstat madvise membarrier mincore mkdir mkdirat mmap mprotect mremap msync munmap nanosleep newfstatat
open openat pause pipe pipe2 poll ppoll pread64 preadv pselect6 pwrite64 pwritev read readahead readlink readlinkat
readv rename renameat restart_syscall rmdir rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend
rt_sigtimedwait sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam sched_getscheduler
sched_yield select sendfile set_robust_list set_tid_address setitimer sigaltstack stat statfs statx symlink symlinkat
sysinfo time times truncate umask uname unlink unlinkat wait4 waitid write writev
"""
# A library asks for these first and does without them where the kernel is older.
_ABSENT: Final = """
cachestat clone3 epoll_pwait2 futex_requeue futex_wait futex_waitv futex_wake map_shadow_stack mseal openat2 preadv2
pwritev2
"""
_THREAD: Final = 0x3D0F00  # the flags with which libraries start a thread: all of these, and no namespace
_DETACHED: Final = 0x400000  # without effect; set by musl
_TERMINAL_REQUESTS: Final = (0x5401, 0x5413)  # "Is this a terminal?"
_HANDLE_REQUESTS: Final = (0x541B, 0x5421, 0x5450, 0x5451)  # size, blocking, inheritance
_HANDLE_COMMANDS: Final = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030)  # of fcntl: no signals, no leases, no seals
_NAME_OPTIONS: Final = (15, 16, 0x53564D41)  # of prctl: names of threads and of memory
_CPU_FEATURES: Final = (0x1021, 0x1022, 0x1023, 0x3001)  # of arch_prctl


def _conditions(*, pid: int, channel: int) -> dict[str, _Alternatives]:
    return {
        "arch_prctl": [[_Check(0, _CPU_FEATURES)]],
        "clone": [[_Check(0, (_THREAD,), mask=0xFFFFFFFF & ~_DETACHED)]],
        "fcntl": [[_Check(1, _HANDLE_COMMANDS)]],
        "ioctl": [[_Check(1, (*_TERMINAL_REQUESTS, *_HANDLE_REQUESTS))]],
        "kill": [[_Check(0, (pid,))]],
        "personality": [[_Check(0, (0xFFFFFFFF,))]],  # only asks
        "prctl": [[_Check(0, _NAME_OPTIONS)]],
        # Read limits, and set the limit of processor time below the hard limit, before each request and page.
        "prlimit64": [[_Check(0, (0,)), *_is_null(2)], [_Check(0, (0,)), _Check(1, (resource.RLIMIT_CPU,))]],
        "renameat2": [[_Check(4, (0, 1))]],  # no exchange
        "sendmsg": [[_Check(0, (channel,))]],  # hands the other end of this filter to the guard
        "tgkill": [[_Check(0, (pid,))]],
    }


# LibreOffice starts further programs and listens on a socket in the file system; what it may do is not enumerated.
_FORBIDDEN_TO_PROGRAMS: Final = """
acct add_key adjtimex bpf chmod chown chroot clock_adjtime clock_settime connect delete_module execveat fanotify_init
fanotify_mark fchmod fchmodat fchmodat2 fchown fchownat finit_module fsconfig fsetxattr fsmount fsopen fspick
futimesat init_module io_uring_enter io_uring_register io_uring_setup ioperm iopl kcmp kexec_file_load kexec_load
keyctl lchown lookup_dcookie lsetxattr memfd_secret migrate_pages modify_ldt mount mount_setattr move_mount move_pages
name_to_handle_at open_by_handle_at open_tree open_tree_attr perf_event_open pidfd_getfd pidfd_open pidfd_send_signal
pivot_root process_madvise process_mrelease process_vm_readv process_vm_writev ptrace quotactl quotactl_fd reboot
removexattr request_key sendto setdomainname sethostname setns setpgid setsid setxattr setxattrat swapoff swapon
syslog umount2 unshare uselib userfaultfd utime utimensat utimes vhangup
"""
_NEW_NAMESPACES: Final = 0x7E020080  # flags of clone
_OWN_PROCESS: Final = [[_Check(0, (0,))]]
# access(2) ignores Landlock: without this, LibreOffice would choose a shared folder and then fail to write to it.
_CONDITIONS_OF_PROGRAMS: Final[Mapping[str, _Alternatives]] = {
    "access": [[_Check(1, (os.W_OK,), is_excluded=True)]],
    "clone": [[_Check(0, (0,), mask=_NEW_NAMESPACES)]],
    "faccessat": [[_Check(2, (os.W_OK,), is_excluded=True)]],
    "faccessat2": [[_Check(2, (os.W_OK,), is_excluded=True)]],
    "prlimit64": _OWN_PROCESS,
    "sched_setaffinity": _OWN_PROCESS,
    "sched_setattr": _OWN_PROCESS,
    "sched_setparam": _OWN_PROCESS,
    "sched_setscheduler": _OWN_PROCESS,
    "setpriority": [[_Check(0, (os.PRIO_PROCESS,)), _Check(1, (0,))]],
    "socket": [[_Check(0, (socket.AF_UNIX,))]],
}


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def filter_parser_calls(channel: int) -> tuple[bool, int | None]:
    """Allow this process only what a parser needs; return whether this succeeded, and a handle of its refused calls.

    The process that holds the handle answers them; it can be sent through the socket `channel`. Without a handle
    the kernel refuses them itself, and logs them where it keeps an audit log. Requires no-new-privileges, and that no
    thread runs.
    """
    if (listener := _install(_parser_filter(_ASK, channel), _NEW_LISTENER)) is not None:
        return True, listener
    code = _parser_filter(_REFUSED, channel)
    return _install(code, _LOG) is not None or _install_with_prctl(code), None


def filter_program_calls() -> bool:
    """Forbid LibreOffice what it does not need; return whether this succeeded. Requires no-new-privileges.

    It can start programs, which stay in the process group, and can create Unix sockets, to which no process can
    connect.
    """
    code = _program_filter()
    return _install(code, _LOG) is not None or _install_with_prctl(code)


def _parser_filter(otherwise: int, channel: int) -> bytes:
    conditions = dict.fromkeys(_ALLOWED.split(), ALWAYS) | _conditions(pid=os.getpid(), channel=channel)
    rules = [*_rules(conditions, otherwise), *_rules(dict.fromkeys(_ABSENT.split(), _NEVER), _UNKNOWN)]
    return _assemble(rules, default=otherwise)


def _program_filter() -> bytes:
    conditions = {**dict.fromkeys(_FORBIDDEN_TO_PROGRAMS.split(), _NEVER), **_CONDITIONS_OF_PROGRAMS}
    return _assemble([*_rules(conditions, _REFUSED), *_rules({"clone3": _NEVER}, _UNKNOWN)], default=ALLOW)


def _rules(conditions: Mapping[str, _Alternatives], otherwise: int) -> Iterable[_Rule]:
    known = numbers()
    return [_Rule(known[name], allowed, otherwise) for name, allowed in conditions.items() if name in known]


def _assemble(rules: Iterable[_Rule], *, default: int) -> bytes:
    """Return the filter; empty on an unknown machine. Calls newer than the table do not exist."""
    if kernel.MACHINE not in MACHINES:
        return b""
    highest = max(numbers().values())
    return assemble(MACHINES[kernel.MACHINE], rules, default=default, highest=highest, above=_UNKNOWN)


def _install(code: bytes, flag: int) -> int | None:
    """Install the filter with the system call that takes flags; return its result, None for an error."""
    if not (code and kernel.IS_LINUX):
        return None
    result = kernel.syscall(numbers()["seccomp"], _SET_MODE_FILTER, flag, _pointer(code))
    return None if result < 0 else result


def _install_with_prctl(code: bytes) -> bool:
    return bool(code) and kernel.prctl(kernel.PR_SET_SECCOMP, _MODE_FILTER, _pointer(code))


def _pointer(code: bytes) -> ctypes.c_void_p:
    return ctypes.cast(ctypes.pointer(_Program(len(code) // 8, code)), ctypes.c_void_p)
