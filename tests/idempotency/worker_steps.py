"""For a worker under test: count what the steps of one kind commit, and kill the process after the n-th commit.

A file says which steps and which commit; another gets a line for each. Named by `COMMITS_PLAN`, which only tests set.
"""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import psycopg
from celery import signals
from psycopg.pq import TransactionStatus

from tasks.runtime import runner
from tasks.runtime.registry import Step

PLAN = "COMMITS_PLAN"
KILLED = "KILLED"
# A statement by itself is a transaction; one that only reads leaves nothing that a kill could come after.
_WRITES = re.compile(r"insert|update|delete|call|select \* from tasks_(?!guard_fence|unwanted)", re.IGNORECASE)


class _Now:
    """The plan for the step that this process works on."""

    plan: dict[str, Any] | None = None


def journal() -> Path:
    return Path(os.environ[PLAN]).with_suffix(".journal")


def _forget(**_: object) -> None:
    _Now.plan = None


def _note(statement: str) -> None:
    plan = _Now.plan
    if plan is None:
        return
    with journal().open("a+") as lines:
        lines.write(f"{' '.join(statement.split())[:150]}\n")
        lines.seek(0)
        is_the_one = len(lines.readlines()) == plan["kill_after"]
        if is_the_one:
            lines.write(f"{KILLED}\n")
    if is_the_one:
        os.kill(os.getpid(), signal.SIGKILL)


def _watch_steps() -> None:
    """Record each step where it runs: Celery sees only the first job of a process (ADR 0011)."""
    run_step = runner.run_step

    def run_planned_step(step: Step, **facts: Any) -> runner.StepResult:
        plan = json.loads(Path(os.environ[PLAN]).read_text())
        _Now.plan = plan if step.name in plan["steps"] else None
        return run_step(step, **facts)

    runner.run_step = run_planned_step


def _watch_commits() -> None:
    commit, execute = psycopg.Connection.commit, psycopg.Cursor.execute

    def counted_commit(self: psycopg.Connection) -> None:
        is_open = self.info.transaction_status == TransactionStatus.INTRANS
        commit(self)
        if is_open:
            _note("commit")

    def counted_execute(self: psycopg.Cursor, query: Any, *args: Any, **options: Any) -> psycopg.Cursor:
        is_alone = self.connection.autocommit and self.connection.info.transaction_status == TransactionStatus.IDLE
        execute(self, query, *args, **options)
        if is_alone and _WRITES.match(str(query).strip()):
            _note(str(query))
        return self

    psycopg.Connection.commit = counted_commit  # type: ignore[method-assign]  # the driver is what is measured
    psycopg.Cursor.execute = counted_execute  # type: ignore[method-assign,assignment]  # the same


if PLAN in os.environ:  # the tests import the names above
    _watch_steps()
    _watch_commits()
    signals.task_postrun.connect(_forget)
