"""Teams: made by anybody, changed by their admins, left by whoever likes."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_for_delete
from core.db.transactions import atomic_with_retry
from core.errors import Invalid, NotAllowed, NotFound
from users.models import User
from users.sharing.errors import LastAdmin, TeamFull
from users.sharing.models import Team, TeamMembership
from users.sharing.people import find_user
from users.sharing.signals import team_changed

NAME_LIMIT = 200
MOST_MEMBERS = 500
_ADMIN = TeamMembership.Role.ADMIN


def teams_of(user: User) -> "QuerySet[Team]":
    """The teams that a person is in."""
    return Team.objects.filter(memberships__user=user).order_by("-id")


def team_seen_by(user: User, key: UUID) -> Team:
    """One team that a person is in; `NotFound` otherwise."""
    found = teams_of(user).filter(pk=key).first()
    if found is None:
        raise NotFound
    return found


@transaction.atomic
def create_team(name: str, *, actor: User) -> Team:
    """Make a team, with its first admin."""
    team = Team.objects.create(name=_name(name), created_by=actor)
    TeamMembership.objects.create(team=team, user=actor, role=_ADMIN)
    return team


def version_of(team: Team) -> str:
    """The version of what can be edited. Who is in it is added and taken out, which overwrites nothing."""
    return fingerprint(team.name)


@transaction.atomic
def rename_team(team: Team, name: str, *, actor: User, expected: str | None = None) -> Team:
    """Give a team another name; `EditConflict` when somebody did so after version `expected`."""
    _require_admin(team, actor)
    _lock(team)
    team.refresh_from_db(fields=["name"])
    require_unchanged(expected, version_of(team))
    team.name = _name(name)
    team.save(update_fields=["name"])
    _announce(team, actor)
    return team


@atomic_with_retry
def delete_team(team: Team, *, actor: User) -> None:
    """Delete a team; what was shared with it is shared with its members no more."""
    _require_admin(team, actor)
    lock_for_delete(team)
    _announce(team, actor, left=list(team.memberships.values_list("user_id", flat=True)))
    Team.objects.filter(pk=team.pk).delete()


@transaction.atomic
def add_member(team: Team, name: str, *, role: str = TeamMembership.Role.MEMBER, actor: User) -> TeamMembership:
    """Take a person (user name or address) into a team; one who is in it already gets the role."""
    _require_admin(team, actor)
    if role not in TeamMembership.Role.values:
        raise Invalid(f"In a team one is: {', '.join(TeamMembership.Role.values)}.", field="role")
    user = find_user(name)
    _lock(team)
    if team.memberships.exclude(user=user).count() >= MOST_MEMBERS:
        raise TeamFull(maximum=MOST_MEMBERS)
    if role != _ADMIN:
        _require_other_admin(team, user)
    place, _ = TeamMembership.objects.update_or_create(team=team, user=user, defaults={"role": role})
    _announce(team, actor)
    return place


@transaction.atomic
def remove_member(team: Team, user_id: UUID, *, actor: User) -> None:
    """Take a person out of a team; everybody may take themselves out."""
    if user_id != actor.pk:
        _require_admin(team, actor)
    _lock(team)
    place = team.memberships.filter(user_id=user_id).select_related("user").first()
    if place is None:
        raise NotFound("This person is not in the team.")
    _require_other_admin(team, place.user)
    place.delete()
    _announce(team, actor, left=[user_id])


def _announce(team: Team, actor: User, *, left: Sequence[UUID] = ()) -> None:
    team_changed.send(sender=Team, team_id=team.pk, user_id=actor.pk, left=list(left))


def _lock(team: Team) -> None:
    """Members come and go one after the other, so that an admin is always left."""
    if not Team.objects.select_for_update(no_key=True).filter(pk=team.pk).exists():
        raise NotFound


def _require_admin(team: Team, actor: User) -> None:
    role = team.memberships.filter(user=actor).values_list("role", flat=True).first()
    if role is None:
        raise NotFound
    if role != _ADMIN:
        raise NotAllowed("Only a team's admins may do this.")


def _require_other_admin(team: Team, user: User) -> None:
    admins = set(team.memberships.filter(role=_ADMIN).values_list("user", flat=True))
    if admins == {user.pk}:
        raise LastAdmin


def _name(wanted: str) -> str:
    name = " ".join(wanted.replace("\x00", "").split())
    if not 0 < len(name) <= NAME_LIMIT:
        raise Invalid(f"A team needs a name of 1 to {NAME_LIMIT} characters.", field="name")
    return name
