"""LibreOffice is a stranger: whatever it does ends as a file or as a typed error, and nothing of it is left."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest

from documents.errors import ConversionFailed, NeedsLibreOffice, ParserCrashed, ParserTimeout, UnsafeDocument
from documents.pipeline.office.program import find_program, folders_of, without_wrapper
from documents.pipeline.office.running import Confined, run
from documents.pipeline.sandbox import Limits
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.office.conftest import never, running

ROOT = Path(__file__).parents[4]
# Two generations that sleep; their argument is how a test finds them.
SLEEPS = "sh -c 'sleep {0} & sleep {0}' & sleep {0}\n"

TRIES = """
    import errno, os, socket
    def tried(deed, *arguments):
        try:
            deed(*arguments)
            return "done"
        except OSError as error:
            return errno.errorcode[error.errno]
    print(tried(socket.socket, socket.AF_INET), tried(socket.socket, socket.AF_INET6, socket.SOCK_DGRAM), end=" ")
    print(tried(socket.socket(socket.AF_UNIX).connect, "nowhere"), tried(os.setsid), tried(os.setpgid, 0, 0), end=" ")
    print(tried(os.open, "mine", os.O_CREAT | os.O_WRONLY), os.access("/", os.W_OK))
"""


@pytest.fixture(autouse=True)
def _boxes_of_their_own(tmp_path, monkeypatch):
    """Other tests make some at the same time."""
    folder = tmp_path / "boxes"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))


def boxes() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("cartulary-sandbox-*"))


def until_none(mark: str) -> bool:
    end = time.monotonic() + 90
    while running(mark) and time.monotonic() < end:
        time.sleep(0.05)
    return not running(mark)


def until_some(mark: str) -> None:
    end = time.monotonic() + 90
    while not running(mark):
        assert time.monotonic() < end, "the program was not started"
        time.sleep(0.02)


def test_what_it_makes_is_taken(program, converted):
    made = converted(program('cp "$in" "$out/document.docx"'))
    assert made.read_bytes() == (DATA / "simple.doc").read_bytes()


def test_nothing_is_tried_without_it(converted):
    # proves: X-18
    with pytest.raises(NeedsLibreOffice, match="LibreOffice"):
        converted(None)


@pytest.mark.parametrize(
    ("deeds", "error"),
    [
        ("exit 0", ConversionFailed),  # what LibreOffice does when it cannot read a file
        ("echo 'Error: source file could not be loaded'; exit 1", ConversionFailed),
        ('ln -s /etc/passwd "$out/document.docx"', ConversionFailed),  # a link that leads out
        ('mkdir "$out/document.docx"', ConversionFailed),
        (': > "$out/document.docx"', ConversionFailed),
        ("exit 81", ConversionFailed),  # "start me again", for ever
        ("kill -SEGV $$", ParserCrashed),
        ("kill -KILL $$", ParserCrashed),
    ],
    ids=["nothing", "refusal", "link", "folder", "empty", "again and again", "crash", "killed"],
)
def test_whatever_it_does_has_a_name(program, converted, deeds, error):
    with pytest.raises(error):
        converted(program(f"{deeds}\n"))
    assert boxes() == set()


def test_one_that_is_no_program_is_a_crash(tmp_path, converted):
    path = tmp_path / "soffice"
    path.write_text("no program")
    path.chmod(0o755)
    with pytest.raises(ParserCrashed):
        converted(path)


def test_one_that_hangs_is_ended_with_all_its_children(program, converted):
    # proves: V5.2.3
    mark = "71717.25"
    with pytest.raises(ParserTimeout):
        converted(program(SLEEPS.format(mark)), seconds=3)
    assert running(mark) == []


def test_cancelling_ends_it_and_all_its_children(program, converted):
    class Cancelled(Exception):
        pass

    mark = "71717.50"

    def check() -> None:
        if running(mark):
            raise Cancelled

    with pytest.raises(Cancelled):
        converted(program(SLEEPS.format(mark)), check=check)
    assert running(mark) == []


def test_one_that_burns_processor_time_is_ended(program, converted, monkeypatch):
    monkeypatch.setattr("documents.pipeline.office.converting.SECONDS", 1)
    with pytest.raises((ParserTimeout, ParserCrashed)):
        converted(program("while :; do :; done\n"))


def test_one_that_fills_the_disk_is_ended(program, converted):
    limits = Limits(output_bytes=20_000_000, file_bytes=5_000_000)
    with pytest.raises(UnsafeDocument):
        converted(program('while :; do n=$((n+1)); head -c 4000000 /dev/zero > "$out/$n"; done\n'), limits=limits)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_it_dies_with_its_worker(program, end):
    mark = f"71717.7{int(end)}"
    script = f"""
        import time
        from pathlib import Path
        from documents.pipeline.office.converting import Work, convert
        work = Work(time.monotonic() + 60, lambda: None)
        office, source = Path({str(program(SLEEPS.format(mark)))!r}), Path({str(DATA / "simple.doc")!r})
        convert(source, "application/msword", Path(), program=office, work=work)
    """
    worker = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], cwd=ROOT, start_new_session=True)
    until_some(mark)
    os.kill(worker.pid, end)
    worker.wait()
    assert until_none(mark)


class TestWalls:
    """What a program that has been taken over tries."""

    def test_it_sees_nothing_of_its_caller(self, program, converted, monkeypatch):
        monkeypatch.setenv("SECRET_KEY", "very secret")
        made = converted(program('env > "$out/document.docx"'))
        assert "SECRET" not in made.read_text()
        assert f"HOME={os.environ['HOME']}\n" not in made.read_text()

    def test_it_reads_and_writes_no_other_files(self, program, converted, tmp_path, sandbox):
        if not sandbox.isolation().confined_files:
            pytest.skip("this kernel has no Landlock")
        (tmp_path / "secret").write_text("secret")
        deeds = f'cat {tmp_path}/secret > "$out/document.docx"; echo no >> "$out/document.docx"; touch {tmp_path}/new\n'
        assert converted(program(deeds)).read_text() == "no\n"
        assert not (tmp_path / "new").exists()

    def test_it_reaches_no_network_and_no_sockets_of_others(self, tmp_path, sandbox):
        if not sandbox.isolation().filtered_calls:
            pytest.skip("this kernel filters no system calls")
        python = Confined(
            argv=(os.path.realpath(sys.executable), "-I", "-c", textwrap.dedent(TRIES)),
            home=tmp_path,
            inbox=tmp_path,
            folders=(Path(sys.base_prefix),),
            settings=(),
            limits=Limits(),
        )
        ended = run(python, said=tmp_path / "said", deadline=time.monotonic() + 60, check=never)
        assert ended == (0, "EPERM EPERM EPERM EPERM EPERM done False")


class TestFinding:
    def test_it_is_looked_for_on_the_path(self, program, monkeypatch):
        path = program("")
        monkeypatch.setenv("PATH", str(path.parent))
        assert find_program() == path
        monkeypatch.setenv("PATH", "/nowhere")
        assert find_program() is None

    def test_the_operator_may_name_it_and_then_it_is_that_or_none(self, program):
        path = program("")
        assert find_program(str(path)) == path
        assert find_program(f"{path}-7") is None

    def test_scripts_before_it_are_left_out(self, tmp_path):
        inner = tmp_path / "office" / "program" / "soffice"
        inner.parent.mkdir(parents=True)
        inner.touch()
        link = tmp_path / "soffice"
        link.symlink_to(inner)
        assert without_wrapper(link) == link
        (binary := inner.with_name("soffice.bin")).touch()
        assert without_wrapper(link) == binary
        assert folders_of(link) == (tmp_path, tmp_path / "office")
