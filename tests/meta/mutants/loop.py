"""Pytest plug-in (`-p tests.meta.mutants.loop`): run the same tests for each mutant, in one process and database.

The mutant is put into the database, or into the module that is loaded, and taken out again; nothing is started anew.
The first test that fails kills it. Reads the mutants from the file that `MUTANTS` names, writes a line when all is
green without them, and then one for each.
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
ANSWERS = ".answers"
GREEN = "green without any mutant"
RED = "red without any mutant"
# What never ends is as good as seen.
_STATEMENT_SECONDS = 10
_TEST_SECONDS = 30
_FIRST_SECONDS = 600  # the first of all makes the database


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    plan = Path(os.environ[MUTANTS])
    todo = json.loads(plan.read_text())
    right = Path(todo["path"]).read_text(encoding="utf-8")
    items = list(session.items)
    signal.signal(signal.SIGALRM, _give_up)
    assert (red := _killer(items, seconds=_FIRST_SECONDS)) is None, f"{RED}: {red.nodeid}"
    with suppress(psycopg.OperationalError):  # there are tests that need no database
        _limit_statements()
    with plan.with_suffix(ANSWERS).open("a") as answers:
        answers.write(f"{json.dumps(GREEN)}\n")
        for source in todo["sources"]:
            with _put_in(todo["path"], source, right):
                killer = _killer(items)
            answers.write(f"{json.dumps(killer and killer.nodeid)}\n")
            answers.flush()
            _to_the_front(items, killer)
    # A mutant may leave something behind that fails every test after it: then nothing is known about the later ones.
    assert (red := _killer(items)) is None, f"{RED}, afterwards: {red.nodeid}"
    return True


def _give_up(*_: object) -> None:
    raise TimeoutError


def _to_the_front(items: list[pytest.Item], killer: pytest.Item | None) -> None:
    """The next mutant is of the same function more often than not: what has just noticed is asked first."""
    if killer is not None:
        items.remove(killer)
        items.insert(0, killer)


def _killer(items: Sequence[pytest.Item], *, seconds: int = _TEST_SECONDS) -> pytest.Item | None:
    """Give the first test that fails."""
    for at, item in enumerate(items):
        item._initrequest()  # type: ignore[attr-defined]  # as those do who run a test again
        signal.alarm(seconds)
        reports = runtestprotocol(item, nextitem=items[(at + 1) % len(items)], log=False)
        signal.alarm(0)
        if any(report.failed for report in reports):
            _let_go(item)
            return item
    return None


def _let_go(item: pytest.Item) -> None:
    """Any test may come next: keep only what belongs to the session."""
    item.session._setupstate.teardown_exact(item.session)


@contextmanager
def _put_in(path: str, source: str, right: str) -> Iterator[None]:
    put = _install if path.endswith(".sql") else _execute
    put(path, source)
    try:
        yield
    finally:
        put(path, right)


def _install(_: str, source: str) -> None:
    names: dict[str, Any] = connection.settings_dict
    with psycopg.connect(host=names["HOST"], user=names["USER"], dbname=names["NAME"]) as line:
        line.execute(source.encode())


def _execute(path: str, source: str) -> None:
    """Functions that are called by way of their module are the mutant's from now on."""
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    exec(compile(source, path, "exec"), module.__dict__)


def _limit_statements() -> None:
    names: dict[str, Any] = connection.settings_dict
    with psycopg.connect(host=names["HOST"], user=names["USER"], dbname=names["NAME"], autocommit=True) as line:
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            line.execute(
                psycopg.sql.SQL("alter database {} set {} = {}").format(
                    psycopg.sql.Identifier(names["NAME"]), psycopg.sql.Identifier(limit), f"{_STATEMENT_SECONDS}s"
                )
            )
    with suppress(psycopg.Error):
        connection.close()
