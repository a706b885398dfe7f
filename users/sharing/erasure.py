"""Remove an erased account from teams, and from shares by its addresses."""

from uuid import UUID

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.db.row_locks import lock_for_delete
from users.identifiers import address_key
from users.models import Tenant, User
from users.sharing.models import Team, TeamInvitation, TeamMembership, TeamRole
from users.sharing.registry import share_models
from users.sharing.signals import team_changed


def teams_without_others(user: User) -> list[Team]:
    """Return the teams that have no other member, apart from service accounts."""
    others = TeamMembership.objects.exclude(user=user).filter(user__is_service_account=False)
    return list(Team.objects.filter(memberships__user=user).exclude(pk__in=others.values("team")).order_by("pk"))


def service_accounts_without_others(user: User) -> list[User]:
    """Return the service accounts of these teams, which no user could manage any more."""
    return list(User.objects.filter(service_team__in=teams_without_others(user)).order_by("pk"))


@transaction.atomic
def leave_teams(user: User) -> None:
    """Delete the teams without other members; make the oldest member of the others an admin if there is no other."""
    for team in teams_without_others(user):
        lock_for_delete(team)
        record(Action.TEAM_DELETED, team)
        Team.objects.filter(pk=team.pk).delete()
    for membership in TeamMembership.objects.filter(user=user).select_related("team").order_by("team"):
        _leave(membership)


def _leave(membership: TeamMembership) -> None:
    team = Team.objects.select_for_update(no_key=True).get(pk=membership.team_id)
    others = team.memberships.exclude(pk=membership.pk)
    if not others.filter(role=TeamRole.ADMIN).exists():
        oldest = others.filter(user__is_service_account=False).order_by("id")[:1]
        team.memberships.filter(pk__in=oldest.values("pk")).update(role=TeamRole.ADMIN)
    membership.delete()
    team_changed.send(sender=Team, team_id=team.pk, user_id=membership.user_id, left=[membership.user_id])


def delete_addresses(addresses: set[str]) -> None:
    """Delete the shares and invitations that name these addresses."""
    keys = {address_key(address) for address in addresses if address}
    for model in share_models().values():
        model.objects.filter(email__in=keys).delete()
    TeamInvitation.objects.filter(email__in=keys).delete()


@transaction.atomic
def detach_service_accounts(user: User) -> None:
    """Move the service accounts that share the tenant of a user to another one: that of another admin, or their own."""
    for account in User.objects.filter(tenant=user.tenant_id).exclude(pk=user.pk).order_by("pk"):
        tenant = _tenant_of_admin(account, user.pk) or _own_tenant(account)
        User.objects.filter(pk=account.pk).update(tenant=tenant)


def _tenant_of_admin(account: User, without: UUID) -> UUID | None:
    admins = TeamMembership.objects.filter(team=account.service_team_id, role=TeamRole.ADMIN).exclude(user=without)
    return admins.order_by("id").values_list("user__tenant", flat=True).first()


def _own_tenant(account: User) -> UUID:
    return Tenant.objects.create(name=account.username, kind=Tenant.Kind.PERSONAL).pk
