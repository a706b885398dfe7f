"""Small kinds of the chaos run. Each step inserts a row into a table without constraints, which shows duplicates."""

import os
import signal
import time

from django.db import connection

from core.errors import DependencyFault
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step
from tasks.states import Reason

EFFECTS = """
create table chaos_effect (
  id bigserial primary key, request int not null, step text not null, at timestamptz not null default clock_timestamp())
"""


def _insert_effect(job: JobContext, request: int, name: str) -> None:
    with job.commit(), connection.cursor() as cursor:
        cursor.execute("insert into chaos_effect (request, step) values (%s, %s)", [request, name])


@step("chaos.note")
def note(job: JobContext, *, request: int) -> None:
    _insert_effect(job, request, "note")


@step("chaos.first")
def first(job: JobContext, *, request: int) -> None:
    time.sleep(0.02)
    _insert_effect(job, request, "first")


@step("chaos.second")
def second(job: JobContext, *, request: int) -> None:
    time.sleep(0.02)
    _insert_effect(job, request, "second")


@step("chaos.third")
def third(job: JobContext, *, request: int) -> None:
    _insert_effect(job, request, "third")


@step("chaos.nap")
def nap(job: JobContext, *, request: int) -> None:
    time.sleep(0.3)
    _insert_effect(job, request, "nap")


@step("chaos.doubtful")
def doubtful(job: JobContext, *, request: int) -> None:
    """Fail at the first attempt because a dependency is unavailable."""
    if job.attempt == 1:
        raise DependencyFault("The parser is unavailable.")
    _insert_effect(job, request, "doubtful")


@step("chaos.poison")
def poison(job: JobContext, *, request: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@step("chaos.hang")
def hang(job: JobContext, *, request: int) -> None:
    """Run C code that checks no signals."""
    sum(range(10**12))


# The steps whose effect each kind must have, once; the kinds that must fail, with the reason.
EFFECTS_OF = {
    "chaos.note": {"note"},
    "chaos.chain": {"first", "second", "third"},
    "chaos.nap": {"nap"},
    "chaos.doubtful": {"doubtful"},
    "chaos.poison": set(),
    "chaos.hang": set(),
}

REASON_OF = {"chaos.poison": Reason.WORKER_LOST, "chaos.hang": Reason.TIMEOUT}

kind("chaos.note", title="Note", steps=["chaos.note"])
kind("chaos.chain", title="Chain", steps=["chaos.first", "chaos.second", "chaos.third"])
kind("chaos.nap", title="Nap", steps=["chaos.nap"])
kind("chaos.doubtful", title="Doubtful", steps=["chaos.doubtful"])
kind("chaos.hang", title="Hang", steps=["chaos.hang"], timeout=2)
kind("chaos.poison", title="Poison", steps=["chaos.poison"])
