"""People and their API tokens in GraphQL."""

from collections.abc import Callable

import graphene
from graphene import relay

from core.access.scopes import TokenScope, require_no_token
from core.api.graphql.connections import connection_of
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.errors import NotFound
from users import models
from users.accounts import api_tokens
from users.accounts import models as tables
from users.accounts.profiles import version_of


def _own(attribute: str, otherwise: object) -> Callable[[models.User, Info], object]:
    """What is told to the person only."""

    def resolve(user: models.User, info: Info) -> object:
        return getattr(user, attribute) if user == info.context.actor else otherwise

    return resolve


class User(graphene.ObjectType):
    """A person."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.User,)

    uuid = graphene.UUID(required=True, resolver=lambda user, _: user.pk)
    username = graphene.String(required=True)
    name = graphene.String(required=True, description="as the person writes it; may be empty")
    email = graphene.String(required=True, resolver=_own("email", ""), description="empty for everybody but yourself")
    email_confirmed = graphene.Boolean(
        required=True, resolver=_own("email_confirmed", otherwise=False), description="false for everybody but yourself"
    )
    pending_email = graphene.String(
        required=True, resolver=_own("pending_email", ""), description="an address whose letter is not answered yet"
    )
    version = graphene.String(
        required=True,
        resolver=lambda user, info: version_of(user) if user == info.context.actor else "",
        description="of what you can edit; empty for everybody but yourself",
    )
    language = graphene.String(required=True, resolver=_own("language", ""))
    time_zone = graphene.String(required=True, resolver=_own("time_zone", ""))

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.User:
        """You see nobody but yourself."""
        if parse_uuid(key) != info.context.user.pk:
            raise NotFound
        return info.context.user


TokenScopeEnum = graphene.Enum("TokenScope", [(scope.name, scope.value) for scope in TokenScope])


class ApiToken(graphene.ObjectType):
    """A key of yours for programs, without the key itself."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (tables.ApiToken,)

    uuid = graphene.UUID(required=True, resolver=lambda token, _: token.pk)
    name = graphene.String(required=True)
    scopes = graphene.List(graphene.NonNull(TokenScopeEnum), required=True)
    start = graphene.String(required=True, description="how the token begins")
    created = graphene.DateTime(required=True)
    expires = graphene.DateTime()
    last_used = graphene.DateTime(description="to the minute")

    @classmethod
    def get_node(cls, info: Info, key: str) -> tables.ApiToken:
        """You see your own, and no token sees any."""
        require_no_token(info.context.actor)
        return api_tokens.token_of(info.context.user, parse_uuid(key))


ApiTokenConnection = connection_of(ApiToken)
