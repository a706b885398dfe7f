"""Cancel and delete the jobs of an account that is erased: they have titles, messages and logs."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet

from tasks.models import Job
from tasks.operations.cleanup import BATCH
from tasks.runtime import queue
from tasks.states import ENDED


def cancel_jobs_of(user_id: UUID, tenant_id: UUID | None) -> None:
    """Cancel the jobs of a user and of a tenant that have not ended."""
    live = _jobs_of(user_id, tenant_id).exclude(state__in=ENDED).order_by("id")
    queue.cancel_all(live.values_list("id", flat=True))


def delete_jobs_of(user_id: UUID, tenant_id: UUID | None) -> int:
    """Delete the ended jobs of a user and of a tenant; return the number of those that still run."""
    jobs = _jobs_of(user_id, tenant_id)
    _delete_ended(jobs)
    return jobs.count()


def delete_jobs_about(subjects: Collection[UUID]) -> None:
    """Delete the ended jobs about these objects; those that still run lose the title."""
    jobs = Job.objects.filter(subject_id__in=subjects)
    _delete_ended(jobs)
    jobs.exclude(subject_title="").update(subject_title="")


def _jobs_of(user_id: UUID, tenant_id: UUID | None) -> "QuerySet[Job]":
    return Job.objects.filter(Q(owner=user_id) | (Q(tenant=tenant_id) if tenant_id else Q()))


def _delete_ended(jobs: "QuerySet[Job]") -> None:
    while ids := list(jobs.filter(state__in=ENDED).order_by("id").values_list("id", flat=True)[:BATCH]):
        Job.objects.filter(id__in=ids).delete()
