"""The one place where permissions are decided. What is out of sight looks exactly like what is not there."""

from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from core.errors import NotAllowed, NotAuthenticated, NotFound
from core.models import Owned, VisibleQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from users.models import User

    Actor = User | AnonymousUser

Thing = TypeVar("Thing", bound=Owned)


class Permission(StrEnum):
    """What a person may do with a document or a corpus."""

    VIEW = "view"
    ANNOTATE = "annotate"
    EDIT = "edit"
    DELETE = "delete"


def may(actor: "Actor", permission: Permission, thing: Owned) -> bool:
    """Owners may do everything; the public may look at what is public."""
    if actor.is_authenticated and thing.owner_id == actor.pk:
        return True
    return permission is Permission.VIEW and thing.is_public


def require(actor: "Actor", permission: Permission, thing: Thing) -> Thing:
    """Give `thing` back, or raise `NotFound` (out of sight) or `NotAllowed` (in sight, not permitted)."""
    if may(actor, permission, thing):
        return thing
    if not may(actor, Permission.VIEW, thing):
        raise NotFound
    raise NotAllowed


def get_visible(queryset: VisibleQuerySet[Thing], actor: "Actor", pk: object) -> Thing:
    """Fetch one row that `actor` may see; `NotFound` otherwise."""
    found = queryset.visible_to(actor).filter(pk=pk).first()
    if found is None:
        raise NotFound
    return found


def signed_in(actor: "Actor") -> "User":
    """Give the person behind a request, or raise `NotAuthenticated`."""
    if not actor.is_authenticated:
        raise NotAuthenticated
    return actor


def require_staff(actor: "Actor") -> "User":
    """Give the operator behind a request; `NotAuthenticated` or `NotAllowed` for everybody else."""
    person = signed_in(actor)
    if not person.is_staff:
        raise NotAllowed("This is for operators.")
    return person
