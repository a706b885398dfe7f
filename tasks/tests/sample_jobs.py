"""Kinds that only tests know. They leave marks in the cache's Redis, outside the database under test."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from functools import cache
from uuid import UUID

import redis
from django.conf import settings
from django.db import connection, transaction

from core.errors import DependencyFault, UserFault
from tasks.runtime import queue
from tasks.runtime.context import JobContext
from tasks.runtime.job_views import JobView
from tasks.runtime.registry import OnCrash, kind, step


@cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.CACHES["default"]["LOCATION"], decode_responses=True)


def look(job_id: UUID) -> JobView:
    """Return the view of an existing job."""
    view = queue.job_view(job_id)
    assert view is not None
    return view


def mark(word: str) -> None:
    """Add a mark to the list of what happened."""
    _redis().rpush("marks", word)


def forget_marks() -> None:
    _redis().delete("marks")


def marks() -> list[str]:
    return [str(word) for word in _redis().lrange("marks", 0, -1)]


@step("sample.note")
def note(job: JobContext, *, word: str = "noted") -> None:
    mark(word)


@step("sample.first")
def first(job: JobContext, **args: object) -> None:
    mark("first")


@step("sample.second")
def second(job: JobContext, **args: object) -> None:
    mark("second")


@step("sample.third")
def third(job: JobContext, **args: object) -> None:
    with job.commit():
        mark("third")


@step("sample.maybe", optional=True)
def maybe(job: JobContext, *, maybe: str = "", **args: object) -> None:
    mark("maybe")
    if maybe == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if maybe == "fail":
        raise UserFault("no picture")


@step("sample.wait")
def wait(job: JobContext, *, seconds: float = 0.5, **args: object) -> None:
    mark(f"wait:{os.getpid()}")
    end = time.monotonic() + seconds
    while time.monotonic() < end and "enough" not in marks():
        job.check_cancelled()
        time.sleep(0.02)
    with job.commit():
        mark("waited")


@step("sample.sleep")
def sleep(job: JobContext, *, seconds: float = 0.5, **args: object) -> None:
    mark(f"sleep:{os.getpid()}")
    time.sleep(seconds)


@step("sample.nap")
@step("sample.nap_again")
def nap(job: JobContext) -> None:
    time.sleep(0.3)


@step("sample.kill_once")
def kill_once(job: JobContext, **args: object) -> None:
    mark("kill")
    if job.attempt == 1:
        os.kill(os.getpid(), signal.SIGKILL)


@step("sample.kill")
def kill(job: JobContext, **args: object) -> None:
    mark("kill")
    os.kill(os.getpid(), signal.SIGKILL)


@step("sample.fail")
def fail(job: JobContext, *, how: str, times: int = 1000, later: str = "", **args: object) -> None:
    mark("try")
    if marks().count("try") > times:
        return
    if later and marks().count("try") > 1:
        how = later
    if how == "user":
        raise UserFault("This can never work.")
    if how == "dependency":
        raise DependencyFault("The parser is away.")
    if how == "poison":
        transaction.atomic().__enter__()
        connection.cursor().execute("select nonsense")
    if how == "cut":
        connection.cursor().execute("select pg_terminate_backend(pg_backend_pid())")
    raise ZeroDivisionError("deep inside")


@step("sample.hang")
def hang(job: JobContext, *, how: str) -> None:
    mark(f"hang:{os.getpid()}")
    if how == "cooperative":
        while True:
            job.check_cancelled()
            time.sleep(0.02)
    if how == "sleep":
        time.sleep(600)
    if how == "deaf":
        while True:
            with suppress(Exception):
                time.sleep(600)
    if how == "family":
        child = subprocess.Popen(["sleep", "600"])
        mark(f"child:{child.pid}")
    if how == "transaction":
        with job.commit():
            sum(range(10**12))
    if how == "query":
        connection.cursor().execute("select pg_sleep(600)")
    sum(range(10**12))  # C code that holds the interpreter and looks at no signal


@step("sample.leak")
def leak(job: JobContext, *, after_commit: bool) -> None:
    if after_commit:
        with job.commit():
            mark("committed")
    transaction.atomic().__enter__()
    connection.cursor().execute(
        "insert into tasks_joblog (job_id, attempt, level, message, fields) values (%s, 1, 'info', 'half work', '{}')",
        [job.id],
    )


@step("sample.talk")
def talk(job: JobContext, *, lines: int) -> None:
    for number in range(lines):
        job.log("info", f"line {number}", number=number)


kind("sample.hang", title="Hang", steps=["sample.first", "sample.hang"])
kind("sample.hang_briefly", title="Hang for a second", steps=["sample.first", "sample.hang"], timeout=1)
kind("sample.leak", title="Leak a transaction", steps=["sample.leak"])
kind("sample.talk", title="Talk", steps=["sample.talk"])
kind("sample.note", title="Note", steps=["sample.note"])
kind("sample.chain", title="Chain", steps=["sample.first", "sample.second", "sample.third"])
kind("sample.optional", title="Optional", steps=["sample.maybe", "sample.third"])
kind("sample.optional_last", title="Optional last", steps=["sample.first", "sample.maybe"])
kind("sample.wait", title="Wait", steps=["sample.first", "sample.wait"])
kind("sample.long", title="Long", steps=["sample.wait"], is_long=True)
kind("sample.short", title="Short of time", steps=["sample.wait"], timeout=1)
kind("sample.sleep", title="Sleep", steps=["sample.sleep"])
kind("sample.nap_in_two", title="A nap", steps=["sample.nap"])
kind("sample.naps", title="Two naps", steps=["sample.nap", "sample.nap_again"])
kind("sample.resume", title="Resume", steps=["sample.first", "sample.kill_once", "sample.third"])
kind("sample.poison", title="Poison", steps=["sample.first", "sample.kill"])
kind("sample.once", title="Never again", steps=["sample.kill"], on_step_crash=OnCrash.FAIL)
kind(
    "sample.cancellable",
    title="Has something to undo",
    steps=["sample.first", "sample.wait"],
    on_cancel=lambda job: mark(f"undone:{job.id}"),
)
kind("sample.two", title="Two", steps=["sample.first", "sample.fail"])
kind("sample.fail", title="Fail", steps=["sample.fail"])
kind("sample.stubborn", title="Never retried", steps=["sample.fail"], retry="never")
