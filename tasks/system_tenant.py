"""The tenant of the system's own jobs (S2-46): one at once and a small share, so that they never crowd out people's."""

from typing import Final
from uuid import UUID

from tasks.models import TenantQueue
from users.models import Tenant

TENANT_ID: Final = UUID("00000000-0000-7000-8000-000000000001")
_WEIGHT: Final = 0.25


def tenant_id() -> UUID:
    """Give the system's tenant; made when it is missing. What operators set for it stays."""
    Tenant.objects.get_or_create(pk=TENANT_ID, defaults={"name": "System", "kind": Tenant.Kind.SYSTEM})
    TenantQueue.objects.get_or_create(tenant_id=TENANT_ID, defaults={"cap": 1, "weight": _WEIGHT})
    return TENANT_ID
