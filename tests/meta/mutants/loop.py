"""Pytest plug-in (`-p tests.meta.mutants.loop`): run the tests for each mutant in one process and database.

A mutant is installed in the database or in the imported module, and replaced by the original afterwards.
The first test that fails kills it. Reads the mutants from the file in `MUTANTS`; writes a line if the tests pass
without mutants, and then one for each mutant.
"""

import importlib
import json
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from _pytest.runner import runtestprotocol
from django.db import connection

MUTANTS = "MUTANTS"
RESULTS = ".results"
PASSED = "the tests pass without a mutant"
FAILED = "the tests fail without a mutant"
# A timeout counts as a failure.
_STATEMENT_SECONDS = 10
_TEST_SECONDS = 30
_FIRST_SECONDS = 600  # the first test creates the database


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    path = Path(os.environ[MUTANTS])
    plan = json.loads(path.read_text())
    original = Path(plan["path"]).read_text(encoding="utf-8")
    items = list(session.items)
    signal.signal(signal.SIGALRM, _raise_timeout)
    assert (failed := _killer(items, seconds=_FIRST_SECONDS)) is None, f"{FAILED}: {failed.nodeid}"
    with suppress(psycopg.OperationalError):  # some tests need no database
        _limit_statements()
    with path.with_suffix(RESULTS).open("a") as results:
        results.write(f"{json.dumps(PASSED)}\n")
        for source in plan["sources"]:
            with _installed(plan["path"], source, original):
                killer = _killer(items)
            results.write(f"{json.dumps(killer and killer.nodeid)}\n")
            results.flush()
            _move_to_front(items, killer)
    # A mutant may leave rows that fail every later test: then the results of later mutants would be invalid.
    assert (failed := _killer(items)) is None, f"{FAILED}, afterwards: {failed.nodeid}"
    return True


def _raise_timeout(*_: object) -> None:
    raise TimeoutError


def _move_to_front(items: list[pytest.Item], killer: pytest.Item | None) -> None:
    """Run the test that killed this mutant first: the next mutant is often in the same function."""
    if killer is not None:
        items.remove(killer)
        items.insert(0, killer)


def _killer(items: Sequence[pytest.Item], *, seconds: int = _TEST_SECONDS) -> pytest.Item | None:
    """Return the first test that fails."""
    for at, item in enumerate(items):
        item._initrequest()  # type: ignore[attr-defined]  # like plug-ins that rerun tests
        signal.alarm(seconds)
        reports = runtestprotocol(item, nextitem=items[(at + 1) % len(items)], log=False)
        signal.alarm(0)
        if any(report.failed for report in reports):
            _tear_down(item)
            return item
    return None


def _tear_down(item: pytest.Item) -> None:
    """Tear down all fixtures but those of the session, because any test may follow."""
    item.session._setupstate.teardown_exact(item.session)


@contextmanager
def _installed(path: str, source: str, original: str) -> Iterator[None]:
    install = _install_sql if path.endswith(".sql") else _install_module
    install(path, source)
    try:
        yield
    finally:
        install(path, original)


def _install_sql(_: str, source: str) -> None:
    names: dict[str, Any] = connection.settings_dict
    with psycopg.connect(host=names["HOST"], user=names["USER"], dbname=names["NAME"]) as database:
        database.execute(source.encode())


def _install_module(path: str, source: str) -> None:
    """Replace the functions of the module, for callers that use them through it."""
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    exec(compile(source, path, "exec"), module.__dict__)


def _limit_statements() -> None:
    names: dict[str, Any] = connection.settings_dict
    with psycopg.connect(host=names["HOST"], user=names["USER"], dbname=names["NAME"], autocommit=True) as database:
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            database.execute(
                psycopg.sql.SQL("alter database {} set {} = {}").format(
                    psycopg.sql.Identifier(names["NAME"]), psycopg.sql.Identifier(limit), f"{_STATEMENT_SECONDS}s"
                )
            )
    with suppress(psycopg.Error):
        connection.close()
