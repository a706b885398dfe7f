"""Conversion with an untrusted program: it ends with a file or a typed error, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest

from documents.errors import (
    ConversionFailed,
    NeedsLibreOffice,
    ParserCrashed,
    ParserInterrupted,
    ParserTimeout,
    UnsafeDocument,
)
from documents.pipeline.office.confined import ConfinedProgram, run
from documents.pipeline.office.libreoffice import binary_of, find_program, program_folders
from documents.pipeline.sandbox import Limits
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.office.conftest import no_check, running

ROOT = Path(__file__).parents[4]
# Processes of two generations that sleep; tests find them by the argument.
SLEEPS = "sh -c 'sleep {0} & sleep {0}' & sleep {0}\n"

ATTEMPTS = """
    import errno, os, socket
    def run(function, *arguments):
        try:
            function(*arguments)
            return "done"
        except OSError as error:
            return errno.errorcode[error.errno]
    print(run(socket.socket, socket.AF_INET), run(socket.socket, socket.AF_INET6, socket.SOCK_DGRAM), end=" ")
    print(run(socket.socket(socket.AF_UNIX).connect, "nowhere"), run(os.setsid), run(os.setpgid, 0, 0), end=" ")
    print(run(os.open, "mine", os.O_CREAT | os.O_WRONLY), os.access("/", os.W_OK))
"""


@pytest.fixture(autouse=True)
def _private_temporary_folder(tmp_path, monkeypatch):
    """Use an own temporary folder, because other tests create exchange folders at the same time."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))


def exchange_folders() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("cartulary-sandbox-*"))


def wait_until_gone(mark: str) -> bool:
    end = time.monotonic() + 90
    while running(mark) and time.monotonic() < end:
        time.sleep(0.05)
    return not running(mark)


def wait_until_running(mark: str) -> None:
    end = time.monotonic() + 90
    while not running(mark):
        assert time.monotonic() < end, "the program was not started"
        time.sleep(0.02)


def test_the_converted_file_is_returned(program, convert_file):
    path = convert_file(program('cp "$in" "$out/document.docx"'))
    assert path.read_bytes() == (DATA / "simple.doc").read_bytes()


def test_the_program_has_namespaces_of_its_own(program, convert_file, sandbox):
    if not sandbox.isolation().network_namespace:
        pytest.skip("no namespaces on this system")
    kinds = ("net", "ipc", "uts")
    path = convert_file(program('cd /proc/self/ns && readlink net ipc uts > "$out/document.docx"\n'))
    own = [str(Path("/proc/self/ns", kind).readlink()) for kind in kinds]
    assert not set(own) & set(path.read_text().split())


def test_conversion_needs_libreoffice(convert_file):
    # proves: X-18
    with pytest.raises(NeedsLibreOffice, match="LibreOffice"):
        convert_file(None)


@pytest.mark.parametrize(
    ("commands", "error"),
    [
        ("exit 0", ConversionFailed),  # LibreOffice does so for unreadable files
        ("echo 'Error: source file could not be loaded'; exit 1", ConversionFailed),
        ('ln -s /etc/passwd "$out/document.docx"', ConversionFailed),  # a link to another file
        ('mkdir "$out/document.docx"', ConversionFailed),
        (': > "$out/document.docx"', ConversionFailed),
        ("exit 81", ConversionFailed),  # requests a restart again and again
        ("kill -SEGV $$", ParserCrashed),
        ("kill -KILL $$", ParserInterrupted),
    ],
    ids=["nothing", "error", "link", "folder", "empty", "restarts", "crash", "killed"],
)
def test_every_failure_has_its_error(program, convert_file, commands, error):
    with pytest.raises(error):
        convert_file(program(f"{commands}\n"))
    assert exchange_folders() == set()


def test_a_file_that_is_not_a_program_is_a_crash(tmp_path, convert_file):
    path = tmp_path / "soffice"
    path.write_text("not a program")
    path.chmod(0o755)
    with pytest.raises(ParserCrashed):
        convert_file(path)


@pytest.mark.full
def test_a_program_that_hangs_is_killed_with_all_children(program, convert_file):
    # proves: V5.2.3
    mark = "71717.25"
    with pytest.raises(ParserTimeout):
        convert_file(program(SLEEPS.format(mark)), seconds=3)
    assert running(mark) == []


def test_cancelling_kills_the_program_and_all_children(program, convert_file):
    class Cancelled(Exception):
        pass

    mark = "71717.50"

    def check() -> None:
        if running(mark):
            raise Cancelled

    with pytest.raises(Cancelled):
        convert_file(program(SLEEPS.format(mark)), check=check)
    assert running(mark) == []


def test_processor_time_is_limited(program, convert_file, monkeypatch):
    monkeypatch.setattr("documents.pipeline.office.libreoffice.TIMEOUT_SECONDS", 1)
    with pytest.raises((ParserTimeout, ParserCrashed)):
        convert_file(program("while :; do :; done\n"))


def test_output_is_limited(program, convert_file):
    limits = Limits(output_bytes=20_000_000, file_bytes=5_000_000)
    with pytest.raises(UnsafeDocument):
        convert_file(program('while :; do n=$((n+1)); head -c 4000000 /dev/zero > "$out/$n"; done\n'), limits=limits)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_the_program_dies_with_its_worker(program, end):
    mark = f"71717.7{int(end)}"
    script = f"""
        import time
        from pathlib import Path
        from documents.pipeline.office.libreoffice import Deadline, convert
        deadline = Deadline(time.monotonic() + 60, lambda: None)
        office, source = Path({str(program(SLEEPS.format(mark)))!r}), Path({str(DATA / "simple.doc")!r})
        convert(source, "application/msword", Path(), program=office, deadline=deadline)
    """
    worker = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], cwd=ROOT, start_new_session=True)
    wait_until_running(mark)
    os.kill(worker.pid, end)
    worker.wait()
    assert wait_until_gone(mark)


class TestIsolation:
    """Attempts of a program that has been taken over."""

    def test_the_environment_of_the_worker_is_not_visible(self, program, convert_file, monkeypatch):
        monkeypatch.setenv("SECRET_KEY", "very secret")
        path = convert_file(program('env > "$out/document.docx"'))
        assert "SECRET" not in path.read_text()
        assert f"HOME={os.environ['HOME']}\n" not in path.read_text()

    def test_other_files_cannot_be_read_or_written(self, program, convert_file, tmp_path, sandbox):
        if not sandbox.isolation().confined_files:
            pytest.skip("this kernel has no Landlock")
        (tmp_path / "secret").write_text("secret")
        commands = (
            f'cat {tmp_path}/secret > "$out/document.docx"; echo no >> "$out/document.docx"; touch {tmp_path}/new\n'
        )
        assert convert_file(program(commands)).read_text() == "no\n"
        assert not (tmp_path / "new").exists()

    def test_network_and_unix_sockets_cannot_be_used(self, tmp_path, sandbox):
        if not sandbox.isolation().filtered_calls:
            pytest.skip("this kernel filters no system calls")
        python = ConfinedProgram(
            argv=(os.path.realpath(sys.executable), "-I", "-c", textwrap.dedent(ATTEMPTS)),
            home=tmp_path,
            inbox=tmp_path,
            program_folders=(Path(sys.base_prefix),),
            system_files=(),
            limits=Limits(),
        )
        exit_result = run(python, output=tmp_path / "output", deadline=time.monotonic() + 60, check=no_check)
        assert exit_result == (0, "EPERM EPERM EPERM EPERM EPERM done False")


class TestFindProgram:
    def test_the_path_is_searched(self, program, monkeypatch):
        path = program("")
        monkeypatch.setenv("PATH", str(path.parent))
        assert find_program() == path
        monkeypatch.setenv("PATH", "/nowhere")
        assert find_program() is None

    def test_a_configured_program_is_used_or_none(self, program):
        path = program("")
        assert find_program(str(path)) == path
        assert find_program(f"{path}-7") is None

    def test_the_start_script_is_skipped(self, tmp_path):
        inner = tmp_path / "office" / "program" / "soffice"
        inner.parent.mkdir(parents=True)
        inner.touch()
        link = tmp_path / "soffice"
        link.symlink_to(inner)
        assert binary_of(link) == link
        (binary := inner.with_name("soffice.bin")).touch()
        assert binary_of(link) == binary
        assert program_folders(link) == (tmp_path, tmp_path / "office")
