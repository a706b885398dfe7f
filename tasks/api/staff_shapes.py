"""What REST says to operators."""

from typing import Any

from rest_framework import serializers

from core.api.rest.serializers import ReasonSerializer, StrictSerializer
from tasks.api.shapes import JOB, LINE, JobShape, LineShape
from tasks.models import SchedulerState

_VERSION = "Of what can be set; `If-Match` takes it."
_TENANT = {"id": "01990c6e-0002-7aaa-8bbb-0c0d0e0f0a0b", "name": "ada"}
LETTER: dict[str, Any] = {
    "id": "01990c6e-0b21-7c22-8d33-1f2e3d4c5b6a",
    "job_id": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
    "kind": "documents.process",
    "tenant": _TENANT,
    "reason": "exhausted",
    "error": {"code": "dependency_unavailable", "message": "The object store does not answer."},
    "attempts": 3,
    "crashes": 0,
    "first_failed": "2026-11-20T08:30:04.100000Z",
    "last_failed": "2026-11-20T08:31:10.100000Z",
    "requeued": None,
    "discarded": None,
}
LANE: dict[str, Any] = {
    "kind": "documents.process",
    "title": "Process a document",
    "step": "documents.ingest_doc",
    "waiting": 4,
    "scheduled": 1,
    "running": 2,
    "stuck": 0,
    "oldest_seconds": 3.2,
    "p50_ms": 2100,
    "p95_ms": 7400,
    "succeeded": 118,
    "failed": 1,
    "unsettled": 1,
    "overdue": 0,
}
_RUNNING: dict[str, Any] = {
    "job": JOB["id"],
    "kind": "documents.process",
    "step": "documents.ingest_doc",
    "since": "2026-11-20T08:30:00.200000Z",
}
WORKER: dict[str, Any] = {
    "name": "worker@node-1",
    "slots": 4,
    "alive": True,
    "stopping": False,
    "started": "2026-11-20T06:00:00.000000Z",
    "beat_seconds": 0.8,
    "running": [_RUNNING],
}


class TenantShape(StrictSerializer):
    """The group that fairness is measured over."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    example = _TENANT


class LetterShape(StrictSerializer):
    """A job that failed for good, until an operator requeues or discards it."""

    id = serializers.UUIDField()
    job_id = serializers.UUIDField()
    kind = serializers.CharField()
    tenant = TenantShape()
    reason = serializers.CharField()
    error = ReasonSerializer()
    attempts = serializers.IntegerField()
    crashes = serializers.IntegerField()
    first_failed = serializers.DateTimeField()
    last_failed = serializers.DateTimeField()
    requeued = serializers.DateTimeField(allow_null=True)
    discarded = serializers.DateTimeField(allow_null=True)
    example = LETTER


class LetterDetailsShape(LetterShape):
    """The same with the job's input, traceback, steps and log."""

    args = serializers.CharField(help_text="Its input, JSON.")
    traceback = serializers.CharField(allow_blank=True)
    job = JobShape()
    log = LineShape(many=True)
    example = {**LETTER, "args": "{}", "traceback": "", "job": JOB, "log": [LINE]}


class DepthShape(StrictSerializer):
    """How many there are."""

    depth = serializers.IntegerField()
    example = {"depth": 3}


class RequeuedShape(StrictSerializer):
    """How many jobs run again, and how many of the same wish are left: ask again for those."""

    requeued = serializers.IntegerField()
    remaining = serializers.IntegerField()
    example = {"requeued": 1000, "remaining": 234}


class LaneShape(StrictSerializer):
    """One step of one kind: what is there now, what became of it in the last hour."""

    kind = serializers.CharField()
    title = serializers.CharField()
    step = serializers.CharField(allow_blank=True)
    waiting = serializers.IntegerField()
    scheduled = serializers.IntegerField()
    running = serializers.IntegerField()
    stuck = serializers.IntegerField()
    oldest_seconds = serializers.FloatField(allow_null=True)
    p50_ms = serializers.IntegerField(allow_null=True)
    p95_ms = serializers.IntegerField(allow_null=True)
    succeeded = serializers.IntegerField()
    failed = serializers.IntegerField()
    unsettled = serializers.IntegerField(help_text="Failed for good, neither requeued nor discarded.")
    overdue = serializers.IntegerField(help_text="At work beyond their deadline; a worker ends them in seconds.")
    example = LANE


class LanesShape(StrictSerializer):
    """Every step of every kind of job."""

    lanes = LaneShape(many=True)
    example = {"lanes": [LANE]}


class RunningShape(StrictSerializer):
    """A step that a worker is at."""

    job = serializers.UUIDField()
    kind = serializers.CharField()
    step = serializers.CharField(allow_blank=True)
    since = serializers.DateTimeField(allow_null=True)
    example = _RUNNING


class WorkerShape(StrictSerializer):
    """A Celery worker."""

    name = serializers.CharField()
    slots = serializers.IntegerField()
    alive = serializers.BooleanField()
    stopping = serializers.BooleanField()
    started = serializers.DateTimeField()
    beat_seconds = serializers.FloatField(help_text="Since it was heard of last.")
    running = RunningShape(many=True)
    example = WORKER


class WorkersShape(StrictSerializer):
    """Who works, and on what."""

    workers = WorkerShape(many=True)
    example = {"workers": [WORKER]}


class TenantQueueShape(StrictSerializer):
    """A tenant's account with the scheduler."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    cap = serializers.IntegerField(allow_null=True, help_text="Most jobs in flight.")
    rate = serializers.IntegerField(allow_null=True, help_text="Most jobs begun in a minute.")
    weight = serializers.FloatField()
    paused = serializers.BooleanField()
    retry_unknown = serializers.BooleanField()
    running = serializers.IntegerField()
    waiting = serializers.IntegerField()
    version = serializers.CharField(help_text=_VERSION)
    example = {
        **_TENANT,
        "cap": None,
        "rate": 600,
        "weight": 1.0,
        "paused": False,
        "retry_unknown": False,
        "running": 2,
        "waiting": 4,
        "version": "2c624232cc221f21",
    }


class SchedulerShape(StrictSerializer):
    """The rules by which jobs are given out."""

    policy = serializers.ChoiceField(choices=SchedulerState.Policy.choices)
    window = serializers.IntegerField()
    high_share = serializers.IntegerField()
    low_share = serializers.IntegerField()
    max_stuck_streak = serializers.IntegerField()
    version = serializers.CharField(help_text=_VERSION)
    example = {
        "policy": "time",
        "window": 2,
        "high_share": 2,
        "low_share": 1,
        "max_stuck_streak": 3,
        "version": "19581e27de7ced00",
    }
