"""From tables of shares to people: whom things reach, in the other direction than `granting` and from the same rows."""

from collections.abc import Callable, Collection, Iterator
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from core.reach import Reach, Source
from users.sharing.models import Share, TeamMembership


def reach_of(table: type[Share]) -> Source:
    """Let the shares of a table reach people and the members of teams. Who has a link is not known."""

    def source(people: Collection[UUID]) -> Iterator[Reach]:
        in_force = table.objects.in_force(timezone.now())
        yield Reach(in_force.filter(person__in=people), "thing_id", "person_id")
        members = in_force.filter(team__memberships__person__in=people)
        yield Reach(members, "thing_id", "team__memberships__person_id")

    return source


def lent_reach(places: Callable[[], QuerySet[Any]], *, lent: str, holder: str, table: type[Share]) -> Source:
    """Let what was lent reach whom its holder reaches; the arguments are those of `granting.lending`."""

    def source(people: Collection[UUID]) -> Iterator[Reach]:
        yield Reach(places().filter(**{f"{holder}__owner__in": people}), lent, f"{holder}__owner_id")
        yield Reach(places().filter(**{f"{holder}__is_public": True}), lent, None)
        in_force = table.objects.in_force(timezone.now())
        for person in ("person", "team__memberships__person"):
            # In one call, so that it is the share in force that reaches the person.
            shared = {f"{holder}__shares__in": in_force, f"{holder}__shares__{person}__in": people}
            yield Reach(places().filter(**shared), lent, f"{holder}__shares__{person}_id")

    return source


def reach_of_teams(people: Collection[UUID]) -> Iterator[Reach]:
    """A team reaches its members."""
    yield Reach(TeamMembership.objects.filter(person__in=people), "team_id", "person_id")
