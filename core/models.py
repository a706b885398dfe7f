"""Abstract models: keys, ownership, and the bin. `core` has no tables of its own."""

from django.conf import settings
from django.db import models

from core.db.ids import uuid7


class Keyed(models.Model):
    """A row with a public UUIDv7 key and its creation time."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class Deletable(models.Model):
    """A row that is moved to the bin when it is deleted, and purged later (`corpuses.bin`).

    `objects` has the rows that are not in the bin; `with_deleted` has all, and so have foreign keys and cascades.
    What is deleted together has the same `deleted_at`, so that it can be restored together.
    """

    deleted_at = models.DateTimeField(null=True, editable=False)
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )

    class Meta:
        abstract = True


class Owned(Keyed):
    """A row that belongs to a user and counts against a tenant's quota."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    tenant = models.ForeignKey("users.Tenant", on_delete=models.PROTECT, related_name="+")
    is_public = models.BooleanField(default=False)

    class Meta:
        abstract = True
