"""API tokens."""

import graphene

from core.access import require_no_token
from core.api.graphql.connections import connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.ordering import Order
from users.accounts import api_tokens, models
from users.api.rest.service_accounts import AccountTokensView, AccountTokenView
from users.api.rest.tokens import ApiTokenSerializer, TokensView, TokenView


class ApiToken(ResourceType):
    """An API token, without the token itself."""

    class Meta:
        resource = ApiTokenSerializer
        model = models.ApiToken
        views = (TokensView, TokenView, AccountTokensView, AccountTokenView)

    token = graphene.String(description="The token itself, which only the mutation that creates it returns.")

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
