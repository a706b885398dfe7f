"""What can be asked about people."""

import graphene

from core.access.scopes import require_no_token
from core.api.graphql.connections import connection_field, page
from core.api.graphql.context import Info
from core.api.graphql.keyset import Order, Window
from users import models
from users.accounts import api_tokens
from users.api.types import ApiTokenConnection, User

_NEWEST_FIRST = Order(("-id",))


def _me(_root: object, info: Info) -> models.User | None:
    return info.context.user if info.context.actor.is_authenticated else None


def _tokens(_root: object, info: Info, *, window: Window) -> object:
    require_no_token(info.context.actor)
    return page(api_tokens.tokens_of(info.context.user), _NEWEST_FIRST, window)


class UserQueries(graphene.ObjectType):
    """Fields of the root."""

    me = graphene.Field(User, resolver=_me, description="you; null while you are not signed in")
    tokens = connection_field(ApiTokenConnection, _tokens)
