"""Tables of the runtime. Only `tasks.runtime.transitions` and the SQL behind it write the state of a job."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from core.models import Keyed
from tasks.states import ENDED, IN_FLIGHT, JobState, Priority, StepState

_DUE_RETRY = 0


class Job(Keyed):
    """A background job. `fence` counts its dispatches; every write of a worker carries it (docs/job-states.md)."""

    kind = models.CharField(max_length=100)
    args = models.TextField(db_default="{}", help_text="JSON, decoded by the step (S2-7).")
    tenant = models.ForeignKey("users.Tenant", on_delete=models.CASCADE, related_name="+", db_index=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    subject_id = models.UUIDField(null=True, help_text="The subject, an object of a higher package.")
    subject_title = models.CharField(
        max_length=300, db_default="", default="", help_text="Title of the subject when the job was enqueued."
    )
    priority = models.SmallIntegerField(choices=Priority.choices, db_default=Priority.HIGH)
    queue_rank = models.SmallIntegerField(
        db_default=Priority.HIGH, help_text="0 for a retry that is due, else the priority."
    )
    dedupe_key = models.CharField(max_length=200, db_default="")
    # Null, not empty, if there is none: the column is unique.
    live_key = models.CharField(max_length=200, null=True, help_text="The dedupe key while the job is live.")  # noqa: DJ001 - unique
    request_id = models.CharField(max_length=64, db_default="")
    traceparent = models.CharField(max_length=55, db_default="", help_text="W3C trace context of the request.")

    state = models.CharField(max_length=10, choices=JobState.choices, db_default=JobState.WAITING)
    reason = models.CharField(max_length=32, db_default="")
    error_code = models.CharField(max_length=64, db_default="")
    error_message = models.TextField(db_default="")
    traceback = models.TextField(db_default="")
    progress = models.SmallIntegerField(db_default=0)
    message = models.CharField(max_length=200, db_default="")
    cancel_requested = models.BooleanField(db_default=False)

    attempts = models.SmallIntegerField(db_default=0, help_text="Attempts begun since the job was enqueued or retried.")
    failures = models.SmallIntegerField(db_default=0, help_text="Failed attempts, which the retry policy counts.")
    crashes = models.SmallIntegerField(db_default=0, help_text="How often its process crashed.")
    tries = models.SmallIntegerField(
        db_default=0, help_text="How often in a row it asked a server that was not available, and waits for."
    )
    max_crashes = models.SmallIntegerField(db_default=3)
    timeout = models.PositiveIntegerField(db_default=600, help_text="Seconds that one attempt may take.")

    is_long = models.BooleanField(
        db_default=False, help_text="Of a kind that may work longer than seconds: one slot is kept free of them."
    )

    fence = models.IntegerField(db_default=0)
    holder = models.IntegerField(null=True, help_text="Key of the advisory lock of the process that runs it.")
    worker_key = models.IntegerField(null=True, help_text="The last worker that ran it.")
    pid = models.IntegerField(null=True, help_text="Process id of the holder on its host.")
    # Predicates of the partial indexes are flags: `state` is in no index, so that its changes stay in the page.
    queued = models.BooleanField(db_default=True)
    inflight = models.BooleanField(db_default=False)
    charged = models.BooleanField(db_default=False, help_text="Charged to its tenant and not settled yet.")
    charge = models.FloatField(db_default=0.0)
    used = models.FloatField(db_default=0.0, help_text="Seconds of worker time since it was dispatched.")

    since = models.DateTimeField(db_default=Now(), help_text="Time of the last change of state or step.")
    began = models.DateTimeField(null=True, help_text="Start of the running step.")
    run_at = models.DateTimeField(null=True, help_text="Time of the next attempt of a stuck job.")
    deadline = models.DateTimeField(null=True, help_text="End of the time limit of the attempt.")
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["tenant", "queue_rank", "is_long", "id"], name="job_next", condition=Q(queued=True)),
            models.Index(fields=["id"], name="job_charged", condition=Q(charged=True)),
            models.Index(fields=["run_at"], name="job_due", condition=Q(run_at__isnull=False)),
            models.Index(fields=["subject_id", "id"], name="job_subject", condition=Q(subject_id__isnull=False)),
            models.Index(fields=["owner", "id"], name="job_owner"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["live_key"], name="one_live_job_per_key"),
            models.CheckConstraint(name="job_state_known", condition=Q(state__in=JobState.values)),
            models.CheckConstraint(
                name="job_queued",
                condition=Q(state=JobState.WAITING, queued=True)
                | Q(state=JobState.STUCK)
                | (~Q(state__in=[JobState.WAITING, JobState.STUCK]) & Q(queued=False)),
            ),
            models.CheckConstraint(
                name="job_inflight",
                condition=Q(state__in=IN_FLIGHT, inflight=True, charged=True)
                | (~Q(state__in=IN_FLIGHT) & Q(inflight=False)),
            ),
            models.CheckConstraint(
                name="job_held_only_while_running",
                condition=Q(holder__isnull=True, began__isnull=True)
                | Q(holder__isnull=False, began__isnull=False, state=JobState.RUNNING),
            ),
            models.CheckConstraint(
                name="job_stuck_knows_when",
                condition=Q(state=JobState.STUCK, run_at__isnull=False)
                | (~Q(state=JobState.STUCK) & Q(run_at__isnull=True)),
            ),
            models.CheckConstraint(
                name="job_ended",
                condition=Q(state__in=ENDED, finished__isnull=False, live_key__isnull=True)
                | (~Q(state__in=ENDED) & Q(finished__isnull=True)),
            ),
            models.CheckConstraint(
                name="job_deadline_of_an_attempt", condition=Q(deadline__isnull=True) | Q(inflight=True)
            ),
            models.CheckConstraint(name="job_progress_percent", condition=Q(progress__range=(0, 100))),
            models.CheckConstraint(
                name="job_queue_rank", condition=Q(queue_rank=_DUE_RETRY) | Q(queue_rank=F("priority"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class StepRun(models.Model):
    """A step of a job. Written by the same statements that write the job."""

    id = models.BigAutoField(primary_key=True)
    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="step_runs", db_index=False)
    name = models.CharField(max_length=100)
    state = models.CharField(max_length=10, choices=StepState.choices)
    optional = models.BooleanField(db_default=False)
    runs = models.SmallIntegerField(db_default=1)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    error_code = models.CharField(max_length=64, db_default="")
    error_message = models.TextField(db_default="")

    class Meta:
        verbose_name = "step"
        constraints = [
            models.UniqueConstraint(fields=["job", "name"], name="one_run_per_step"),
            models.CheckConstraint(name="step_state_known", condition=Q(state__in=StepState.values)),
        ]

    def __str__(self) -> str:
        return self.name


class JobLog(models.Model):
    """A line of a job's log, written by a step or the runtime."""

    class Level(models.TextChoices):
        DEBUG = "debug"
        INFO = "info"
        WARNING = "warning"
        ERROR = "error"

    id = models.BigAutoField(primary_key=True)
    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="lines", db_index=False)
    at = models.DateTimeField(db_default=Now())
    attempt = models.SmallIntegerField()
    level = models.CharField(max_length=8, choices=Level.choices)
    message = models.TextField()
    fields = models.JSONField(default=dict)

    class Meta:
        verbose_name = "log line"
        indexes = [models.Index(fields=["job", "id"], name="job_log")]

    def __str__(self) -> str:
        return self.message


class DeadLetter(Keyed):
    """A failed job that waits for staff. Written by `tasks_end`.

    One row per job, of its latest end; it is open until staff requeue or discard it.
    """

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="dead_letter")
    kind = models.CharField(max_length=100)
    tenant = models.ForeignKey("users.Tenant", on_delete=models.CASCADE, related_name="+", db_index=False)
    reason = models.CharField(max_length=32)
    error_code = models.CharField(max_length=64, db_default="")
    error_message = models.TextField(db_default="")
    attempts = models.SmallIntegerField()
    crashes = models.SmallIntegerField()
    first_failed_at = models.DateTimeField(help_text="Time of the first failed attempt.")
    last_failed_at = models.DateTimeField()
    requeued_at = models.DateTimeField(null=True)
    discarded_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["last_failed_at"],
                name="dead_letter_open",
                condition=Q(requeued_at__isnull=True, discarded_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.reason}"


class Schedule(Keyed):
    """A job that is enqueued regularly. `next_at` advances in the transaction that enqueues, so no tick is doubled."""

    name = models.CharField(max_length=100, unique=True)
    kind = models.CharField(max_length=100)
    args = models.JSONField(default=dict, blank=True)
    cron = models.CharField(max_length=100, help_text="Minute, hour, day of month, month, day of week.")
    timezone = models.CharField(max_length=64, default="UTC")
    tenant = models.ForeignKey(
        "users.Tenant", on_delete=models.CASCADE, null=True, blank=True, help_text="Empty for the system tenant."
    )
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True)
    enabled = models.BooleanField(default=True)
    next_at = models.DateTimeField(null=True, db_index=True, help_text="Empty: computed at the next check.")
    last_tick = models.DateTimeField(null=True)
    last_job_id = models.UUIDField(null=True)

    def __str__(self) -> str:
        return self.name


class TenantQueue(models.Model):
    """The queue of a tenant: settings (cap, rate, weight, pause) and counters of the scheduler."""

    tenant = models.OneToOneField("users.Tenant", on_delete=models.CASCADE, primary_key=True, related_name="+")
    cap = models.PositiveIntegerField(null=True, blank=True, help_text="Maximum of running jobs; empty for no limit.")
    weight = models.FloatField(db_default=1.0, default=1.0)
    paused = models.BooleanField(db_default=False, default=False)
    rate = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="Maximum of jobs started per minute, at most ten seconds' worth at once; empty: no limit.",
    )
    tokens = models.FloatField(db_default=0.0, help_text="Tokens left of the rate.")
    tokens_at = models.DateTimeField(db_default=Now())
    retry_unknown = models.BooleanField(
        db_default=False, default=False, help_text="Retry after any error, not only of a dependency (X-12)."
    )
    vtime = models.FloatField(db_default=0.0)
    turn = models.BigIntegerField(db_default=0, help_text="Sequence of the last dispatch; breaks ties of vtime.")
    estimate = models.FloatField(db_default=0.0, help_text="Expected duration of its next job in seconds.")
    running = models.IntegerField(db_default=0)
    active = models.BooleanField(db_default=False)
    cycle = models.SmallIntegerField(db_default=0, help_text="Position in the counting scheme of priorities.")
    stuck_streak = models.SmallIntegerField(db_default=0)

    class Meta:
        indexes = [models.Index(fields=["tenant"], name="tenant_active", condition=Q(active=True))]
        constraints = [
            models.CheckConstraint(name="tenant_weight_positive", condition=Q(weight__gt=0)),
            models.CheckConstraint(name="tenant_running_counts", condition=Q(running__gte=0)),
            models.CheckConstraint(name="tenant_rate_positive", condition=Q(rate__isnull=True) | Q(rate__gt=0)),
        ]

    def __str__(self) -> str:
        return str(self.tenant)


class SchedulerState(models.Model):
    """The one row of settings and counters of the scheduler; created if it is missing."""

    class Policy(models.TextChoices):
        TIME = "time", "least worker time next"
        TURNS = "turns", "round robin"

    ONLY: ClassVar[int] = 1

    id = models.SmallIntegerField(primary_key=True, db_default=ONLY, default=ONLY)
    policy = models.CharField(max_length=8, choices=Policy.choices, db_default=Policy.TIME, default=Policy.TIME)
    window = models.SmallIntegerField(
        db_default=2, default=2, help_text="Jobs dispatched beyond the free slots, so that no slot waits for a message."
    )
    high_share = models.SmallIntegerField(db_default=2, default=2)
    low_share = models.SmallIntegerField(db_default=1, default=1)
    max_stuck_streak = models.SmallIntegerField(db_default=3, default=3, help_text="Under `time` (X-27).")
    vtime = models.FloatField(db_default=0.0, default=0.0)
    turn = models.BigIntegerField(db_default=0, default=0)

    class Meta:
        verbose_name_plural = "scheduler state"
        constraints = [
            models.CheckConstraint(name="one_scheduler", condition=Q(id=1)),
            models.CheckConstraint(
                name="scheduler_shares", condition=Q(high_share__gte=1, low_share__gte=0, window__gte=0)
            ),
        ]

    def __str__(self) -> str:
        return str(self.policy)


class WorkerBeat(models.Model):
    """The main process of a Celery worker. It is alive while it sends heartbeats and holds the lock of its key."""

    key = models.IntegerField(primary_key=True)
    name = models.CharField(max_length=200)
    slots = models.PositiveSmallIntegerField()
    started = models.DateTimeField(db_default=Now())
    beat = models.DateTimeField(db_default=Now())
    lost_at = models.DateTimeField(null=True, help_text="Time when its lock was lost; it is dead after a grace period.")
    stopping = models.BooleanField(db_default=False, help_text="It is stopping; jobs lost by that have not crashed.")

    class Meta:
        verbose_name = "worker"

    def __str__(self) -> str:
        return self.name
