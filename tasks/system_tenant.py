"""The tenant of system jobs (S2-46): one at a time and a small share, so that they do not delay those of users."""

from typing import Final
from uuid import UUID

from tasks.models import TenantQueue
from users.models import Tenant

TENANT_ID: Final = UUID("00000000-0000-7000-8000-000000000001")
_WEIGHT: Final = 0.25


def tenant_id() -> UUID:
    """Return the system tenant; create it if it is missing. Settings of staff are kept."""
    Tenant.objects.get_or_create(pk=TENANT_ID, defaults={"name": "System", "kind": Tenant.Kind.SYSTEM})
    TenantQueue.objects.get_or_create(tenant_id=TENANT_ID, defaults={"cap": 1, "weight": _WEIGHT})
    return TENANT_ID
