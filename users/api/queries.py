"""What can be asked about people."""

import graphene

from core.api.graphql.context import Info
from users import models
from users.api.types import User


def _me(_root: object, info: Info) -> models.User | None:
    return info.context.person if info.context.user.is_authenticated else None


class UserQueries(graphene.ObjectType):
    """Fields of the root."""

    me = graphene.Field(User, resolver=_me, description="you; null while you are not signed in")
