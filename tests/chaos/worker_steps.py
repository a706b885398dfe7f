"""Gives a worker the kinds of the chaos run, and writes down every execution outside the system under test."""

import json
import os
import time
from typing import Any

from celery import current_app, signals

from tasks import celery_steps
from tests.chaos import kinds
from tests.chaos.stage import EXECUTIONS

__all__ = ["kinds"]

celery_steps.register(current_app)


def _write(event: str, task: Any, args: Any, **more: str) -> None:
    job, fence = args
    line = {
        "at": time.time(),
        "event": event,
        "pid": os.getpid(),
        "step": task.name,
        "job": job,
        "fence": fence,
        **more,
    }
    # One write to a file opened for appending: lines of several processes never mix, a kill cuts none.
    file = os.open(os.environ[EXECUTIONS], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, f"{json.dumps(line)}\n".encode())
    os.close(file)


def _began(*, task: Any, args: Any, **_: object) -> None:
    _write("begin", task, args)


def _ended(*, task: Any, args: Any, state: str | None, **_: object) -> None:
    _write("end", task, args, state=state or "IGNORED")


signals.task_prerun.connect(_began)
signals.task_postrun.connect(_ended)
