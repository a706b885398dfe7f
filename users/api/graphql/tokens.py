"""API tokens."""

import graphene

from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from users.accounts import models
from users.api.rest.service_accounts import AccountTokensView, AccountTokenView
from users.api.rest.tokens import ApiTokenSerializer, TokensView, TokenView


class ApiToken(ResourceType):
    """An API token, without the token itself."""

    class Meta:
        resource = ApiTokenSerializer
        model = models.ApiToken
        views = (TokensView, TokenView, AccountTokensView, AccountTokenView)

    token = graphene.String(description="The token itself, which only the mutation that creates it returns.")


class TokenQueries(RootQueries):
    """The queries about API tokens."""

    tokens = list_of(ApiToken, TokensView)
