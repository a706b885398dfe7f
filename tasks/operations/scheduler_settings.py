"""Settings of tenants (cap, rate, weight, pause) and of the scheduler that staff change at runtime.

They take effect within a second.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import transaction

from audit.actions import Action
from audit.log import record
from audit.objects import Subject
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import get_row, saved_changes
from core.errors import Invalid
from tasks.models import SchedulerState, TenantQueue
from tasks.runtime import scheduler
from users.models import Tenant

# Bounds of the settings, inclusive.
_LIMITS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "cap": (0, 1_000_000),
        "rate": (1, 1_000_000),
        "weight": (0.001, 1_000),
        "window": (0, 100),
        "high_share": (1, 100),
        "low_share": (0, 100),
        "max_stuck_streak": (0, 1_000),
    }
)
TENANT_SETTINGS = ("cap", "rate", "weight", "paused", "retry_unknown")
SCHEDULER_SETTINGS = ("policy", "window", "high_share", "low_share", "max_stuck_streak")


def version_of_tenant_queue(tenant_queue: TenantQueue) -> str:
    """Return the version of the settings of a tenant."""
    return fingerprint(*(getattr(tenant_queue, name) for name in TENANT_SETTINGS))


def version_of_scheduler(state: SchedulerState) -> str:
    """Return the version of the settings of the scheduler."""
    return fingerprint(*(getattr(state, name) for name in SCHEDULER_SETTINGS))


def get_tenant_queue(tenant_id: UUID) -> TenantQueue:
    """Return the queue of a tenant; for one that has had no jobs yet, a new one that is not saved."""
    tenant = get_row(Tenant.objects, pk=tenant_id)
    return TenantQueue.objects.filter(tenant=tenant).first() or TenantQueue(tenant=tenant)


@transaction.atomic
def set_tenant_queue(
    tenant_id: UUID, changes: Mapping[str, float | bool | None], *, expected: str | None = None
) -> TenantQueue:
    """Change settings of a tenant; `None` removes a cap or rate.

    Raise `EditConflict` if `expected` is not the current version.
    """
    _require_within_limits(changes)
    TenantQueue.objects.get_or_create(tenant_id=get_tenant_queue(tenant_id).pk)
    tenant_queue = TenantQueue.objects.select_for_update().get(pk=tenant_id)
    require_unchanged(expected, version_of_tenant_queue(tenant_queue))
    with saved_changes(tenant_queue) as changed:  # only these columns: the others are counters of the scheduler
        for name, value in changes.items():
            setattr(tenant_queue, name, value)
    if changed:
        details: dict[str, Any] = {name: changes[name] for name in changed}
        record(Action.TENANT_SETTINGS_CHANGED, Subject(kind="tenant", id=tenant_id), **details)
    return tenant_queue


def scheduler_state() -> SchedulerState:
    """Return the row of the scheduler."""
    return SchedulerState.objects.get_or_create(pk=SchedulerState.ONLY)[0]


@transaction.atomic
def set_scheduler(
    numbers: Mapping[str, int], *, policy: str | None = None, expected: str | None = None
) -> SchedulerState:
    """Change settings of the scheduler; another policy resets its counters.

    Raise `EditConflict` if `expected` is not the current version.
    """
    _require_within_limits(numbers)
    state = SchedulerState.objects.select_for_update().get(pk=scheduler_state().pk)
    require_unchanged(expected, version_of_scheduler(state))
    with saved_changes(state) as changed:
        for name, value in numbers.items():
            setattr(state, name, value)
    details: dict[str, Any] = {name: numbers[name] for name in changed}
    if policy is not None and policy != state.policy:
        scheduler.change_policy(SchedulerState.Policy(policy))
        state.refresh_from_db()
        details["policy"] = policy
    if details:
        record(Action.SCHEDULER_SETTINGS_CHANGED, Subject(kind="scheduler", id=None), **details)
    return state


def _require_within_limits(changes: Mapping[str, object]) -> None:
    for name, (least, most) in _LIMITS.items():
        value = changes.get(name)
        if isinstance(value, int | float) and not least <= value <= most:
            raise Invalid(f"The value must be between {least:g} and {most:g}.", field=name)
