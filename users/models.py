"""People and the tenants that fairness and quota are measured over."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models, transaction

from core.ids import uuid7
from core.models import Keyed


class Tenant(Keyed):
    """The group that fairness and quota are measured over. Belonging to one gives no sight of anything."""

    class Kind(models.TextChoices):
        PERSONAL = "personal"
        GROUP = "group"
        SYSTEM = "system"

    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.GROUP)

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """A person. Everyone has a personal tenant, made with the row."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tenant = models.OneToOneField(Tenant, on_delete=models.PROTECT, related_name="person", editable=False)

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, making the personal tenant first where there is none."""
        if self._state.adding and not hasattr(self, "tenant"):
            self.tenant = Tenant.objects.create(name=self.get_username(), kind=Tenant.Kind.PERSONAL)
        super().save(*args, **kwargs)


class TenantMembership(Keyed):
    """A person's belonging to a tenant besides their own."""

    tenant = models.ForeignKey(Tenant, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tenant_memberships")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "user"], name="tenant_member_once")]
