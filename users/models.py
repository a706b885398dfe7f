"""People and the tenants that fairness and quota are measured over."""

from typing import Any, ClassVar

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
    quota_bytes = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Of all its files; empty: as the installation says; 0: no limit."
    )
    quota_documents = models.PositiveIntegerField(
        null=True, blank=True, help_text="Empty: as the installation says; 0: no limit."
    )

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


class IdempotencyKey(Keyed):
    """What a person's request with this key made (see `users.idempotency`); forgotten when it expires."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=255)
    route = models.CharField(max_length=200, db_default="")
    fingerprint = models.CharField(
        max_length=64, db_default="", help_text="SHA-256 of the route and the whole request."
    )
    object_id = models.UUIDField(null=True, help_text="What was made; empty only inside the transaction that makes it.")
    expires = models.DateTimeField(db_index=True)

    # Said aloud: the checker of types does not find the default one of a model that stands behind the user's.
    objects: ClassVar["models.Manager[IdempotencyKey]"] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_request_per_key")]

    def __str__(self) -> str:
        return self.key
