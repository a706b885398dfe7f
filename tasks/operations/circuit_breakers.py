"""Circuit breakers of other services (S4-15, S4-19): staff see them, close them and open them by hand."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from audit.actions import Action
from audit.log import record
from audit.objects import Subject
from core.breakers import Breaker, Snapshot, all_breakers
from tasks.errors import CircuitBreakerNotFound
from users.models import Tenant

REASON_LENGTH: Final = 200

_SUBJECT: Final = Subject(kind="circuit_breaker", id=None)  # it is no row: the details have its name


@dataclass(frozen=True, slots=True)
class Service:
    """Another service, as its breaker knows it; `tenant` is the one whose own it is."""

    breaker: Breaker
    found: Snapshot
    tenant: Tenant | None


def services() -> list[Service]:
    """Return the services that have been called within a day; raise `RedisError` without Redis."""
    return _services_of(all_breakers())


def send_again(name: str, *, actor: Any = None) -> Service:
    """Send a service requests again, even if it has just failed."""
    breaker = _breaker(name)
    with transaction.atomic():
        record(Action.CIRCUIT_BREAKER_RESET, _SUBJECT, actor=actor, name=name)
        breaker.reset()
    (service,) = _services_of([_breaker(name)])
    return service


def switch_off(name: str, *, reason: str, actor: Any = None) -> Service:
    """Send a service no requests until `send_again`."""
    breaker = _breaker(name)
    with transaction.atomic():
        record(Action.CIRCUIT_BREAKER_OPENED, _SUBJECT, actor=actor, name=name, reason=reason)
        breaker.force_open(reason)
    (service,) = _services_of([_breaker(name)])
    return service


def _breaker(name: str) -> Breaker:
    found = next((each for each in all_breakers() if each.name == name), None)
    if found is None:
        raise CircuitBreakerNotFound
    return found


def _services_of(breakers: Collection[Breaker]) -> list[Service]:
    tenants = Tenant.objects.in_bulk({UUID(each.owner) for each in breakers if each.owner})
    by_owner = {str(key): tenant for key, tenant in tenants.items()}
    return [Service(each, each.snapshot(), by_owner.get(each.owner)) for each in breakers]
