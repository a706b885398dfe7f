"""Users and addresses that a user may be offered when sharing: there is no directory of all accounts."""

from collections.abc import Iterator
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from users.models import User
from users.sharing.models import TeamMembership
from users.sharing.registry import share_models

MAX_KNOWN: Final = 20


def known_users(actor: User, *, search: str = "") -> list[User]:
    """Return users whose user name or one of whose names begins with the text, by user name.

    They are those with whom the actor shares something, the members of the actor's teams, and the owners of what is
    shared with the actor. Who has an address that something is shared with stays private.
    """
    teams = TeamMembership.objects.filter(user=actor).values("team")
    known = Q(pk__in=TeamMembership.objects.filter(team__in=teams).values("user"))
    for mine, theirs in _shares(actor):
        known |= Q(pk__in=mine.filter(email="").exclude(user=None).values("user"))
        known |= Q(pk__in=theirs.filter(Q(user=actor) | Q(team__in=teams)).values("target__owner"))
    rows = User.objects.filter(known, is_active=True).exclude(pk=actor.pk)
    if search:
        rows = rows.filter(
            Q(username__istartswith=search) | Q(name__istartswith=search) | Q(name__icontains=f" {search}")
        )
    return list(rows.order_by("username")[:MAX_KNOWN])


def known_addresses(actor: User, *, search: str = "") -> list[str]:
    """Return addresses with which the actor shares something, and which begin with the text."""
    found: set[str] = set()
    for mine, _ in _shares(actor):
        rows = mine.exclude(email="").filter(email__istartswith=search).order_by("email")
        found |= set(rows.values_list("email", flat=True).distinct()[:MAX_KNOWN])
    return sorted(found)[:MAX_KNOWN]


def _shares(actor: User) -> "Iterator[tuple[QuerySet[Any], QuerySet[Any]]]":
    """Return, for each model of shares, the shares of the actor's objects and those of others that are valid."""
    for model in share_models().values():
        rows = model.objects.filter(target__deleted_at=None)
        valid = Q(expires=None) | Q(expires__gt=timezone.now())
        yield rows.filter(target__owner=actor), rows.filter(valid).exclude(target__owner=actor)
