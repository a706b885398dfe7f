"""System calls that a sandbox must refuse, with arguments that do little harm if it does not."""

import ctypes
import errno
import os
import resource
import signal
import socket
import subprocess
from collections.abc import Iterator
from typing import Any

from documents.pipeline.sandbox.system_calls import numbers

_REFUSED = {errno.EPERM, errno.ENOSYS}
_NO_FILE = -100  # AT_FDCWD
_NEW_USER, _NEW_MOUNT, _NEW_PROCESS, _NEW_NETWORK = 0x10000000, 0x00020000, 0x20000000, 0x40000000
_THREAD_FLAGS = 0x3D0F00
_IMPOSSIBLE = 0xFFFFFFFFFFFFFFF  # an address at which nothing is

_libc = ctypes.CDLL(None, use_errno=True)


def _text(value: str) -> bytes:
    return value.encode() + b"\0"


def forbidden_calls(target: dict[str, Any]) -> Iterator[tuple[str, tuple[int | bytes, ...]]]:
    """Yield the calls and their arguments; `target` has the processes and files at which they aim."""
    worker, sibling = target["worker"], target["sibling"]
    file, folder = _text(target["file"]), _text(target["folder"])
    limits = bytes(16)
    yield from (
        ("chmod", (file, 0o666)),
        ("chmod", (folder, 0o777)),
        ("fchmod", (2, 0o666)),
        ("fchmodat", (_NO_FILE, file, 0o666)),
        ("fchmodat2", (_NO_FILE, file, 0o666, 0)),
        ("chown", (file, 1, 1)),
        ("lchown", (file, 1, 1)),
        ("fchown", (2, 1, 1)),
        ("fchownat", (_NO_FILE, file, 1, 1, 0)),
        ("utime", (file, 0)),
        ("utimes", (file, 0)),
        ("utimensat", (_NO_FILE, file, 0, 0)),
        ("setxattr", (file, b"user.a\0", b"1", 1, 0)),
        ("lsetxattr", (file, b"user.a\0", b"1", 1, 0)),
        ("fsetxattr", (2, b"user.a\0", b"1", 1, 0)),
        ("removexattr", (file, b"user.a\0")),
    )
    yield from (
        ("prlimit64", (worker, resource.RLIMIT_NOFILE, limits, 0)),
        ("prlimit64", (worker, resource.RLIMIT_NOFILE, 0, bytes(16))),
        ("prlimit64", (0, resource.RLIMIT_NOFILE, limits, 0)),
        ("prlimit64", (0, resource.RLIMIT_AS, b"\xff" * 16, 0)),
        ("setrlimit", (resource.RLIMIT_AS, b"\xff" * 16)),
        ("sched_setaffinity", (worker, 8, b"\1" + bytes(7))),
        ("sched_setscheduler", (worker, 0, bytes(4))),
        ("sched_setattr", (worker, 0, 0)),
        ("setpriority", (0, worker, 19)),
        ("setpriority", (1, 0, 19)),
        ("ioprio_set", (1, worker, 0)),
        ("kill", (worker, signal.SIGURG)),
        ("kill", (-1 & 0xFFFFFFFF, 0)),
        ("kill", (0, 0)),
        ("tkill", (worker, signal.SIGURG)),
        ("tgkill", (worker, worker, signal.SIGURG)),
        ("rt_sigqueueinfo", (worker, signal.SIGURG, bytes(128))),
        ("pidfd_open", (worker, 0)),
        ("pidfd_open", (sibling, 0)),
        ("pidfd_getfd", (0, 0, 0)),
        ("pidfd_send_signal", (0, 0, 0, 0)),
        ("ptrace", (16, sibling, 0, 0)),
        ("ptrace", (0, 0, 0, 0)),
        ("process_vm_readv", (sibling, 0, 0, 0, 0, 0)),
        ("process_vm_writev", (sibling, 0, 0, 0, 0, 0)),
        ("process_madvise", (0, 0, 0, 0, 0)),
        ("kcmp", (worker, sibling, 0, 0, 0)),
        ("migrate_pages", (sibling, 0, 0, 0)),
        ("move_pages", (sibling, 0, 0, 0, 0, 0)),
    )
    yield from (
        ("fork", ()),
        ("vfork", ()),
        ("clone", (signal.SIGCHLD, 0, 0, 0, 0)),
        ("clone", (_NEW_USER | signal.SIGCHLD, 0, 0, 0, 0)),
        ("clone", (_NEW_MOUNT | signal.SIGCHLD, 0, 0, 0, 0)),
        ("clone", (_NEW_PROCESS | signal.SIGCHLD, 0, 0, 0, 0)),
        ("clone", (_NEW_NETWORK | signal.SIGCHLD, 0, 0, 0, 0)),
        ("clone", (_THREAD_FLAGS | _NEW_NETWORK, 0, 0, 0, 0)),
        ("clone3", (bytes(64), 64)),
        ("execve", (b"/bin/true\0", 0, 0)),
        ("execveat", (_NO_FILE, b"/bin/true\0", 0, 0, 0)),
        *(("unshare", (flag,)) for flag in (_NEW_USER, _NEW_MOUNT, _NEW_PROCESS, _NEW_NETWORK)),
        ("setns", (0, 0)),
        ("setsid", ()),
        ("setpgid", (0, 0)),
        ("setuid", (0,)),
        ("setresuid", (0, 0, 0)),
        ("setgid", (0,)),
        ("setgroups", (0, 0)),
        ("capset", (0, 0)),
        ("chroot", (b"/\0",)),
        ("pivot_root", (b"/\0", b"/\0")),
        ("mount", (b"none\0", folder, b"tmpfs\0", 0, 0)),
        ("umount2", (folder, 0)),
        ("fsopen", (b"tmpfs\0", 0)),
        ("fsconfig", (0, 0, 0, 0, 0)),
        ("fsmount", (0, 0, 0)),
        ("fspick", (_NO_FILE, b"/\0", 0)),
        ("open_tree", (_NO_FILE, b"/\0", 1)),
        ("move_mount", (0, b"\0", 0, b"\0", 0)),
        ("mount_setattr", (_NO_FILE, b"/\0", 0, 0, 0)),
    )
    yield from (
        ("io_uring_setup", (8, bytes(120))),
        ("io_uring_enter", (0, 0, 0, 0, 0, 0)),
        ("io_uring_register", (0, 0, 0, 0)),
        ("io_setup", (8, bytes(8))),
        ("perf_event_open", (bytes(128), 0, -1 & 0xFFFFFFFF, -1 & 0xFFFFFFFF, 0)),
        ("bpf", (0, bytes(128), 128)),
        ("add_key", (b"user\0", b"a\0", b"b", 1, 0xFFFFFFFD)),
        ("request_key", (b"user\0", b"a\0", 0, 0)),
        ("keyctl", (0, 0xFFFFFFFD, 1)),
        ("modify_ldt", (0, bytes(64), 64)),
        ("userfaultfd", (0,)),
        ("memfd_create", (b"a\0", 0)),
        ("memfd_secret", (0,)),
        ("seccomp", (1, 8, 0)),
        ("landlock_create_ruleset", (0, 0, 1)),
        ("name_to_handle_at", (_NO_FILE, file, bytes(136), bytes(4), 0)),
        ("open_by_handle_at", (0, bytes(136), 0)),
        ("fanotify_init", (0, 0)),
        ("inotify_init1", (0,)),
        ("init_module", (_IMPOSSIBLE, 0, _IMPOSSIBLE)),
        ("finit_module", (2, b"\0", 0)),
        ("kexec_load", (0, 0, 0, 0)),
        ("reboot", (0, 0, 0, 0)),
        ("swapon", (_IMPOSSIBLE, 0)),
        ("acct", (_IMPOSSIBLE,)),
        ("syslog", (3, bytes(64), 64)),
        ("quotactl", (0, 0, 0, 0)),
        ("sethostname", (_IMPOSSIBLE, 4)),
        ("settimeofday", (_IMPOSSIBLE, 0)),
        ("clock_settime", (0, _IMPOSSIBLE)),
        ("adjtimex", (_IMPOSSIBLE,)),
        ("personality", (0x0040000,)),
        ("iopl", (3,)),
        ("ioperm", (0, 1, 1)),
        ("shmget", (0, 4096, 0o1600)),
        ("msgget", (0, 0o1600)),
        ("semget", (0, 1, 0o1600)),
        ("mq_open", (b"a\0", 0o102, 0o600, 0)),
        ("mlockall", (1,)),
        ("mknod", (b"pipe\0", 0o10600, 0)),
        ("mknodat", (_NO_FILE, b"pipe\0", 0o10600, 0)),
        ("link", (file, b"second-name\0")),
        ("linkat", (_NO_FILE, file, _NO_FILE, b"second-name\0", 0)),
        ("renameat2", (_NO_FILE, b"a\0", _NO_FILE, b"b\0", 2)),
        ("fcntl", (2, 8, worker)),  # signals of a handle to another process
        ("fcntl", (2, 10, signal.SIGKILL)),
        ("ioctl", (2, 0x5412, b"a")),  # types into the terminal
        ("ioctl", (2, 0x40086602, bytes(8))),  # attributes of a file
        ("prctl", (4, 1, 0, 0, 0)),  # would let siblings trace it
        ("prctl", (22, 1, 0, 0, 0)),
        ("prctl", (1, 0, 0, 0, 0)),  # would let it outlive the guard
        ("prctl", (36, 1, 0, 0, 0)),
        ("prctl", (47, 2, 0, 0, 0)),
        ("arch_prctl", (0x1001, 0)),
    )
    yield from (
        *(("socket", (family, socket.SOCK_STREAM, 0)) for family in (1, 2, 10, 40)),  # local, IPv4, IPv6, host
        *(("socket", (family, socket.SOCK_RAW, 0)) for family in (2, 16, 17)),  # IPv4, kernel, packets
        ("socket", (socket.AF_INET, socket.SOCK_DGRAM, 0)),
        ("socket", (38, socket.SOCK_SEQPACKET, 0)),  # the kernel's encryption
        ("socketpair", (1, 1, 0, bytes(8))),
        ("connect", (0, bytes(16), 16)),
        ("bind", (0, bytes(16), 16)),
        ("listen", (0, 1)),
        ("accept4", (0, 0, 0, 0)),
        ("sendto", (1, b"a", 1, 0, 0, 0)),
        ("sendmsg", (1, bytes(56), 0)),
        ("sendmmsg", (1, 0, 0, 0)),
        ("recvmsg", (0, bytes(56), 0)),
        ("setdomainname", (_IMPOSSIBLE, 4)),
    )


def is_refused(name: str, arguments: tuple[int | bytes, ...]) -> bool:
    """Return whether the call is refused. A child that a successful fork makes ends at once."""
    number, own = numbers().get(name), os.getpid()
    if number is None:  # not on this machine
        return True
    if name == "vfork":  # the parent's stack would be shared
        try:
            subprocess.run(["/bin/true"], check=True)
        except OSError:
            return True
        return False
    words = [ctypes.c_char_p(part) if isinstance(part, bytes) else ctypes.c_ulong(part) for part in arguments]
    ctypes.set_errno(0)
    result = _libc.syscall(ctypes.c_long(number), *words)
    if _libc.syscall(ctypes.c_long(numbers()["getpid"])) != own:
        os._exit(0)
    return result == -1 and ctypes.get_errno() in _REFUSED
