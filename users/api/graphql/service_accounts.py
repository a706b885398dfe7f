"""Service accounts of teams, and their API tokens; for the admins of the team."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

import graphene
from graphql_relay import to_global_id

from core.api.graphql.connections import Children, related_list
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.loaders import as_batch, load_for_batch
from core.api.graphql.resource_types import ResourceType
from core.api.ordering import Order
from users.accounts import models as accounts
from users.api.graphql.teams import Team
from users.api.graphql.tokens import ApiToken
from users.api.rest.service_accounts import ServiceAccountSerializer, ServiceAccountsView, ServiceAccountView
from users.api.selectors import service_accounts_for_admin
from users.models import User as UserRow
from users.sharing import models

_TYPE = "ServiceAccount"


def _tokens(account: UserRow, _: Info) -> list[accounts.ApiToken]:
    return related_list(account, "tokens", Children(accounts.ApiToken.objects.all(), "owner_id", Order(("-id",))))


class ServiceAccount(ResourceType):
    """A program of a team. It is a member of the team, and acts only through its API tokens."""

    class Meta:
        resource = ServiceAccountSerializer
        exclude = ("team",)
        views = (ServiceAccountsView, ServiceAccountView)

    id = graphene.ID(required=True, resolver=lambda account, _: to_global_id(_TYPE, str(account.pk)))
    uuid = graphene.UUID(required=True, resolver=lambda account, _: account.pk)
    tokens = graphene.List(graphene.NonNull(ApiToken), required=True, resolver=_tokens)


def _accounts(team: models.Team, info: Info) -> list[UserRow]:
    def load(rows: Sequence[models.Team]) -> dict[UUID, list[UserRow]]:
        found: defaultdict[UUID, list[UserRow]] = defaultdict(list)
        for account in as_batch(service_accounts_for_admin(rows, info.context.user)):
            if account.service_team_id is not None:
                found[account.service_team_id].append(account)
        return found

    return load_for_batch(team, "service_accounts", load, [])


extend(
    Team,
    "service_accounts",
    graphene.Field(
        graphene.List(graphene.NonNull(ServiceAccount)),
        required=True,
        resolver=_accounts,
        description="empty if you are not an admin",
    ),
)
