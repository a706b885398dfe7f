"""What the operators' part of REST says and accepts."""

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer
from tasks import models
from tasks.api.requeueing import Wish
from tasks.operations import monitoring, scheduler_settings
from tasks.operations.dead_letters import PACE


class LetterFilter(StrictSerializer):
    """Which failed jobs. `queue` is another word for the kind (X-23)."""

    reason = serializers.CharField(required=False, max_length=32)
    since = serializers.DateTimeField(required=False)
    kind = serializers.CharField(required=False, max_length=100)
    queue = serializers.CharField(required=False, max_length=100)
    code = serializers.CharField(required=False, max_length=64)

    def wanted(self) -> dict[str, Any]:
        """Give the filter by the names that the runtime has for it."""
        wanted = dict(self.validated_data)
        queue = wanted.pop("queue", None)
        return {"kind": queue, **wanted} if queue else wanted


class WishFields(LetterFilter):
    """Which failed jobs to requeue, and how fast."""

    ids = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=1_000)
    all = serializers.BooleanField(required=False)
    per_second = serializers.FloatField(default=PACE)
    example = {"kind": "documents.process", "reason": "exhausted", "per_second": 10}

    def wish(self) -> Wish:
        """Give the wish."""
        wanted = self.wanted()
        return Wish(**{**wanted, "ids": tuple(wanted.get("ids", ()))})


class TenantQueueFields(StrictSerializer):
    """What changes of a tenant's account; bounds are the runtime's business."""

    cap = serializers.IntegerField(required=False, allow_null=True)
    rate = serializers.IntegerField(required=False, allow_null=True)
    weight = serializers.FloatField(required=False)
    paused = serializers.BooleanField(required=False)
    retry_unknown = serializers.BooleanField(required=False)
    example = {"rate": 600, "weight": 2}


class SchedulerFields(StrictSerializer):
    """What changes of the scheduler's rules."""

    policy = serializers.ChoiceField(choices=models.SchedulerState.Policy.choices, required=False)
    window = serializers.IntegerField(required=False)
    high_share = serializers.IntegerField(required=False)
    low_share = serializers.IntegerField(required=False)
    max_stuck_streak = serializers.IntegerField(required=False)
    example = {"policy": "turns"}


def letter_body(letter: models.DeadLetter) -> dict[str, Any]:
    """Describe a job that failed for good."""
    return {
        "id": letter.pk,
        "job_id": letter.job_id,
        "kind": letter.kind,
        "tenant": {"id": letter.tenant_id, "name": letter.tenant.name},
        "reason": letter.reason,
        "error": {"code": letter.error_code, "message": letter.error_message},
        "attempts": letter.attempts,
        "crashes": letter.crashes,
        "first_failed": letter.first_failed_at,
        "last_failed": letter.last_failed_at,
        "requeued": letter.requeued_at,
        "discarded": letter.discarded_at,
    }


def lane_body(lane: monitoring.Lane) -> dict[str, Any]:
    """Describe a lane."""
    names = (
        *("kind", "title", "step", "waiting", "scheduled", "running", "stuck"),
        *("oldest_seconds", "p50_ms", "p95_ms", "succeeded", "failed", "unsettled", "overdue"),
    )
    return {name: getattr(lane, name) for name in names}


def worker_body(worker: monitoring.Worker) -> dict[str, Any]:
    """Describe a worker and what it runs."""
    running = [
        {"job": each.job.id, "kind": each.job.kind, "step": each.step, "since": each.since} for each in worker.running
    ]
    names = ("name", "slots", "alive", "stopping", "started", "beat_seconds")
    return {**{name: getattr(worker, name) for name in names}, "running": running}


def tenant_bodies(accounts: Sequence[models.TenantQueue]) -> list[dict[str, Any]]:
    """Describe tenants' accounts; one query for what waits."""
    waiting = monitoring.waiting_of([account.pk for account in accounts])
    names = ("cap", "rate", "weight", "paused", "retry_unknown", "running")
    return [
        {
            "id": account.pk,
            "name": account.tenant.name,
            **{name: getattr(account, name) for name in names},
            "waiting": waiting.get(account.pk, 0),
            "version": scheduler_settings.version_of_account(account),
        }
        for account in accounts
    ]


def scheduler_body(state: models.SchedulerState) -> dict[str, Any]:
    """Describe the scheduler's rules."""
    rules = {name: getattr(state, name) for name in scheduler_settings.SCHEDULER_SETTINGS}
    return {**rules, "version": scheduler_settings.version_of_rules(state)}
