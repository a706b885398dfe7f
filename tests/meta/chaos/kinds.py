"""Small kinds of the chaos run. Each step leaves one row in a table that forbids nothing, so that doubles are seen."""

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


def _leave(job: JobContext, request: int, name: str) -> None:
    with job.commit(), connection.cursor() as cursor:
        cursor.execute("insert into chaos_effect (request, step) values (%s, %s)", [request, name])


@step("chaos.note")
def note(job: JobContext, *, request: int) -> None:
    _leave(job, request, "note")


@step("chaos.first")
def first(job: JobContext, *, request: int) -> None:
    time.sleep(0.02)
    _leave(job, request, "first")


@step("chaos.second")
def second(job: JobContext, *, request: int) -> None:
    time.sleep(0.02)
    _leave(job, request, "second")


@step("chaos.third")
def third(job: JobContext, *, request: int) -> None:
    _leave(job, request, "third")


@step("chaos.nap")
def nap(job: JobContext, *, request: int) -> None:
    time.sleep(0.3)
    _leave(job, request, "nap")


@step("chaos.doubtful")
def doubtful(job: JobContext, *, request: int) -> None:
    """Its dependency is away at the first attempt."""
    if job.attempt == 1:
        raise DependencyFault("The parser is away.")
    _leave(job, request, "doubtful")


@step("chaos.poison")
def poison(job: JobContext, *, request: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@step("chaos.hang")
def hang(job: JobContext, *, request: int) -> None:
    """C code that looks at no signal."""
    sum(range(10**12))


# What each kind must leave behind, once; those that must fail, and for what reason.
LEAVES = {
    "chaos.note": {"note"},
    "chaos.chain": {"first", "second", "third"},
    "chaos.nap": {"nap"},
    "chaos.doubtful": {"doubtful"},
    "chaos.poison": set(),
    "chaos.hang": set(),
}

FAILS = {"chaos.poison": Reason.WORKER_LOST, "chaos.hang": Reason.TIMEOUT}

kind("chaos.note", title="Note", steps=["chaos.note"])
kind("chaos.chain", title="Chain", steps=["chaos.first", "chaos.second", "chaos.third"])
kind("chaos.nap", title="Nap", steps=["chaos.nap"])
kind("chaos.doubtful", title="Doubtful", steps=["chaos.doubtful"])
kind("chaos.hang", title="Hang", steps=["chaos.hang"], timeout=2)
kind("chaos.poison", title="Poison", steps=["chaos.poison"])
