"""API tokens."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

import graphene

from core.access import TokenScope, require_no_token
from core.api.graphql.connections import connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.graphql.root import RootQueries
from core.api.ordering import Order
from users.accounts import api_tokens, models
from users.api.rest.tokens import ApiTokenSerializer
from users.models import User

Scopes = graphene.List(graphene.NonNull(enum_type(TokenScope)))


class ApiToken(ResourceType):
    """An API token, without the token itself."""

    class Meta:
        resource = ApiTokenSerializer
        model = models.ApiToken

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.ApiToken:
        """Return a token of the user, who must be signed in without one."""
        require_no_token(info.context.actor)
        return api_tokens.get_token(info.context.user, parse_uuid(key))


def _tokens(_root: object, info: Info, *, window: Window) -> object:
    require_no_token(info.context.actor)
    return page(api_tokens.tokens_of(info.context.user), Order(("-id",)), window)


class TokenQueries(RootQueries):
    """The queries about API tokens."""

    tokens = connection_field(connection_of(ApiToken), _tokens)


def issue_token(
    info: Info,
    owner: User,
    *,
    scopes: Iterable[TokenScope],
    corpora: Iterable[ID] | None,
    teams: Iterable[ID] | None,
    **fields: Any,
) -> Payload:
    """Create an API token of a user; return the payload of the mutation."""
    row, secret = api_tokens.create_token(
        owner=owner,
        actor=info.context.user,
        scopes=[TokenScope(scope).value for scope in scopes],
        corpora=[parse_key(each, "Corpus") for each in corpora or ()],
        teams=[parse_key(each, "Team") for each in teams or ()],
        **fields,
    )
    return {"token": row, "secret": secret}


@mutation(token=ApiToken, secret=graphene.String(description="the token itself"))
def create_token(
    info: Info,
    *,
    name: str,
    scopes: Annotated[list[TokenScope], Scopes],
    expires: Annotated[datetime | None, "if absent, as late as possible"] = None,
    lifetime_days: Annotated[int | None, "in place of `expires`"] = None,
    corpora: Annotated[list[ID] | None, "limit it to what is in these corpora"] = None,
    teams: Annotated[list[ID] | None, "limit it to what is shared with these teams"] = None,
) -> Payload:
    """Create an API token. The token itself is returned only once."""
    require_no_token(info.context.actor)
    lifetime = {"expires": expires, "lifetime_days": lifetime_days}
    return issue_token(info, info.context.user, name=name, scopes=scopes, corpora=corpora, teams=teams, **lifetime)


@mutation(revoked_id=graphene.ID())
def revoke_token(info: Info, *, id: ID) -> Payload:  # GraphQL's name
    """Revoke an API token."""
    require_no_token(info.context.actor)
    api_tokens.revoke_token(parse_key(id, "ApiToken"), owner=info.context.user)
    return {"revoked_id": id}
