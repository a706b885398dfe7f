"""Give a worker the kinds of the chaos run, and log every execution outside the system under test."""

import json
import os
import time
from typing import Any
from uuid import UUID

from celery import current_app

from tasks.runtime import celery_tasks, runner, transitions
from tasks.runtime.registry import Step
from tasks.runtime.runner import Outcome, StepResult
from tasks.runtime.transitions import Start
from tests.meta.chaos import kinds
from tests.meta.chaos.messages import log_messages
from tests.meta.chaos.system import EXECUTIONS

__all__ = ["kinds"]

_STATES = {Outcome.REFUSED: "IGNORED", Outcome.ENDED: "FAILURE"}

celery_tasks.register(current_app)


def _write(event: str, step: Step, job_id: UUID, fence: int, **more: str) -> None:
    line = {
        "at": time.monotonic(),  # the same in all processes, and not affected by clock jumps
        "event": event,
        "pid": os.getpid(),
        "step": step.name,
        "job": str(job_id),
        "fence": fence,
        **more,
    }
    # One write to a file opened for appending, so lines of several processes do not mix and none is cut.
    file = os.open(os.environ[EXECUTIONS], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(file, f"{json.dumps(line)}\n".encode())
    os.close(file)


_run_step, _start = runner.run_step, transitions.start


class _Last:
    """Whether the latest message began its step; a duplicate of an ended step begins nothing."""

    verdict = ""


def _start_and_note(*args: Any, **options: Any) -> Start:
    begun = _start(*args, **options)
    _Last.verdict = begun.verdict
    return begun


def _run_and_log(step: Step, *, job_id: UUID, fence: int, **rest: Any) -> StepResult:
    """Log a step where it runs: not every job has its own message (ADR 0011)."""
    _write("begin", step, job_id, fence)
    state = "FAILURE"
    try:
        ran = _run_step(step, job_id=job_id, fence=fence, **rest)
        state = "IGNORED" if _Last.verdict == "done" else _STATES.get(ran.outcome, "SUCCESS")
    finally:
        _write("end", step, job_id, fence, state=state)
    return ran


runner.run_step = _run_and_log
transitions.start = _start_and_note
log_messages()
