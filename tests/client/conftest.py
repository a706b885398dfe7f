"""Fixtures: a real server and worker, a user, and the command as a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cartulary_client import Client
from users.models import User

CLIENT = Path(__file__).resolve().parents[2] / "clients" / "python"
PASSWORD = "correct horse"


@pytest.fixture
def ada(transactional_db):
    return User.objects.create_user("ada", "ada@example.org", PASSWORD)


@pytest.fixture
def server(live_stack, ada):
    return live_stack.url


@pytest.fixture
def client(server):
    with Client.log_in(server, "ada", PASSWORD) as client:
        yield client


@pytest.fixture
def command(server, tmp_path):
    """Run `cartulary …` with its own configuration folder."""
    return Command(server, tmp_path / "config")


class Command:
    def __init__(self, server: str, config: Path) -> None:
        self.config = config
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(CLIENT),
            "CARTULARY": server,
            "CARTULARY_CONFIG": str(config),
            "NO_PROXY": "*",
        }

    def __call__(self, *arguments: object, stdin: str = "", **environment: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-m", "cartulary_client", *map(str, arguments)],
            env=self.environment | environment,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=400,
            check=False,
        )

    def json_lines(self, *arguments: object, **options: str) -> list:
        """Run the command with `--json`, require success and return the JSON values that it printed."""
        completed = self(*arguments, "--json", **options)
        assert completed.returncode == 0, completed.stderr
        return [json.loads(line) for line in completed.stdout.splitlines()]
