"""Fixtures for tests that talk to a real server: one web server and one worker for all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shared_stack import LiveStack, SharedStack
from tests.shared_stack import shared_stack as run_shared_stack

_SHARED = frozenset({"live_stack", "live_web"})
_stack = pytest.StashKey[SharedStack]()


def _uses_shared_stack(item: pytest.Item) -> bool:
    return not _SHARED.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the files whose tests share a stack first, then those that start processes, which take long for their number.

    Files with other tests, too, are the last of those that share a stack, because the others end it.
    """
    by_file: dict[Path, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(item.path, []).append(item)
    items[:] = [item for file in sorted(by_file, key=lambda file: _rank(by_file[file])) for item in by_file[file]]


def _rank(items: list[pytest.Item]) -> int:
    if all(map(_uses_shared_stack, items)):
        return 0
    if any(map(_uses_shared_stack, items)):
        return 1
    return 2 if any(item.get_closest_marker("process") for item in items) else 3


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
