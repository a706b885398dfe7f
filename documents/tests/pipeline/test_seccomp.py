"""The filters of system calls, run by a small interpreter for both machines, and by the kernel of this one."""

import errno
import os
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from documents.pipeline.sandbox import kernel, seccomp
from documents.pipeline.sandbox.system_calls import MACHINES, numbers

REFUSED, UNKNOWN = seccomp.FAIL | errno.EPERM, seccomp.FAIL | errno.ENOSYS
CHANNEL = 7
THREAD, NEW_USER = 0x3D0F00, 0x10000000
FOREIGN_MACHINE = 0x40000003  # i386


@pytest.fixture(params=MACHINES)
def machine(request, monkeypatch) -> str:
    monkeypatch.setattr(kernel, "MACHINE", request.param)
    return request.param


def run(program: bytes, number: int, arguments: tuple[int, ...] = (), machine: int | None = None) -> int:
    """Return what the filter answers."""
    padded = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    data = struct.pack("=IIQ6Q", number, machine or MACHINES[kernel.MACHINE], 0, *padded)
    steps = list(struct.iter_unpack("=HBBI", program))
    position = word = 0
    while True:
        code, if_true, if_false, value = steps[position]
        position += 1
        match code:
            case 0x20:
                (word,) = struct.unpack_from("=I", data, value)
            case 0x54:
                word &= value
            case 0x05:
                position += value
            case 0x15:
                position += if_true if word == value else if_false
            case 0x25:
                position += if_true if word > value else if_false
            case 0x06:
                return value
            case _:
                raise AssertionError(code)


@pytest.mark.parametrize(
    ("name", "arguments", "is_allowed"),
    [
        ("read", (), True),
        ("futex", (), True),
        ("socket", (1,), False),
        ("fchmodat", (), False),
        ("clone", (THREAD,), True),
        ("clone", (THREAD | 0x400000,), True),
        ("clone", (THREAD | NEW_USER,), False),
        ("clone", (signal.SIGCHLD,), False),
        ("prlimit64", (0, 7, 0), True),  # reads a limit
        ("prlimit64", (0, 7, 0x7FFF00001234), False),
        ("prlimit64", (0, 7, 1 << 32), False),  # the lower half alone would be null
        ("prlimit64", (0, 0, 0x7FFF00001234), True),  # processor time
        ("prlimit64", (1, 7, 0), False),
        ("kill", (os.getpid(), 9), True),
        ("kill", (os.getpid() + 1, 9), False),
        ("kill", (0, 9), False),
        ("fcntl", (3, 1030), True),
        ("fcntl", (3, 8), False),
        ("ioctl", (3, 0x5401), True),
        ("ioctl", (3, 0x5412), False),
        ("renameat2", (0, 0, 0, 0, 1), True),
        ("renameat2", (0, 0, 0, 0, 2), False),
        ("sendmsg", (CHANNEL,), True),
        ("sendmsg", (CHANNEL + 1,), False),
        ("personality", (0xFFFFFFFF,), True),
        ("personality", (0,), False),
    ],
)
def test_parsers_get_what_they_need(machine, name, arguments, is_allowed):
    program = seccomp._parser_filter(REFUSED, CHANNEL)
    assert run(program, numbers()[name], arguments) == (seccomp.ALLOW if is_allowed else REFUSED)


@pytest.mark.parametrize(
    ("name", "arguments", "is_allowed"),
    [
        ("execve", (), True),
        ("clone", (signal.SIGCHLD,), True),
        ("clone", (signal.SIGCHLD | NEW_USER,), False),
        ("socket", (1,), True),
        ("socket", (2,), False),
        ("faccessat", (0, 0, os.R_OK), True),
        ("faccessat", (0, 0, os.W_OK), False),
        ("prlimit64", (0, 7, 1), True),
        ("prlimit64", (1, 7, 0), False),
        ("setpriority", (0, 0), True),
        ("setpriority", (0, 1), False),
        ("setsid", (), False),
        ("fchownat", (), False),
        ("io_uring_setup", (), False),
        ("ptrace", (), False),
    ],
)
def test_programs_are_forbidden_what_they_do_not_need(machine, name, arguments, is_allowed):
    assert run(seccomp._program_filter(), numbers()[name], arguments) == (seccomp.ALLOW if is_allowed else REFUSED)


def test_calls_that_a_library_can_do_without_do_not_exist(machine):
    for program in (seccomp._parser_filter(REFUSED, CHANNEL), seccomp._program_filter()):
        assert run(program, numbers()["clone3"]) == UNKNOWN
        assert run(program, max(numbers().values()) + 1) == UNKNOWN
        assert run(program, 0x40000000) == UNKNOWN  # another interface of x86-64


def test_calls_of_another_machine_end_the_process(machine):
    assert run(seccomp._parser_filter(REFUSED, CHANNEL), 0, machine=FOREIGN_MACHINE) == 0x80000000


def test_every_name_is_a_system_call(monkeypatch):
    monkeypatch.setattr(kernel, "MACHINE", "x86_64")  # which has all of them
    listed = f"{seccomp._ALLOWED} {seccomp._ABSENT} {seccomp._FORBIDDEN_TO_PROGRAMS}".split()
    conditions = [*seccomp._conditions(pid=1, channel=1), *seccomp._CONDITIONS_OF_PROGRAMS]
    assert {*listed, *conditions} - set(numbers()) == set()


@pytest.mark.skipif(sys.platform != "linux" or kernel.MACHINE not in MACHINES, reason="no filter on this system")
def test_the_kernel_refuses_where_no_other_process_can_answer(tmp_path):
    program = f"""
import os, threading
from documents.pipeline.sandbox import kernel, seccomp
install = seccomp._install
seccomp._install = lambda code, flag: None if flag == seccomp._NEW_LISTENER else install(code, flag)
kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
print(seccomp.filter_parser_calls({CHANNEL}))
for attempt in (os.fork, lambda: os.chmod({str(tmp_path)!r}, 0o777), os.setsid):
    try:
        attempt()
    except PermissionError:
        print("refused")
threading.Thread(target=print, args=["a thread"]).start()
"""
    completed = subprocess.run(
        [sys.executable, "-c", program], cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False
    )
    assert completed.stdout.splitlines() == ["(True, None)", *["refused"] * 3, "a thread"], completed.stderr
