"""A real uvicorn, and a client that reads event streams."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from config.stack.testing import Process
from tests.jobs import conftest as jobs
from tests.timeouts import PATIENCE
from users.accounts.sessions import SessionStore
from users.models import User

SOON = PATIENCE

SHORT_TIMES = {"EVENT_KEEP_ALIVE_SECONDS": "1", "JOB_STREAM_SECONDS": "10"}

shared_processes = jobs.shared_processes


@dataclass(frozen=True, slots=True)
class Frame:
    """One event; a comment has the name `:`."""

    event: str
    data: Any = None
    id: str = ""


@dataclass(slots=True)
class Stream:
    """An open stream. Reading raises `httpx.ReadTimeout` when nothing arrives in time, not even a keep-alive."""

    response: httpx.Response
    _lines: Iterator[str] = field(init=False)

    def __post_init__(self) -> None:
        self._lines = self.response.iter_lines()

    def frames(self) -> Iterator[Frame]:
        """Yield all frames to the end of the stream."""
        found: dict[str, str] = {}
        for line in self._lines:
            if line:
                name, _, value = line.partition(": ")
                found[name] = value
            elif found:
                if "retry" not in found:
                    yield _frame(found)
                found = {}

    def until(self, event: str, *, seconds: float = SOON) -> Frame:
        """Return the next frame of this name."""
        end = time.monotonic() + seconds
        for frame in self.frames():
            if frame.event == event:
                return frame
            assert time.monotonic() < end, f"no {event} arrived in time"
        raise AssertionError(f"the stream ended without {event}")

    def changes(self, number: int) -> list[Frame]:
        return [self.until("change") for _ in range(number)]


def _frame(found: dict[str, str]) -> Frame:
    if "" in found:
        return Frame(":", found[""])
    return Frame(found["event"], json.loads(found["data"]), found.get("id", ""))


@dataclass(frozen=True, slots=True)
class Web:
    """A web server, with the session of one user."""

    client: httpx.Client

    @contextmanager
    def stream(self, path: str = "/api/v1/events", **headers: str) -> Iterator[Stream]:
        accept = {"Accept": "text/event-stream"}
        with self.client.stream("GET", path, headers=accept | headers) as response:
            assert response.status_code == 200, response.read()
            yield Stream(response)


def cookies_of(user: User) -> dict[str, str]:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return {settings.SESSION_COOKIE_NAME: session.session_key}


@pytest.fixture(scope="module")
def web_process(shared_processes) -> tuple[Process, str]:
    """Start uvicorn for all tests of a module, with a keep-alive per second and job streams of ten seconds."""
    return shared_processes.web(env=SHORT_TIMES | {"EVENT_STREAMS_PER_USER": "0"})


@pytest.fixture
def owner(web_process) -> User:
    """Return a user whose row is committed, for the server to see, and stays until the end of the module."""
    return User.objects.create_user(f"user-{uuid4()}")


@pytest.fixture
def web(web_process, owner) -> Iterator[Web]:
    with httpx.Client(base_url=web_process[1], cookies=cookies_of(owner), timeout=SOON) as client:
        yield Web(client)
