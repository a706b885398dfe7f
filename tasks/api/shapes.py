"""What REST says about jobs."""

from typing import Any

from rest_framework import serializers

from core.api.rest.serializers import ReasonSerializer, StrictSerializer
from tasks.models import JobLog
from tasks.states import STATUS, JobState, Priority, StepState

_STATUSES = tuple(dict.fromkeys(STATUS.values()))
_PRIORITIES = [priority.name.lower() for priority in Priority]

STEP: dict[str, Any] = {
    "name": "documents.ingest_doc",
    "state": "success",
    "started": "2026-11-20T08:30:00.200000Z",
    "finished": "2026-11-20T08:30:04.000000Z",
    "duration_ms": 3800,
    "error": None,
}
JOB: dict[str, Any] = {
    "id": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
    "owner_id": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
    "kind": "documents.process",
    "title": "Process a document",
    "subject_title": "Lease of 12 Harbour Street",
    "state": "success",
    "status": "succeeded",
    "priority": "high",
    "progress": 100,
    "message": "",
    "reason": "",
    "waiting": "",
    "error": None,
    "result": {"state": "ready", "page_count": 12, "revision": 1, "warnings": []},
    "attempts": 1,
    "crashes": 0,
    "cancel_requested": False,
    "submitted": "2026-11-20T08:30:00.000000Z",
    "started": "2026-11-20T08:30:00.200000Z",
    "due": None,
    "finished": "2026-11-20T08:30:04.100000Z",
    "request_id": "01990c6e5d2a7b3c8f4e1a2b3c4d5e6f",
    "steps": [STEP],
    "document_id": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
}
LINE: dict[str, Any] = {
    "id": 4711,
    "at": "2026-11-20T08:30:02.000000Z",
    "attempt": 1,
    "level": "info",
    "message": "pages.read",
    "fields": {"pages": 12},
}


class JobQuery(StrictSerializer):
    """Which jobs."""

    state = serializers.ChoiceField(choices=JobState.choices, required=False)
    status = serializers.ChoiceField(choices=_STATUSES, required=False, help_text="The state in five words.")
    kind = serializers.CharField(required=False)
    document = serializers.UUIDField(required=False, help_text="What they are about.")
    everyone = serializers.BooleanField(required=False, help_text="Everybody's, for operators.")


class StepShape(StrictSerializer):
    """One task of a job."""

    name = serializers.CharField()
    state = serializers.ChoiceField(choices=StepState.choices)
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    error = ReasonSerializer(allow_null=True)
    example = STEP


class JobShape(StrictSerializer):
    """A piece of work in the background."""

    id = serializers.UUIDField()
    owner_id = serializers.UUIDField(allow_null=True)
    kind = serializers.CharField()
    title = serializers.CharField()
    subject_title = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=JobState.choices)
    status = serializers.ChoiceField(choices=_STATUSES, help_text="The state in five words.")
    priority = serializers.ChoiceField(choices=_PRIORITIES)
    progress = serializers.IntegerField(help_text="Percent.")
    message = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it ended other than well, or is tried again.")
    waiting = serializers.CharField(allow_blank=True, help_text="Why it waits; empty when it does not.")
    error = ReasonSerializer(allow_null=True)
    result = serializers.DictField(allow_null=True, help_text="What has come of it; null until it has succeeded.")
    attempts = serializers.IntegerField()
    crashes = serializers.IntegerField(help_text="How often a process died under it.")
    cancel_requested = serializers.BooleanField()
    submitted = serializers.DateTimeField()
    started = serializers.DateTimeField(allow_null=True)
    due = serializers.DateTimeField(allow_null=True, help_text="When it is tried again.")
    finished = serializers.DateTimeField(allow_null=True)
    request_id = serializers.CharField(allow_blank=True, help_text="Of the request that asked for it.")
    steps = StepShape(many=True)
    document_id = serializers.UUIDField(required=False, help_text="What it is about, if that is a document you see.")
    example = JOB


class LineShape(StrictSerializer):
    """A line of a job's log."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    attempt = serializers.IntegerField()
    level = serializers.ChoiceField(choices=JobLog.Level.choices)
    message = serializers.CharField(allow_blank=True)
    fields = serializers.DictField()  # type: ignore[assignment]  # the word of the answer; the class is never asked
    example = LINE


class LogShape(StrictSerializer):
    """Lines in order, and where to go on."""

    lines = LineShape(many=True)
    after = serializers.IntegerField(help_text="Send this to get what comes later.")
    is_finished = serializers.BooleanField(help_text="Whether nothing more will come.")
    example = {"lines": [LINE], "after": 4711, "is_finished": True}


class QueuedShape(StrictSerializer):
    """Work that was asked for."""

    job = serializers.UUIDField()
    example = {"job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b"}
