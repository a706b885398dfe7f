"""Fixtures for all tests: users, API clients, and real files that go through the upload service."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from core.api import throttling
from core.api.testing import ApiClient
from core.db.ids import uuid7
from core.observability import request_id
from corpuses.models import Corpus
from corpuses.uploads.services import upload_to_corpus
from documents.models import Document
from documents.storage.blobs import BlobWriter
from tests import recorded_changes, sample
from tests.database import cloned_database
from users.models import User

DEMO = Path(__file__).parent / "corpuses" / "first_steps" / "demo"

Upload = Callable[..., Document]

_STARTS_PROCESSES = frozenset({"processes", "shared_processes", "process_environment", "live_stack", "live_web"})
_USES_DATABASE = frozenset({"db", "transactional_db"})


recorded_changes.watch()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark each test by its level: `unit`, `db`, `process` or `browser`; the last two run again if they fail."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if item.get_closest_marker("browser") or "browser_program" in fixtures:
        item.add_marker("browser")
        item.add_marker(pytest.mark.flaky(reruns=1))
    elif fixtures & _STARTS_PROCESSES:
        item.add_marker("process")
        item.add_marker(pytest.mark.flaky(reruns=1))
    elif fixtures & _USES_DATABASE or item.get_closest_marker("django_db"):
        item.add_marker("db")
    else:
        item.add_marker("unit")


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make test` leaves out, and what a change reaches."""
    sample.mark(items, sample.changed_files())


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_blocker):
    with django_db_blocker.unblock(), cloned_database():
        yield


@pytest.fixture(scope="module")
def module_rows(django_db_setup, django_db_blocker):
    """Keep what fixtures of a module create for all its tests: each test rolls back what it changes itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _own_blob_folder(settings, tmp_path):
    """Isolate each test in its own folder of blobs."""
    settings.DATA_DIR = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "default": {
            **settings.STORAGES["default"],
            "OPTIONS": {"location": str(tmp_path / "blobs"), "allow_overwrite": True},
        }
    }


@pytest.fixture(autouse=True)
def _own_rate_limit_counters(settings, monkeypatch):
    """Keep rate limit counters of tests apart, and the pause after an error of Redis to the test that has one."""
    settings.REDIS_PREFIX = f"test-{uuid7().hex}"
    monkeypatch.setattr(throttling.Breaker, "_open_until", 0.0)


@pytest.fixture(autouse=True)
def _changes_are_recorded():
    """Fail if a transaction changed rows that pages show, and recorded no event or no audit entry."""
    recorded_changes.begin()
    yield
    silent = recorded_changes.take_silent()
    assert not silent, "\n".join(silent)


@pytest.fixture(autouse=True)
def _own_request_id():
    """Reset the request id: a stream that a test does not read to its end never finishes its request."""
    with request_id.bound(""):
        yield


@pytest.fixture
def user(db) -> User:
    return User.objects.create_user("ada", "ada@example.org", "correct horse")


@pytest.fixture
def other_user(db) -> User:
    return User.objects.create_user("eve", "eve@example.org", "battery staple")


@pytest.fixture
def api(user) -> ApiClient:
    """Return a client of `user`."""
    return ApiClient(user)


@pytest.fixture
def other_api(other_user) -> ApiClient:
    """Return a client of `other_user`, who owns nothing."""
    return ApiClient(other_user)


@pytest.fixture
def anonymous_api(db) -> ApiClient:
    """Return a client that is not signed in."""
    return ApiClient()


@pytest.fixture
def upload(user) -> Upload:
    """Upload a demonstration file by its name, which becomes its title, or a path, or bytes."""

    def send(
        source: str | Path | bytes, *, owner: User = user, corpus: Corpus | None = None, filename: str = ""
    ) -> Document:
        title = ""  # else the one that the program finds in the text
        if isinstance(source, str):
            source = DEMO / source
            title = source.stem
        if isinstance(source, Path):
            filename, source = filename or source.name, source.read_bytes()
        with BlobWriter() as writer:
            writer.write(source)
            return upload_to_corpus(
                writer.finish(), filename=filename or "file", title=title, owner=owner, corpus=corpus
            )

    return send


@pytest.fixture
def rotate_secret_key(settings: Any) -> Callable[..., None]:
    """Replace SECRET_KEY; `keep` says whether the old one stays in SECRET_KEY_FALLBACKS."""

    def rotate(*, keep: bool) -> None:
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if keep else []
        settings.SECRET_KEY = secrets.token_hex(32)

    return rotate
