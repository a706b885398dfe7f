"""Abstract bases: keys and ownership. The kernel has no tables of its own."""

from typing import TYPE_CHECKING, Self, TypeVar

from django.conf import settings
from django.db import models

from core.grants import Permission, Whose, keys_permitting, keys_shared
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

    def whose(self, user: "User | AnonymousUser", whose: Whose) -> Self:
        """Give what `user` sees, or of that only what is theirs, or only what others have shared with them."""
        match whose:
            case Whose.MINE:
                return self.filter(owner=user) if user.is_authenticated else self.none()
            case Whose.SHARED:
                shared = self.filter(pk__in=keys_shared(self.model, user))
                return shared.exclude(owner=user) if user.is_authenticated else shared
            case Whose.ALL:
                return self.visible_to(user)


class Owned(Keyed):
    """Something that a person owns and a tenant pays for."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    tenant = models.ForeignKey("users.Tenant", on_delete=models.PROTECT, related_name="+")
    is_public = models.BooleanField(default=False)

    class Meta:
        abstract = True
