"""`compose/roll.sh` replaces containers of a service one after the other; here, a program takes the place of Docker."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).resolve().parents[2]
SERVICE = "web"
# What the script needs of Docker: containers are numbers, in the order in which they were started.
DOCKER = """#!{python}
import json, sys
from pathlib import Path

state = json.loads(Path("{state}").read_text())
match sys.argv[1:]:
    case ["compose", "ps", "--quiet", "web"]:
        print(*state["running"], sep="\\n")
    case ["compose", "up", *options, scale, "web"]:
        assert options == ["--detach", "--wait", "--no-deps", "--no-recreate", "--scale"], options
        while len(state["running"]) < int(scale.removeprefix("web=")):
            state["running"].append(state["next"])
            state["next"] += 1
    case ["stop", container]:
        state["running"].remove(int(container))
    case ["rm", container]:
        assert int(container) not in state["running"]
    case unknown:
        sys.exit(f"docker {{unknown}}")
state["counts"].append(len(state["running"]))
Path("{state}").write_text(json.dumps(state))
sys.exit(1 if state["is_unhealthy"] and "up" in sys.argv else 0)
"""


def roll(folder: Path, running: list[int], *, is_unhealthy: bool = False) -> tuple[int, dict[str, Any]]:
    """Run the script; return its exit code, and the containers that run then."""
    file = folder / "state.json"
    state = {"running": running, "next": 100, "counts": [len(running)], "is_unhealthy": is_unhealthy}
    file.write_text(json.dumps(state))
    docker = folder / "docker"
    docker.write_text(DOCKER.format(python=sys.executable, state=file))
    docker.chmod(0o755)
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "ROLL_SECONDS": "0"}
    argv = ["sh", PROJECT / "compose" / "roll.sh", SERVICE]
    ended = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
    return ended.returncode, json.loads(file.read_text())


@pytest.mark.parametrize("number", [1, 3])
def test_as_many_containers_run_at_any_time(tmp_path, number):
    code, state = roll(tmp_path, list(range(number)))
    assert code == 0
    assert state["running"] == [100 + index for index in range(number)]
    assert (min(state["counts"]), max(state["counts"])) == (number, number + 1)


def test_nothing_is_stopped_if_the_new_container_is_not_healthy(tmp_path):
    code, state = roll(tmp_path, [1, 2], is_unhealthy=True)
    assert code != 0
    assert state["running"] == [1, 2, 100]


def test_a_service_that_does_not_run_is_an_error(tmp_path):
    code, state = roll(tmp_path, [])
    assert (code, state["running"]) == (1, [])
