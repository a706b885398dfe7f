"""People in GraphQL."""

import graphene
from graphene import relay

from core.api.graphql.context import Info
from core.api.graphql.keys import uuid_of
from core.errors import NotFound
from users import models


def _email(user: models.User, info: Info) -> str:
    """Addresses are shown to nobody but their owner."""
    return user.email if user == info.context.user else ""


class User(graphene.ObjectType):
    """A person."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.User,)

    uuid = graphene.UUID(required=True, resolver=lambda user, _: user.pk)
    username = graphene.String(required=True)
    email = graphene.String(required=True, resolver=_email, description="empty for everybody but yourself")

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.User:
        """You see nobody but yourself."""
        if uuid_of(key) != info.context.person.pk:
            raise NotFound
        return info.context.person
