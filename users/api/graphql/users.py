"""Users: the type, `me`, profile and password."""

from collections.abc import Callable
from typing import Annotated

import graphene
from django.contrib.auth import update_session_auth_hash

from core.access import require_no_token
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.mutations import Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.errors import NotFound
from users import models
from users.accounts import passwords, profiles
from users.accounts.emails import Site
from users.accounts.profiles import ProfileChange
from users.api.rest.base import site_of
from users.api.rest.users import ProfileSerializer


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


@mutation(user=User)
def update_profile(
    info: Info,
    *,
    version: str | None = None,
    name: str | None = None,
    language: Annotated[str | None, "a language tag; empty: that of the browser"] = None,
    time_zone: Annotated[str | None, "an IANA name; empty: that of the browser"] = None,
    email: Annotated[str | None, "needs the current password"] = None,
    current_password: str = "",
) -> Payload:
    """Change your profile. A new e-mail address replaces the current one once it is confirmed."""
    require_no_token(info.context.actor)
    change = ProfileChange(
        name=name, language=language, time_zone=time_zone, email=email, current_password=current_password
    )
    site = site_of(info.context.request) if info.context.request else Site("")
    return {"user": profiles.change_profile(info.context.user, change, site=site, expected=version)}


@mutation(user=User)
def change_password(
    info: Info,
    *,
    current_password: str,
    new_password: str,
    revoke_api_tokens: Annotated[bool, "true to revoke your API tokens and calendar addresses as well"] = False,
) -> Payload:
    """Change your password. Revokes all sessions and tokens except the session of this request."""
    require_no_token(info.context.actor)
    user = info.context.user
    passwords.change_password(user, current=current_password, new=new_password, revoke_api_tokens=revoke_api_tokens)
    if info.context.request is not None and info.context.request.user == user:
        update_session_auth_hash(info.context.request, user)
    return {"user": user}
