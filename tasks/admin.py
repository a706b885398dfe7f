"""Django's admin of the runtime: jobs with steps and logs, dead letters, tenants, workers, the scheduler."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin, TabularInline
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.errors import DomainError
from tasks.models import DeadLetter, Job, JobLog, Schedule, SchedulerState, StepRun, TenantQueue, WorkerBeat
from tasks.operations import dead_letters
from tasks.runtime import queue, scheduler

# Django's admin classes take no type arguments when the program runs.
if TYPE_CHECKING:
    _Jobs = ModelAdmin[Job]
    _DeadLetters = ModelAdmin[DeadLetter]
    _Steps = ModelAdmin[StepRun]
    _Queues = ModelAdmin[TenantQueue]
    _Schedulers = ModelAdmin[SchedulerState]
    _Schedules = ModelAdmin[Schedule]
    _Workers = ModelAdmin[WorkerBeat]
    _StepLines = TabularInline[StepRun, Job]
    _LogLines = TabularInline[JobLog, Job]
else:
    _Jobs = _DeadLetters = _Steps = _Queues = _Schedulers = _Schedules = _Workers = ModelAdmin
    _StepLines = _LogLines = TabularInline


class ReadOnly:
    """Rows that only the runtime may change."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class StepRunInline(ReadOnly, _StepLines):
    model = StepRun
    fields = ["name", "state", "optional", "runs", "started", "finished", "error_code", "error_message"]
    extra = 0


class JobLogInline(ReadOnly, _LogLines):
    model = JobLog
    fields = ["at", "attempt", "level", "message", "fields"]
    extra = 0
    ordering = ["id"]


@admin.register(Job)
class JobAdmin(ReadOnly, _Jobs):
    list_display = [
        "short_id",
        "kind",
        "state",
        "reason",
        "tenant",
        "progress",
        "attempts",
        "crashes",
        "created",
        "took",
    ]
    list_filter = ["state", "kind", "reason", ("tenant", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["tenant"]
    search_fields = ["id", "subject_id", "kind", "error_message", "error_code", "request_id"]
    date_hierarchy = "created"
    ordering = ["-id"]
    show_full_result_count = False
    inlines = [StepRunInline, JobLogInline]
    actions = ["retry", "cancel"]
    fieldsets = [
        (None, {"fields": ["id", "kind", "state", "reason", "error_code", "error_message", "progress", "message"]}),
        ("Owner", {"fields": ["tenant", "owner", "subject_id", "request_id", "args", "dedupe_key"]}),
        ("Times", {"fields": ["created", "started", "run_at", "deadline", "finished", "used", "timeout"]}),
        ("Attempts", {"fields": ["attempts", "failures", "crashes", "max_crashes", "cancel_requested"]}),
        ("Scheduling", {"fields": ["priority", "queue_rank", "fence", "worker", "holder"]}),
        ("Traceback", {"fields": ["formatted_traceback"], "classes": ["collapse"]}),
    ]
    readonly_fields = ["worker", "formatted_traceback"]

    def has_operate_permission(self, request: HttpRequest) -> bool:
        """Allow retrying and cancelling to staff who may change jobs."""
        return request.user.has_perm("tasks.change_job")

    @admin.display(description="job", ordering="id")
    def short_id(self, job: Job) -> str:
        return str(job.pk)[-12:]

    @admin.display(description="took")
    def took(self, job: Job) -> str:
        end = job.finished or (timezone.now() if job.inflight else None)
        return f"{(end - job.started).total_seconds():.1f} s" if job.started and end else ""

    @admin.display(description="worker")
    def worker(self, job: Job) -> str:
        beat = WorkerBeat.objects.filter(pk=job.worker_key or 0).first()
        return beat.name if beat else ""

    @admin.display(description="traceback")
    def formatted_traceback(self, job: Job) -> SafeString:
        return format_html("<pre>{}</pre>", job.traceback)

    @admin.action(description="Retry the selected jobs", permissions=["operate"])
    def retry(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        self._for_each(request, jobs, queue.retry, "Retried jobs: %s")

    @admin.action(description="Cancel the selected jobs", permissions=["operate"])
    def cancel(self, request: HttpRequest, jobs: QuerySet[Job]) -> None:
        self._for_each(request, jobs, queue.cancel, "Jobs cancelled or asked to stop: %s")

    def _for_each(self, request: HttpRequest, jobs: QuerySet[Job], act: Any, done: str) -> None:
        count = 0
        for job_id in jobs.values_list("pk", flat=True):
            try:
                act(job_id)
                count += 1
            except DomainError as error:
                self.message_user(request, f"{job_id}: {error.message}", messages.WARNING)
        self.message_user(request, done % count)


@admin.register(StepRun)
class StepRunAdmin(ReadOnly, _Steps):
    list_display = ["name", "state", "job", "runs", "started", "finished", "error_code"]
    list_filter = ["state", "name"]
    list_select_related = ["job"]
    search_fields = ["job__id", "error_message"]
    ordering = ["-id"]
    show_full_result_count = False


class OpenFilter(admin.SimpleListFilter):
    """Open dead letters by default."""

    title = "state"
    parameter_name = "closed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("1", "requeued or discarded")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[DeadLetter]) -> QuerySet[DeadLetter]:
        is_open = {"requeued_at": None, "discarded_at": None}
        return queryset.exclude(**is_open) if self.value() else queryset.filter(**is_open)

    def choices(self, changelist: Any) -> Any:
        for choice in super().choices(changelist):
            yield {**choice, "display": "open" if choice["display"] == "All" else choice["display"]}


@admin.register(DeadLetter)
class DeadLetterAdmin(ReadOnly, _DeadLetters):
    list_display = ["kind", "reason", "error_code", "tenant", "attempts", "crashes", "last_failed_at", "job_link"]
    list_filter = [OpenFilter, "reason", "kind", "last_failed_at"]
    list_select_related = ["tenant"]
    search_fields = ["id", "job__id", "error_message", "error_code"]
    ordering = ["-last_failed_at"]
    show_full_result_count = False
    actions = ["requeue", "discard"]
    fields = ["id", "kind", "tenant", "reason", "error_code", "error_message", "attempts", "crashes"]
    fields += ["first_failed_at", "last_failed_at", "requeued_at", "discarded_at", "job_link"]
    readonly_fields = ["job_link"]

    def has_operate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("tasks.change_deadletter")

    @admin.display(description="job, with its traceback")
    def job_link(self, dead_letter: DeadLetter) -> SafeString:
        url = reverse("admin:tasks_job_change", args=[dead_letter.job_id])
        return format_html('<a href="{}">{}</a>', url, str(dead_letter.job_id)[-12:])

    @admin.action(description="Requeue the selected jobs, ten per second", permissions=["operate"])
    def requeue(self, request: HttpRequest, rows: QuerySet[DeadLetter]) -> None:
        self.message_user(request, f"Requeued jobs: {dead_letters.requeue_many(rows)}")

    @admin.action(description="Discard the selected jobs", permissions=["operate"])
    def discard(self, request: HttpRequest, rows: QuerySet[DeadLetter]) -> None:
        count = 0
        for key in rows.filter(requeued_at=None, discarded_at=None).values_list("pk", flat=True):
            dead_letters.discard(key)
            count += 1
        self.message_user(request, f"Discarded jobs: {count}")


@admin.register(TenantQueue)
class TenantQueueAdmin(_Queues):
    list_display = ["tenant", "cap", "rate", "weight", "paused", "retry_unknown", "running", "vtime", "estimate"]
    list_editable = ["cap", "rate", "weight", "paused"]
    list_filter = ["paused"]
    list_select_related = ["tenant"]
    search_fields = ["tenant__name"]
    limits: ClassVar[list[str]] = ["tenant", "cap", "rate", "weight", "paused", "retry_unknown"]
    counters: ClassVar[list[str]] = ["running", "vtime", "estimate"]

    def get_fields(self, request: HttpRequest, obj: TenantQueue | None = None) -> Any:
        """Leave out of a new queue what only the runtime sets: the database has the defaults."""
        return self.limits if obj is None else [*self.limits, *self.counters]

    def get_readonly_fields(self, request: HttpRequest, obj: TenantQueue | None = None) -> list[str]:
        return self.counters if obj is None else ["tenant", *self.counters]

    def save_model(
        self,
        request: HttpRequest,
        obj: TenantQueue,
        form: Any,
        change: bool,  # noqa: FBT001  # Django's signature
    ) -> None:
        # Only edited columns: the runtime changes the others.
        obj.save(update_fields=form.changed_data if change else None)


@admin.register(SchedulerState)
class SchedulerStateAdmin(_Schedulers):
    list_display = ["policy", "window", "high_share", "low_share", "max_stuck_streak"]
    fields = ["policy", "window", "high_share", "low_share", "max_stuck_streak"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: SchedulerState | None = None) -> bool:
        return False

    def save_model(
        self,
        request: HttpRequest,
        obj: SchedulerState,
        form: Any,
        change: bool,  # noqa: FBT001  # Django's signature
    ) -> None:
        obj.save(update_fields=[name for name in form.changed_data if name != "policy"])
        if "policy" in form.changed_data:
            scheduler.change_policy(SchedulerState.Policy(obj.policy))


@admin.register(WorkerBeat)
class WorkerBeatAdmin(ReadOnly, _Workers):
    list_display = ["name", "slots", "beat_age", "stopping", "started"]
    ordering = ["-beat"]

    @admin.display(description="last beat", ordering="beat")
    def beat_age(self, worker: WorkerBeat) -> str:
        return f"{(timezone.now() - worker.beat).total_seconds():.1f} s ago"


@admin.register(Schedule)
class ScheduleAdmin(_Schedules):
    list_display = ["name", "kind", "cron", "timezone", "enabled", "next_at", "last_tick"]
    list_editable = ["enabled"]
    fields = ["name", "kind", "args", "cron", "timezone", "tenant", "owner", "enabled", "next_at", "last_tick"]
    raw_id_fields = ["tenant", "owner"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let superusers only say what is run: jobs do not check who started them (`corpuses.erase_user`)."""
        return bool(getattr(request.user, "is_superuser", False))

    def get_readonly_fields(self, request: HttpRequest, obj: Schedule | None = None) -> list[str]:
        what = [] if self.has_add_permission(request) else ["name", "kind", "args", "tenant", "owner"]
        return ["next_at", "last_tick", *what]

    def save_model(
        self,
        request: HttpRequest,
        obj: Schedule,
        form: Any,
        change: bool,  # noqa: FBT001  # Django's signature
    ) -> None:
        obj.next_at = None  # computed again
        obj.save(update_fields=[*form.changed_data, "next_at"] if change else None)
