"""Users: the type, `me`, profile and password."""

from collections.abc import Callable

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.errors import NotFound
from users import models
from users.accounts import profiles
from users.api.rest.accounts import ChangePasswordView
from users.api.rest.users import MeView, ProfileSerializer


def _private(name: str, default: object, read: Callable[[models.User], object] | None = None) -> Callable[..., object]:
    """Create the resolver of a field that only the user themselves can see."""

    def resolve(user: models.User, info: Info) -> object:
        if user != info.context.actor:
            return default
        return read(user) if read else getattr(user, name)

    return resolve


class User(ResourceType):
    """A user."""

    class Meta:
        resource = ProfileSerializer
        model = models.User
        exclude = ("is_staff", "has_password", "needs_second_factor")
        views = (MeView, ChangePasswordView)

    email = graphene.String(required=True, resolver=_private("email", ""), description="empty for other users")
    email_confirmed = graphene.Boolean(
        required=True, resolver=_private("email_confirmed", default=False), description="false for other users"
    )
    pending_email = graphene.String(
        required=True, resolver=_private("pending_email", ""), description="a new address that is not confirmed yet"
    )
    language = graphene.String(required=True, resolver=_private("language", ""))
    time_zone = graphene.String(required=True, resolver=_private("time_zone", ""))
    version = graphene.String(
        required=True,
        resolver=_private("version", "", profiles.version_of),
        description="the version of your profile; empty for other users",
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.User:
        """Return the signed-in user; others are not found."""
        if parse_uuid(key) != info.context.user.pk:
            raise NotFound
        return info.context.user


def _me(_root: object, info: Info) -> models.User | None:
    return info.context.user if info.context.actor.is_authenticated else None


class UserQueries(RootQueries):
    """The queries about users."""

    me = graphene.Field(User, resolver=_me, description="you; null if you are not signed in")
