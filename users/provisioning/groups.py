"""Groups of a directory: teams that it made, whose members it adds without an invitation."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from core.db.rows import get_row
from core.db.transactions import atomic_with_retry
from core.errors import Invalid
from users.models import User
from users.provisioning.errors import refusing_duplicates
from users.provisioning.members import set_members
from users.provisioning.users import directory_users
from users.sharing import teams
from users.sharing.errors import TeamFull
from users.sharing.models import Team, TeamMembership

_MAX_ID_LENGTH = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryGroup:
    """A group as a directory describes it."""

    name: str
    external_id: str = ""
    members: frozenset[UUID] = frozenset()


def directory_groups() -> "QuerySet[Team]":
    """Return the groups."""
    return Team.objects.filter(is_provisioned=True)


def members_of(rows: Sequence[Team]) -> Mapping[UUID, list[TeamMembership]]:
    """Return the members of groups that the directory added; one query."""
    found: defaultdict[UUID, list[TeamMembership]] = defaultdict(list)
    memberships = TeamMembership.objects.filter(team__in=rows, is_provisioned=True)
    users = memberships.filter(user__in=directory_users().values("pk"))
    for each in users.select_related("user").order_by("id"):
        found[each.team_id].append(each)
    return found


def get_group(key: UUID) -> Team:
    """Return a group; raise `NotFound` for other teams, too."""
    return get_row(directory_groups(), pk=key)


@transaction.atomic
def create_group(data: DirectoryGroup, *, actor: User) -> Team:
    """Create a team with the actor as its admin."""
    team = teams.create_team(data.name, actor=actor)
    team.is_provisioned = True
    _describe(team, data, "is_provisioned")
    _set_members(team, data, actor=actor)
    return get_group(team.pk)


@transaction.atomic
def change_group(key: UUID, change: Callable[[Team], DirectoryGroup], *, actor: User) -> Team:
    """Replace the name and the members of a group by what `change` makes of the locked row."""
    teams.lock_team(get_group(key))
    team = get_group(key)
    data = change(team)
    if data.name != team.name:
        teams.set_name(team, data.name, actor=actor)
    _describe(team, data)
    _set_members(team, data, actor=actor)
    return get_group(key)


@atomic_with_retry
def remove_group(key: UUID, *, actor: User) -> None:
    """Delete the team with its shares; raise `TeamHasServiceAccounts`."""
    teams.delete_unchecked(get_group(key), actor=actor)


def _describe(team: Team, data: DirectoryGroup, *fields: str) -> None:
    if len(data.external_id) > _MAX_ID_LENGTH:
        raise Invalid(f"Must have at most {_MAX_ID_LENGTH} characters.", field="externalId")
    team.external_id = data.external_id
    with refusing_duplicates():
        team.save(update_fields=["external_id", *fields])


def _set_members(team: Team, data: DirectoryGroup, *, actor: User) -> None:
    if len(data.members) > teams.MAX_MEMBERS:
        raise TeamFull(maximum=teams.MAX_MEMBERS)
    known = directory_users().filter(pk__in=data.members).values_list("pk", flat=True)
    set_members(team, data.members, set(known), actor=actor)
