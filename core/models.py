"""Abstract bases: keys and ownership. The kernel has no tables of its own."""

from typing import TYPE_CHECKING, Self, TypeVar

from django.conf import settings
from django.db import models

from core.grants import Permission, keys_permitting
from core.ids import uuid7

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from users.models import User


M = TypeVar("M", bound=models.Model)


class Keyed(models.Model):
    """A row with a public UUIDv7 key and a birthday."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class VisibleQuerySet(models.QuerySet[M]):
    """Every read starts here: sight comes from owning, sharing and publication, never from belonging to a tenant."""

    def visible_to(self, user: "User | AnonymousUser") -> Self:
        """Give the rows that `user` may see."""
        return self.permitting(user, Permission.VIEW)

    def permitting(self, user: "User | AnonymousUser", permission: Permission) -> Self:
        """Give the rows that `user` may do this with."""
        return self.filter(pk__in=keys_permitting(self.model, user, permission))


class Owned(Keyed):
    """Something that a person owns and a tenant pays for."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    tenant = models.ForeignKey("users.Tenant", on_delete=models.PROTECT, related_name="+")
    is_public = models.BooleanField(default=False)

    class Meta:
        abstract = True
