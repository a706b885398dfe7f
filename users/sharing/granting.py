"""From tables of shares to roles: what people, their teams and the links they have opened were given."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from core.grants import Granting, Role
from core.permissions import Actor, links_of
from users.sharing.models import Share, TeamMembership


def shares_reaching(table: type[Share], actor: Actor) -> Iterator[QuerySet[Any]]:
    """The shares in force that reach `actor`, one set for each way: each is found by an index of its own."""
    in_force = table.objects.in_force(timezone.now())
    if actor.is_authenticated:
        yield in_force.filter(person=actor)
        yield in_force.filter(team__in=TeamMembership.objects.filter(person=actor).values("team"))
    if links := links_of(actor):
        yield in_force.filter(token_hash__in=links)


def source_of(table: type[Share]) -> Callable[[Actor], Iterator[Granting]]:
    """Let the shares of a table give their roles on their things."""

    def source(actor: Actor) -> Iterator[Granting]:
        for rows in shares_reaching(table, actor):
            yield Granting(rows, thing="thing_id", role="role")

    return source


def lending(
    places: Callable[[], QuerySet[Any]],
    *,
    lent: str,
    holder: str,
    table: type[Share],
) -> Callable[[Actor], Iterator[Granting]]:
    """Let whoever has a role on a holder have it on what was lent to it, but never more than an editor's.

    `places` are the rows that lend; `lent` is the lookup to the key of what is lent, `holder` to the one that holds it.
    """

    def source(actor: Actor) -> Iterator[Granting]:
        if actor.is_authenticated:
            yield Granting(places().filter(**{f"{holder}__owner": actor}), thing=lent, role=Role.EDITOR)
        public = places().filter(**{f"{holder}__is_public": True})
        yield Granting(public, thing=lent, role=Role.VIEWER, to_everybody=True)
        for shares in shares_reaching(table, actor):
            reached = places().filter(**{f"{holder}__shares__in": shares})
            # As an annotation, which stays with the share that was found; a filter would look at any of the holder's.
            yield Granting(reached.annotate(lent_role=F(f"{holder}__shares__role")), thing=lent, role="lent_role")

    return source
