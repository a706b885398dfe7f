"""Fixtures for tests that talk to a real server: one web server and one worker for all of them."""

from collections.abc import Iterator

import pytest

from tests.shared_stack import LiveStack, SharedStack
from tests.shared_stack import shared_stack as run_shared_stack

_SHARED = frozenset({"live_stack", "live_web"})
_stack = pytest.StashKey[SharedStack]()


def _uses_shared_stack(item: pytest.Item) -> bool:
    return not _SHARED.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests that share a stack first, one after the other."""
    items.sort(key=lambda item: not _uses_shared_stack(item))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """End the shared stack before other tests: they may start workers, which would share its broker."""
    stack = item.session.stash.get(_stack, None)
    if stack is not None and not _uses_shared_stack(item):
        stack.close()


@pytest.fixture(scope="session")
def shared_stack(request, django_db_setup, tmp_path_factory) -> Iterator[SharedStack]:
    with run_shared_stack(tmp_path_factory.mktemp("stack")) as stack:
        request.session.stash[_stack] = stack
        yield stack


@pytest.fixture
def live_stack(shared_stack: SharedStack, transactional_db, settings) -> Iterator[LiveStack]:
    """Resume the shared web server and worker, with empty tables and an empty data folder."""
    yield shared_stack.resume(settings)
    shared_stack.rest()


@pytest.fixture
def live_web(shared_stack: SharedStack, transactional_db, settings) -> Iterator[LiveStack]:
    """Resume the shared web server, but not the worker: no job is run."""
    yield shared_stack.resume(settings, with_worker=False)
    shared_stack.rest()
