"""Invitations to teams: users become members by accepting one."""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from audit.actions import Action
from audit.log import record
from core.access import limit_condition
from core.db.rows import get_row
from users.models import User
from users.sharing.models import Team, TeamInvitation, TeamMembership
from users.sharing.teams import announce, lock_team, require_admin


def invitations_of(user: User) -> "QuerySet[TeamInvitation]":
    """Return the open invitations of a user, newest first."""
    invitations = TeamInvitation.objects.filter(limit_condition(user, "team_id"), user=user)
    return invitations.select_related("team", "created_by").order_by("-id")


def get_invitation(user: User, key: UUID) -> TeamInvitation:
    """Return an open invitation of a user; raise `NotFound` if there is none with this key."""
    return get_row(invitations_of(user), pk=key)


@transaction.atomic
def accept_invitation(key: UUID, *, actor: User) -> Team:
    """Become a member of the team; a role that the user has already stays."""
    invitation = _locked(key, actor)
    values = {"role": invitation.role}
    TeamMembership.objects.get_or_create(team=invitation.team, user=actor, defaults=values)
    invitation.team.invitations.filter(user=actor).delete()
    record(Action.TEAM_MEMBER_JOINED, invitation.team, actor=actor, user=str(actor.pk), role=invitation.role)
    announce(invitation.team, actor)
    return invitation.team


@transaction.atomic
def decline_invitation(key: UUID, *, actor: User) -> None:
    """Delete an invitation of the actor; the admins of the team may invite them again."""
    invitation = _locked(key, actor)
    invitation.delete()
    # About the user, not the team: its admins may not learn which account has the address that they invited.
    record(Action.TEAM_INVITATION_DECLINED, actor, actor=actor, team=str(invitation.team_id))
    announce(invitation.team, actor)


@transaction.atomic
def withdraw_invitation(team: Team, invitation_id: UUID, *, actor: User) -> None:
    """Delete an invitation to a team (its admins only)."""
    require_admin(team, actor)
    lock_team(team)
    invitation = get_row(team.invitations, pk=invitation_id)
    invitation.delete()
    record(Action.TEAM_INVITATION_WITHDRAWN, team, actor=actor)
    announce(team, actor, left=[invitation.user_id] if invitation.user_id else [])


def _locked(key: UUID, user: User) -> TeamInvitation:
    """Return an invitation after its team was locked: it may have been withdrawn in the meantime."""
    lock_team(get_invitation(user, key).team)
    return get_invitation(user, key)
