"""The memberships that a directory makes. Those that were made by hand are neither shown to it nor ended by it."""

from collections.abc import Collection
from uuid import UUID

from audit.actions import Action
from audit.log import record
from core.errors import Invalid
from users.models import User
from users.sharing.errors import TeamFull
from users.sharing.models import Team, TeamMembership, TeamRole
from users.sharing.teams import MAX_MEMBERS, announce, lock_team


def set_members(team: Team, wanted: Collection[UUID], candidates: Collection[UUID], *, actor: User) -> None:
    """Let a locked team have these members and those that were added by hand.

    Raises `TeamFull`, and `Invalid` for one that is not among the `candidates`.
    """
    current = set(team.memberships.filter(is_provisioned=True).values_list("user_id", flat=True))
    added = set(wanted) - current
    if added - set(candidates):
        raise Invalid("There is no user with the id of one of these members.", field="members")
    removed = sorted(current - set(wanted))
    for user_id in removed:
        _remove(team, user_id, actor=actor)
    _add(team, sorted(added), actor=actor)
    if added or removed:
        announce(team, actor, left=removed)


def remove_from_groups(user: User, *, actor: User) -> None:
    """End the memberships of a user that a directory made."""
    for team in Team.objects.filter(memberships__user=user, memberships__is_provisioned=True).order_by("pk"):
        lock_team(team)
        _remove(team, user.pk, actor=actor)
        announce(team, actor, left=[user.pk])


def _add(team: Team, users: list[UUID], *, actor: User) -> None:
    by_hand = set(team.memberships.filter(user__in=users).values_list("user_id", flat=True))
    new = [user_id for user_id in users if user_id not in by_hand]
    team.invitations.filter(user__in=users).delete()
    if new and team.memberships.count() + team.invitations.count() + len(new) > MAX_MEMBERS:
        raise TeamFull(maximum=MAX_MEMBERS)
    team.memberships.filter(user__in=by_hand).update(is_provisioned=True)
    TeamMembership.objects.bulk_create(TeamMembership(team=team, user_id=key, is_provisioned=True) for key in new)
    for user_id in users:
        record(Action.TEAM_MEMBER_JOINED, team, actor=actor, user=str(user_id), role=TeamRole.MEMBER)


def _remove(team: Team, user_id: UUID, *, actor: User) -> None:
    """End a membership; the user who made the group stays its admin, who the directory does not see."""
    membership = team.memberships.filter(user=user_id, is_provisioned=True)
    record(Action.TEAM_MEMBER_REMOVED, team, actor=actor, user=str(user_id))
    if user_id == team.created_by_id:
        membership.update(is_provisioned=False)
        return
    membership.delete()
    if not team.memberships.filter(role=TeamRole.ADMIN).exists():
        oldest = team.memberships.filter(user__is_service_account=False).order_by("id")[:1]
        team.memberships.filter(pk__in=oldest.values("pk")).update(role=TeamRole.ADMIN)
