"""Service accounts of teams, and their API tokens; for the admins of the team."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated
from uuid import UUID

import graphene
from graphql_relay import to_global_id

from core.access import TokenScope
from core.api.graphql.connections import Children, related_list
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key
from core.api.graphql.loaders import as_batch, load_for_batch
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.ordering import Order
from users.accounts import api_tokens
from users.accounts import models as accounts
from users.api.graphql.teams import Team
from users.api.graphql.tokens import ApiToken, Scopes, issue_token
from users.api.rest.service_accounts import ServiceAccountSerializer, ServiceAccountsView, ServiceAccountView
from users.api.selectors import service_accounts_for_admin
from users.models import User as UserRow
from users.sharing import models, service_accounts

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


def _account(info: Info, value: str) -> UserRow:
    return service_accounts.get_account(info.context.user, parse_key(value, _TYPE))


@mutation(token=ApiToken, secret=graphene.String(description="the token itself"))
def create_service_account_token(
    info: Info,
    *,
    account_id: ID,
    name: str,
    scopes: Annotated[list[TokenScope], Scopes],
    expires: Annotated[datetime | None, "if absent, as late as possible"] = None,
    lifetime_days: Annotated[int | None, "in place of `expires`"] = None,
    corpora: Annotated[list[ID] | None, "limit it to what is in these corpora"] = None,
    teams: Annotated[list[ID] | None, "limit it to what is shared with these teams"] = None,
) -> Payload:
    """Create an API token of a service account. The token itself is returned only once."""
    lifetime = {"expires": expires, "lifetime_days": lifetime_days}
    account = _account(info, account_id)
    return issue_token(info, account, name=name, scopes=scopes, corpora=corpora, teams=teams, **lifetime)


@mutation(revoked_id=graphene.ID())
def revoke_service_account_token(info: Info, *, account_id: ID, id: ID) -> Payload:
    """Revoke an API token of a service account."""
    api_tokens.revoke_token(parse_key(id, "ApiToken"), owner=_account(info, account_id))
    return {"revoked_id": id}
