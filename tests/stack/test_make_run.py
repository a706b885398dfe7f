"""The two promises of the README, from outside, in a copy of the checkout that has nothing but its sources."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from config.stack.processes import find_marked

PROJECT = Path(__file__).resolve().parents[2]
# With an empty cache of packages, on a slow line.
COLD_SECONDS = 600
SECOND_SECONDS = 20
STOP_SECONDS = 10

pytestmark = [pytest.mark.long, pytest.mark.timeout(COLD_SECONDS + 120)]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the tracked and untracked files of git, without environment, packages and builds."""
    folder = tmp_path_factory.mktemp("checkout")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=PROJECT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (PROJECT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((PROJECT / name).read_bytes())
    return folder


class Run:
    """`make run` in a bare environment: no HOME, no Node, no engine on the PATH."""

    def __init__(self, checkout: Path) -> None:
        self.stack = checkout / ".stack"
        self.began = time.monotonic()
        self.log = checkout / "make.log"
        with self.log.open("ab") as output:
            self.make = subprocess.Popen(
                ["make", "run"],
                cwd=checkout,
                env={"PATH": os.defpath, "LANG": "C.UTF-8"},
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def wait_ready(self, seconds: float) -> float:
        """Return the seconds it took."""
        while not (self.stack / "demo.json").exists():
            assert self.make.poll() is None, self.log.read_text()[-4000:]
            assert time.monotonic() - self.began < seconds, self.log.read_text()[-4000:]
            time.sleep(0.1)
        return time.monotonic() - self.began

    @property
    def demo(self) -> dict[str, str]:
        return dict(json.loads((self.stack / "demo.json").read_text()))

    def documents(self) -> list[dict[str, str]]:
        demo = self.demo
        account = {"username": demo["username"], "password": demo["password"]}
        token = httpx.post(f"{demo['url']}api/v1/auth/login", json=account).json()["access"]
        answer = httpx.get(f"{demo['url']}api/v1/documents", headers={"Authorization": f"Bearer {token}"})
        return list(answer.json()["results"])

    def left(self) -> list[psutil.Process]:
        return find_marked(str(self.stack))


@pytest.fixture(scope="module")
def running(checkout: Path) -> Iterator[Run]:
    run = Run(checkout)
    run.wait_ready(COLD_SECONDS)
    yield run
    run.make.send_signal(signal.SIGTERM)
    run.make.wait(30)


def test_every_url_of_demo_json_works(running: Run):
    demo = running.demo
    assert httpx.get(demo["url"]).status_code == 200
    assert httpx.get(demo["flower"]).status_code == 401
    assert httpx.get(f"{demo['flower']}metrics").status_code == 401
    assert httpx.get(f"{demo['flower']}metrics", auth=(demo["username"], demo["password"])).status_code == 200
    assert httpx.get(f"{demo['flower']}workers", auth=(demo["username"], demo["password"])).status_code == 200
    assert httpx.get(demo["admin"], follow_redirects=True).status_code == 200
    assert httpx.post(demo["graphql"], json={"query": "{ me { username } }"}).status_code in {200, 401}


def test_the_demo_documents_become_ready(running: Run):
    deadline = time.monotonic() + 120
    while (states := {entry["state"] for entry in running.documents()}) != {"ready"}:
        assert time.monotonic() < deadline, states
        time.sleep(0.5)


def test_a_second_make_run_reports_the_first(running: Run, checkout: Path):
    second = subprocess.run(["make", "run"], cwd=checkout, check=False, capture_output=True, text=True)
    assert f"already running: {running.demo['url']}" in second.stdout


def test_it_stops_quickly_keeps_the_data_and_starts_again_quickly(running: Run, checkout: Path):
    before = {entry["id"] for entry in running.documents()}
    began = time.monotonic()
    subprocess.run(["make", "stop"], cwd=checkout, check=True, capture_output=True)
    assert time.monotonic() - began < STOP_SECONDS
    assert not running.left()
    again = Run(checkout)
    assert again.wait_ready(COLD_SECONDS) < SECOND_SECONDS
    assert {entry["id"] for entry in again.documents()} == before
    again.make.kill()  # not even make can say goodbye
    again.make.wait()
    deadline = time.monotonic() + 30
    while again.left():
        assert time.monotonic() < deadline, again.left()
        time.sleep(0.1)
