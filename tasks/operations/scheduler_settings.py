"""What operators set while everything runs: tenants' caps, rates, weights and pauses, and the scheduler's rules.

The next look of any worker, at most a second later, goes by what is written here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from uuid import UUID

from django.db import transaction

from core.db.optimistic_locking import fingerprint, require_unchanged
from core.errors import Invalid, NotFound
from tasks.models import SchedulerState, TenantQueue
from tasks.runtime import scheduler
from users.models import Tenant

# What may be set, and its bounds (both included).
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


def version_of_account(account: TenantQueue) -> str:
    """The version of what an operator may change of it."""
    return fingerprint(*(getattr(account, name) for name in TENANT_SETTINGS))


def version_of_rules(state: SchedulerState) -> str:
    """The version of the scheduler's rules."""
    return fingerprint(*(getattr(state, name) for name in SCHEDULER_SETTINGS))


def account_of(tenant_id: UUID) -> TenantQueue:
    """Give a tenant's account; one that has had no work yet has none, and gets it."""
    if not Tenant.objects.filter(pk=tenant_id).exists():
        raise NotFound
    return TenantQueue.objects.get_or_create(tenant_id=tenant_id)[0]


@transaction.atomic
def set_tenant_queue(
    tenant_id: UUID, changes: Mapping[str, float | bool | None], *, expected: str | None = None
) -> TenantQueue:
    """Change what an operator may change of a tenant's account; `None` takes a cap or rate away.

    `EditConflict` when `expected` is not its present version.
    """
    _require_within_limits(changes)
    account = TenantQueue.objects.select_for_update().get(pk=account_of(tenant_id).pk)
    require_unchanged(expected, version_of_account(account))
    # Nothing else is written: the scheduler counts in the other columns of this row.
    TenantQueue.objects.filter(pk=tenant_id).update(**changes)
    account.refresh_from_db()
    return account


def scheduler_state() -> SchedulerState:
    """Give the one row of the scheduler."""
    return SchedulerState.objects.get_or_create(pk=SchedulerState.ONLY)[0]


@transaction.atomic
def set_scheduler(
    numbers: Mapping[str, int], *, policy: str | None = None, expected: str | None = None
) -> SchedulerState:
    """Change the rules of the scheduler; another policy begins to count anew.

    `EditConflict` when `expected` is not their present version.
    """
    _require_within_limits(numbers)
    state = SchedulerState.objects.select_for_update().get(pk=scheduler_state().pk)
    require_unchanged(expected, version_of_rules(state))
    SchedulerState.objects.update(**numbers)
    if policy is not None and policy != state.policy:
        scheduler.change_policy(SchedulerState.Policy(policy))
    state.refresh_from_db()
    return state


def _require_within_limits(changes: Mapping[str, object]) -> None:
    for name, (least, most) in _LIMITS.items():
        value = changes.get(name)
        if isinstance(value, int | float) and not least <= value <= most:
            raise Invalid(f"This may be {least:g} to {most:g}.", field=name)
