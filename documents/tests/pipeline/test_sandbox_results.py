"""Results of a sandbox that has been taken over: whatever it puts in the outbox, the worker reads no other file."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from documents.errors import UnsafeDocument
from documents.pipeline.sandbox import Limits
from documents.pipeline.sandbox.exchange_dirs import ExchangeDirs
from documents.pipeline.sandbox.limits import OutputMeter
from documents.pipeline.sandbox.wire import WireError
from tests.timeouts import PATIENCE

NAME, OTHER, SECRET = "page.pdf", "other", b"secret of the worker"
# Exchanges two files as fast as it can, as a process behind all walls could: renameat2 with RENAME_EXCHANGE.
EXCHANGE = """
import ctypes, sys
libc = ctypes.CDLL(None)
first, second = (name.encode() for name in sys.argv[1:])
while True:
    libc.renameat2(-100, first, -100, second, 2)
"""


@pytest.fixture
def dirs():
    dirs = ExchangeDirs(max_file_bytes=1000)
    yield dirs
    dirs.remove()


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux exchanges two files at once")
def test_a_link_that_is_exchanged_for_a_result_is_not_followed(dirs, tmp_path):
    # proves: V5.3.2
    secret, scratch = tmp_path / "secret", tmp_path / "scratch"
    secret.write_bytes(SECRET)
    scratch.mkdir()
    taken = refused = 0
    with exchanging(*(dirs.outbox / name for name in (NAME, OTHER))):
        begin = time.monotonic()
        while (elapsed := time.monotonic() - begin) < 3 or (elapsed < PATIENCE and not (taken and refused)):
            put_file_and_link(dirs.outbox, secret)
            try:
                result = dirs.take_result(NAME, scratch)
            except WireError:
                refused += 1
                continue
            assert not result.is_symlink()
            assert result.read_bytes() == b"a page"
            taken += 1
    assert taken > 0
    assert refused > 0


@contextmanager
def exchanging(*paths: Path) -> Iterator[None]:
    with subprocess.Popen([sys.executable, "-I", "-c", EXCHANGE, *map(str, paths)]) as exchanger:
        try:
            yield
        finally:
            exchanger.kill()


def put_file_and_link(folder: Path, secret: Path) -> None:
    for name in (NAME, OTHER):
        (folder / name).unlink(missing_ok=True)
    (folder / "new").write_bytes(b"a page")
    (folder / "new").rename(folder / NAME)
    (folder / OTHER).symlink_to(secret)


@pytest.mark.parametrize(
    "put",
    [
        lambda path: None,
        lambda path: path.symlink_to("/etc/passwd"),
        lambda path: path.mkdir(),
        os.mkfifo,  # opening it would wait for a writer
        lambda path: (path.with_name(OTHER).touch(), path.hardlink_to(path.with_name(OTHER))),
        lambda path: path.write_bytes(bytes(1001)),
    ],
    ids=["nothing", "link", "folder", "pipe", "second name", "too large"],
)
def test_only_a_regular_file_with_one_name_is_taken(dirs, tmp_path, put):
    # proves: V5.3.2
    put(dirs.outbox / NAME)
    with pytest.raises(WireError):
        dirs.take_result(NAME, tmp_path)
    assert not (tmp_path / NAME).exists()


@pytest.mark.parametrize("name", ["../in/document", "/etc/passwd", "sub/page.pdf", "..", "", "page\0.pdf"])
def test_a_result_comes_from_the_outbox_itself(dirs, tmp_path, name):
    dirs.copy_in(Path(__file__))
    (dirs.outbox / "sub").mkdir()
    (dirs.outbox / "sub" / NAME).touch()
    with pytest.raises(WireError):
        dirs.take_result(name, tmp_path)


def test_a_result_is_a_copy_that_the_process_cannot_change(dirs, tmp_path):
    with (dirs.outbox / NAME).open("wb", buffering=0) as still_open:
        still_open.write(b"a page")
        result = dirs.take_result(NAME, tmp_path)
        still_open.write(b" and more")
    assert result.read_bytes() == b"a page"
    assert not (dirs.outbox / NAME).exists()


def test_a_copy_into_the_inbox_follows_no_link(dirs, tmp_path):
    target = tmp_path / "target"
    (dirs.inbox / "document").symlink_to(target)
    with pytest.raises(FileExistsError):
        dirs.copy_in(Path(__file__))
    assert not target.exists()


def test_the_output_is_measured_in_deep_folders_too(dirs):
    # proves: V5.2.3
    folder = dirs.outbox
    for _ in range(120):
        folder = folder / "deep"
        folder.mkdir()
    with pytest.raises(UnsafeDocument):
        OutputMeter(dirs.outbox, Limits()).check()


def test_folders_count_as_output(dirs):
    for number in range(11):
        (dirs.outbox / str(number)).mkdir()
    with pytest.raises(UnsafeDocument):
        OutputMeter(dirs.outbox, Limits(output_files=10)).check()


def test_folders_of_a_killed_owner_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    abandoned, held = ExchangeDirs(), ExchangeDirs()
    os.utime(abandoned.inbox.parent, (0, 0))
    os.utime(held.inbox.parent, (0, 0))
    abandoned.release_after_fork()  # as when the owner dies
    fresh = ExchangeDirs()
    assert not abandoned.inbox.exists()
    assert held.inbox.exists()
    held.remove()
    fresh.remove()


@pytest.mark.parametrize(
    ("minutes", "stays"),
    [
        (5, True),  # it may be locked soon
        (61, False),  # the owner was killed before it had the lock
    ],
)
def test_folders_without_a_lock_are_removed_after_an_hour(tmp_path, monkeypatch, minutes, stays):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    abandoned = ExchangeDirs()
    abandoned.release_after_fork()
    root = abandoned.inbox.parent
    (root / "owner").unlink()
    since = time.time() - 60 * minutes
    os.utime(root, (since, since))
    ExchangeDirs().remove()
    assert root.exists() == stays
