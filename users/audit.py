"""Accounts and teams as objects of the audit log, and the sign-ins that Django announces."""

from typing import Any
from uuid import UUID

from django.contrib.auth.signals import user_logged_in, user_logged_out

from audit.actions import Action
from audit.log import record
from audit.objects import Subject, register, register_administered
from users.accounts.models import ApiToken, Invitation
from users.models import Tenant, User
from users.sharing.models import Team, TeamMembership, TeamRole


def register_all() -> None:
    """Register the models and receivers; called once at start-up."""
    register(User, lambda user: Subject(kind="user", id=user.pk, owner_id=user.pk))
    register(ApiToken, lambda token: Subject(kind="token", id=token.pk, owner_id=token.owner_id))
    register(Invitation, lambda invitation: Subject(kind="invitation", id=invitation.pk))
    register(Tenant, lambda tenant: Subject(kind="tenant", id=tenant.pk))
    register(Team, lambda team: Subject(kind="team", id=team.pk))
    register_administered("team", _administered_teams)
    user_logged_in.connect(record_sign_in, dispatch_uid="users.record_sign_in")
    user_logged_out.connect(record_sign_out, dispatch_uid="users.record_sign_out")


def record_sign_in(*, user: User, **_: Any) -> None:
    """Record the sign-in to a session: of the API, of the admin, or through the OpenID provider."""
    record(Action.SIGNED_IN, user, actor=user)


def record_sign_out(*, user: User | None, **_: Any) -> None:
    """Record the sign-out; the session may have expired before."""
    if user is not None:
        record(Action.SIGNED_OUT, user, actor=user)


def _administered_teams(user_id: UUID) -> Any:
    return TeamMembership.objects.filter(user=user_id, role=TeamRole.ADMIN).values("team")
