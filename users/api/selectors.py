"""Shares and teams, for the actors that may see them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from core.access import Actor, Permission, access_of, require, require_user
from core.db.rows import get_row
from core.errors import NotFound
from core.models import Owned
from users.models import User
from users.sharing import teams
from users.sharing.models import Share, Team, TeamInvitation, TeamMembership, TeamRole
from users.sharing.registry import find_share
from users.sharing.services import shares_of


def get_share(actor: Actor, key: UUID) -> Share:
    """Return a share by its key, whatever it shares; raise `NotFound` if `actor` may not change it."""
    share: Any = find_share(key)
    if share is None:
        raise NotFound
    require(require_user(actor), Permission.SHARE, share.target)
    return share  # type: ignore[no-any-return]  # a row of one of the models of shares


def get_share_of(target: Owned, actor: Actor, key: UUID) -> Share:
    """Return a share of this object; raise `NotFound`, or `NotAllowed` if `actor` may not share it."""
    share: Share = get_row(shares_of(target, actor=actor), pk=key)
    return share


def visible_teams(actor: Actor) -> "QuerySet[Team]":
    """Return the teams of a user with their members."""
    members = Prefetch("memberships", TeamMembership.objects.select_related("user").order_by("id"))
    return teams.teams_of(require_user(actor)).prefetch_related(members)


def invitations_for_admin(rows: Sequence[Team], actor: User) -> "QuerySet[TeamInvitation]":
    """Return the open invitations to those of the teams that `actor` is an admin of."""
    mine = TeamMembership.objects.filter(team__in=rows, user=actor, role=TeamRole.ADMIN)
    invitations = TeamInvitation.objects.filter(team__in=mine.values("team"))
    return invitations.select_related("user").order_by("id")


def service_accounts_for_admin(rows: Sequence[Team], actor: User) -> "QuerySet[User]":
    """Return the service accounts of those of the teams that `actor`, who uses no token, is an admin of."""
    if access_of(actor).scopes is not None:
        return User.objects.none()
    mine = TeamMembership.objects.filter(team__in=rows, user=actor, role=TeamRole.ADMIN)
    return User.objects.filter(service_team__in=mine.values("team")).order_by("-id")


def get_team(actor: Actor, key: UUID) -> Team:
    """Return a team with its members; raise `NotFound` if `actor` is not one of them."""
    return get_row(visible_teams(actor), pk=key)
