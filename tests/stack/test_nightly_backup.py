"""Backups are made every night, however Cartulary runs: by a container, a timer of systemd, a job of Kubernetes."""

import datetime
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import load_command_class

from tests.production.compose_file import PROJECT, interpolate
from tests.stack.test_deployments import objects, unit

SERVICE = yaml.safe_load((PROJECT / "production.yml").read_text())["services"]["backup"]
UNITS = PROJECT / "compose" / "systemd"


def commands() -> list[str]:
    """Return the words behind `backup` of each way to run it."""
    (job,) = (each for each in objects() if each["kind"] == "CronJob")
    (container,) = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
    composed = interpolate(SERVICE["command"][2], {})
    return [
        re.split(r"backup\.sh \d\d:\d\d ", composed)[1],
        unit(UNITS / "cartulary-backup.service")["ExecStart"][0].partition("manage.py backup ")[2],
        container["command"][2].partition("manage.py backup ")[2],
    ]


def test_each_way_keeps_backups_as_long_and_takes_options_of_operators():
    parser = load_command_class("documents", "backup").create_parser("manage.py", "backup")
    for words, name in zip(commands(), ("/backups", "/var/backups/cartulary", "/backups"), strict=True):
        plain = parser.parse_args(words.replace("$BACKUP_OPTIONS", "").split())
        assert (plain.folder, plain.keep_days) == (Path(name), 30)
        changed = parser.parse_args([*words.replace("$BACKUP_OPTIONS", "").split(), "--keep-days", "90"])
        assert changed.keep_days == 90


def test_the_folder_of_backups_can_be_written():
    (service, timer) = (UNITS / "cartulary-backup.service", UNITS / "cartulary-backup.timer")
    assert unit(service)["ReadWritePaths"] == ["/var/backups/cartulary"]
    assert unit(timer)["OnCalendar"] == ["*-*-* 02:15:00"]
    assert interpolate(SERVICE["volumes"][-1], {"BACKUP_FOLDER": "/srv/backups"}) == "/srv/backups:/backups"
    (job,) = (each for each in objects() if each["kind"] == "CronJob")
    (claim,) = (each for each in objects() if each["kind"] == "PersistentVolumeClaim")
    pod: dict[str, Any] = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    (volume,) = (each for each in pod["volumes"] if each["name"] == "backups")
    assert volume["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    assert {"name": "backups", "mountPath": "/backups"} in pod["containers"][0]["volumeMounts"]
    assert job["spec"]["schedule"] == "15 2 * * *"


@pytest.fixture
def run_script(tmp_path):
    """Return a function that runs the script of the container until its fourth pause; it returns what was called."""
    log = tmp_path / "log"
    for name, program in {
        "sleep": f'echo "sleep $1" >>{log}; [ "$(grep -c sleep {log})" -lt 4 ] || kill -TERM $PPID',
        "python": f'echo "python $*" >>{log}; [ "$(grep -c python {log})" -gt {{failures}} ]',
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{program}\n")
        (tmp_path / name).chmod(0o755)

    def run(failures: int) -> list[str]:
        python = tmp_path / "python"
        python.write_text(python.read_text().replace("{failures}", str(failures)))
        script = PROJECT / "compose" / "django" / "backup.sh"
        argv = ["sh", script, "02:15", "/backups", "--keep-days", "30"]
        path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
        ended = subprocess.run(argv, env=path, check=False, capture_output=True, text=True, timeout=60)
        assert (ended.returncode, ended.stderr) == (0, "")
        return log.read_text().splitlines()

    return run


BACKUP = "python manage.py backup /backups --keep-days 30"


def test_the_container_waits_for_the_time_of_day(run_script):
    before = datetime.datetime.now(tz=datetime.UTC)
    called = run_script(failures=0)
    assert called[1::2] == [BACKUP] * 3
    for call in called[::2]:
        at = before + datetime.timedelta(seconds=int(call.removeprefix("sleep ")))
        assert abs(at - at.replace(hour=2, minute=15, second=0)) < datetime.timedelta(minutes=1)
        assert before < at <= before + datetime.timedelta(days=1, minutes=1)


def test_a_backup_that_fails_is_tried_again_twice(run_script):
    called = run_script(failures=2)
    assert called[1:6] == [BACKUP, "sleep 3600", BACKUP, "sleep 3600", BACKUP]
