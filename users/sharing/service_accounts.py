"""Service accounts: users without a password that belong to a team and act through API tokens only.

The admins of the team create, disable and delete them, and make and revoke their tokens. They share the tenant of the
admin who created them, so that they add nothing to quotas. What a deleted one owned goes to the admin who deletes it,
and is shared with the team.
"""

import re
import secrets
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from audit.actions import Action
from audit.log import record, record_all
from core.access import require_no_token
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import get_row, saved_changes
from core.db.transactions import atomic_with_retry
from core.errors import Invalid, NotFound
from users.models import User
from users.secrets import end_secrets_made_with
from users.sharing.errors import TeamFull, TooManyServiceAccounts
from users.sharing.models import Team, TeamMembership, TeamRole
from users.sharing.teams import MAX_MEMBERS, announce, lock_team, require_admin, teams_of
from users.signals import service_account_deleted

MAX_PER_TEAM: Final = 50
MAX_NAME_LENGTH: Final = 100
_SUFFIX_BYTES: Final = 4


def require_manager(team: Team, actor: User) -> None:
    """Raise unless the actor is an admin of the team who is signed in: programs do not manage programs."""
    require_no_token(actor)
    require_admin(team, actor)


def accounts_of(team: Team, *, actor: User) -> QuerySet[User]:
    """Return the service accounts of a team, newest first."""
    require_manager(team, actor)
    return User.objects.filter(service_team=team).order_by("-id")


def get_account(actor: User, key: UUID) -> User:
    """Return a service account of a team that the actor is an admin of; raise `NotFound` if they are no member."""
    account = get_row(User.objects.select_related("service_team"), pk=key, service_team__in=teams_of(actor))
    require_manager(_team(account), actor)
    return account


def version_of(account: User) -> str:
    """Return the version of what can be changed."""
    return fingerprint(account.name, account.is_active)


@transaction.atomic
def create_account(team: Team, name: str, *, actor: User) -> User:
    """Create a service account; it is a member of the team. Its user name is made up: it reveals no other."""
    require_manager(team, actor)
    name = _valid_name(name)
    lock_team(team)
    if User.objects.filter(service_team=team).count() >= MAX_PER_TEAM:
        raise TooManyServiceAccounts(maximum=MAX_PER_TEAM)
    if team.memberships.count() >= MAX_MEMBERS:
        raise TeamFull(maximum=MAX_MEMBERS)
    slug = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:40]
    account = User(
        username=f"{slug or 'service'}-{secrets.token_hex(_SUFFIX_BYTES)}",
        name=name,
        tenant_id=actor.tenant_id,
        is_service_account=True,
        service_team=team,
    )
    account.set_unusable_password()
    account.save(force_insert=True)
    TeamMembership.objects.create(team=team, user=account)
    record(Action.TEAM_MEMBER_JOINED, team, actor=actor, user=str(account.pk), role=TeamRole.MEMBER)
    announce(team, actor)
    return account


@transaction.atomic
def change_account(
    account: User,
    *,
    actor: User,
    name: str | None = None,
    is_active: bool | None = None,
    expected: str | None = None,
) -> User:
    """Rename, disable or enable a service account; its tokens cannot be used while it is disabled."""
    require_manager(_team(account), actor)
    current = get_row(User.objects.select_for_update(no_key=True), pk=account.pk, service_team=_team(account))
    require_unchanged(expected, version_of(current))
    account.name, account.is_active = current.name, current.is_active
    with saved_changes(account) as changed:
        account.name = account.name if name is None else _valid_name(name)
        account.is_active = account.is_active if is_active is None else is_active
    if changed:
        team, key, state = _team(account), str(account.pk), account.is_active
        record(Action.TEAM_MEMBER_CHANGED, team, actor=actor, user=key, name=account.name, is_active=state)
        announce(team, actor)
    return account


@atomic_with_retry
def delete_account(account: User, *, actor: User) -> None:
    """Delete a service account and its tokens; what it owns goes to the actor, and is shared with the team.

    Its row stays, inactive: it is named in what it created.
    """
    team = _team(account)
    require_manager(team, actor)
    lock_team(team)
    record_all(Action.TOKEN_REVOKED, account.api_tokens.all(), actor=actor)
    end_secrets_made_with(account, list(account.api_tokens.values_list("pk", flat=True)))
    account.api_tokens.all().delete()
    service_account_deleted.send(sender=User, account=account, team=team, heir=actor)
    team.memberships.filter(user=account).delete()
    record(Action.TEAM_MEMBER_REMOVED, team, actor=actor, user=str(account.pk))
    account.service_team, account.is_active = None, False
    account.save(update_fields=["service_team", "is_active"])
    announce(team, actor, left=[account.pk])


def _team(account: User) -> Team:
    if account.service_team is None:
        raise NotFound
    return account.service_team


def _valid_name(value: str) -> str:
    name = " ".join(value.replace("\x00", "").split())
    if not 0 < len(name) <= MAX_NAME_LENGTH:
        raise Invalid(f"The name must have 1 to {MAX_NAME_LENGTH} characters.", field="name")
    return name
