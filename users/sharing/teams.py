"""Teams: any user creates them, their admins manage them and invite others, members can leave."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from audit.actions import Action
from audit.log import record
from core.access import limit_condition, require_unlimited
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.row_locks import lock_for_delete
from core.db.rows import get_row, saved_changes
from core.db.transactions import atomic_with_retry
from core.errors import Invalid, NotAllowed, NotFound
from users.models import User
from users.sharing.errors import LastAdmin, ManagedByDirectory, TeamFull, TeamHasServiceAccounts, UserNotFound
from users.sharing.lookup import Grantee, find_grantee
from users.sharing.models import Team, TeamInvitation, TeamMembership, TeamRole
from users.sharing.signals import team_changed
from users.signals import invited_to_team

MAX_NAME_LENGTH: Final = 200
MAX_MEMBERS: Final = 500


def teams_of(user: User) -> "QuerySet[Team]":
    """Return the teams of a user, newest first."""
    return Team.objects.filter(limit_condition(user, "pk"), memberships__user=user).order_by("-id")


def get_visible_team(user: User, key: UUID) -> Team:
    """Return a team of a user; raise `NotFound` if the user is not a member."""
    return get_row(teams_of(user), pk=key)


@transaction.atomic
def create_team(name: str, *, actor: User) -> Team:
    """Create a team with the actor as its first admin."""
    require_unlimited(actor)
    if actor.is_service_account:
        raise NotAllowed("Service accounts cannot create teams.")
    team = Team.objects.create(name=_valid_name(name), created_by=actor)
    TeamMembership.objects.create(team=team, user=actor, role=TeamRole.ADMIN)
    record(Action.TEAM_CREATED, team, actor=actor)
    announce(team, actor)
    return team


def version_of(team: Team) -> str:
    """Return the version of the name. Members are added and removed, which overwrites nothing."""
    return fingerprint(team.name)


@transaction.atomic
def rename_team(team: Team, name: str, *, actor: User, expected: str | None = None) -> Team:
    """Rename a team; raise `EditConflict` if it was renamed after version `expected`."""
    require_admin(team, actor)
    lock_team(team)
    team.refresh_from_db(fields=["name"])
    require_unchanged(expected, version_of(team))
    set_name(team, name, actor=actor)
    return team


def set_name(team: Team, name: str, *, actor: User) -> None:
    """Rename a locked team, for an actor who may."""
    with saved_changes(team) as changed:
        team.name = _valid_name(name)
    if changed:
        record(Action.TEAM_RENAMED, team, actor=actor)
        announce(team, actor)


@atomic_with_retry
def delete_team(team: Team, *, actor: User) -> None:
    """Delete a team and its shares; its service accounts must have been deleted before."""
    require_admin(team, actor)
    delete_unchecked(team, actor=actor)


def delete_unchecked(team: Team, *, actor: User) -> None:
    """Delete a team for an actor who may."""
    lock_for_delete(team)
    if User.objects.filter(service_team=team).exists():
        raise TeamHasServiceAccounts
    invited = team.invitations.exclude(user=None).values_list("user_id", flat=True)
    announce(team, actor, left=[*team.memberships.values_list("user_id", flat=True), *invited])
    record(Action.TEAM_DELETED, team, actor=actor)
    Team.objects.filter(pk=team.pk).delete()


@transaction.atomic
def add_member(team: Team, name: str, *, role: str = TeamRole.MEMBER, actor: User) -> None:
    """Invite a user or an e-mail address, or change the role of a member who is given by user name."""
    require_admin(team, actor)
    if role not in TeamRole.values:
        raise Invalid(f"Choose one of {', '.join(TeamRole.values)}.", field="role")
    grantee = find_grantee(name, actor=actor)
    if grantee.user is not None and grantee.user.is_service_account:
        raise UserNotFound(field="user")  # each belongs to one team, and is never an admin
    lock_team(team)
    membership = None if grantee.email else team.memberships.filter(user=grantee.user).first()
    if membership is None:
        _invite(team, grantee, role=role, actor=actor)
        return
    if role != TeamRole.ADMIN:
        _require_other_admin(team, membership.user_id)
    with saved_changes(membership) as changed:
        membership.role = role
    if changed:
        record(Action.TEAM_MEMBER_CHANGED, team, actor=actor, user=str(membership.user_id), role=role)
        announce(team, actor)


def _invite(team: Team, grantee: Grantee, *, role: str, actor: User) -> None:
    identity = grantee.columns()
    others = team.invitations.exclude(pk__in=team.invitations.filter(**identity)).count()
    if team.memberships.count() + others >= MAX_MEMBERS:
        raise TeamFull(maximum=MAX_MEMBERS)
    values = {"role": role, "user": grantee.user, "created_by": actor}
    _, is_new = TeamInvitation.objects.update_or_create(team=team, **identity, defaults=values)
    invited: dict[str, Any] = (
        {"by": "address"} if grantee.email else {"user": str(grantee.user.pk)} if grantee.user else {}
    )
    record(Action.TEAM_MEMBER_INVITED, team, actor=actor, role=role, **invited)
    if is_new and (email := _email_of(grantee)):
        invited_to_team.send(sender=Team, email=email, team_name=team.name, invited_by=actor)
    announce(team, actor, left=[grantee.user.pk] if grantee.user else [])


def _email_of(grantee: Grantee) -> str:
    """Return the address to write to; empty for a user who has confirmed none."""
    user = grantee.user
    return grantee.email or (user.email if user and user.email_confirmed else "")


@transaction.atomic
def remove_member(team: Team, user_id: UUID, *, actor: User) -> None:
    """Remove a user from a team; members can remove themselves."""
    require_unlimited(actor)
    if user_id != actor.pk:
        require_admin(team, actor)
    lock_team(team)
    membership = team.memberships.filter(user_id=user_id).first()
    if membership is None:
        raise NotFound("This user is not a member of the team.")
    if User.objects.filter(pk=user_id, is_service_account=True).exists():
        raise NotAllowed("Service accounts stay in their team. Its admins can delete them.")
    if membership.is_provisioned:
        raise ManagedByDirectory
    _require_other_admin(team, user_id)
    membership.delete()
    record(Action.TEAM_MEMBER_REMOVED, team, actor=actor, user=str(user_id))
    announce(team, actor, left=[user_id])


def announce(team: Team, actor: User, *, left: Sequence[UUID] = ()) -> None:
    """Send `team_changed`; `left` are users who are no members and have been, or are invited."""
    team_changed.send(sender=Team, team_id=team.pk, user_id=actor.pk, left=list(left))


def lock_team(team: Team) -> None:
    """Serialize changes of members, so that an admin always remains."""
    if not Team.objects.select_for_update(no_key=True).filter(pk=team.pk).exists():
        raise NotFound


def require_admin(team: Team, actor: User) -> None:
    """Raise `NotAllowed` if the actor is no admin of the team, `NotFound` if they are no member."""
    role = team.memberships.filter(user=actor).values_list("role", flat=True).first()
    if role is None:
        raise NotFound
    if role != TeamRole.ADMIN:
        raise NotAllowed("Only admins of the team can do this.")
    require_unlimited(actor)


def _require_other_admin(team: Team, user_id: UUID) -> None:
    admins = set(team.memberships.filter(role=TeamRole.ADMIN).values_list("user_id", flat=True))
    if admins == {user_id}:
        raise LastAdmin


def _valid_name(value: str) -> str:
    name = " ".join(value.replace("\x00", "").split())
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        raise Invalid(f"The name must have 1 to {MAX_NAME_LENGTH} characters.", field="name")
    return name
