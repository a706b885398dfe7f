"""What people do about themselves."""

from typing import Any

import graphene
from django.contrib.auth import update_session_auth_hash

from core.access.scopes import require_no_token
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import Mutation
from users.accounts import api_tokens, passwords, profiles
from users.accounts.letters import Site
from users.accounts.profiles import ProfileChange
from users.api.accounts import site_of
from users.api.types import ApiToken, TokenScopeEnum, User
from users.models import User as Person


def _person(info: Info) -> Person:
    """The one who asks, if they are here themselves."""
    require_no_token(info.context.actor)
    return info.context.user


class UpdateProfileInput(graphene.InputObjectType):
    """What changes; what is absent stays. Another address needs the present password.

    With the `version` that you have seen, nothing that was changed elsewhere is overwritten.
    """

    version = graphene.String()
    name = graphene.String()
    language = graphene.String(description="a language tag; empty: as the browser wishes")
    time_zone = graphene.String(description="an IANA name; empty: as the browser says")
    email = graphene.String()
    current_password = graphene.String()


class UpdateProfile(Mutation):
    """Change your profile. A new address takes the place of the old one when the letter to it is answered."""

    class Meta:
        input_type = UpdateProfileInput

    user = graphene.Field(User)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        site = site_of(info.context.request) if info.context.request else Site("")
        expected, change = values.pop("version", None), ProfileChange(**values)
        return {"user": profiles.change_profile(_person(info), change, site=site, expected=expected)}


class ChangePasswordInput(graphene.InputObjectType):
    """The present password and the next one."""

    current_password = graphene.String(required=True)
    new_password = graphene.String(required=True)


class ChangePassword(Mutation):
    """Change your password. All sessions and tokens end, but for the session that asks."""

    class Meta:
        input_type = ChangePasswordInput

    user = graphene.Field(User)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = _person(info)
        passwords.change_password(person, current=values["current_password"], new=values["new_password"])
        if info.context.request is not None and info.context.request.user == person:
            update_session_auth_hash(info.context.request, person)
        return {"user": person}


class CreateTokenInput(graphene.InputObjectType):
    """What the token is for, and what it may be used for."""

    name = graphene.String(required=True)
    scopes = graphene.List(graphene.NonNull(TokenScopeEnum), required=True)
    expires = graphene.DateTime(description="never, when absent")


class CreateToken(Mutation):
    """Make an API token. The token itself is told in this answer and never again."""

    class Meta:
        input_type = CreateTokenInput

    token = graphene.Field(ApiToken)
    secret = graphene.String(description="the token itself")

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        scopes = [scope.value for scope in values.pop("scopes")]
        row, secret = api_tokens.create_token(owner=_person(info), scopes=scopes, **values)
        return {"token": row, "secret": secret}


class RevokeTokenInput(graphene.InputObjectType):
    """Which token."""

    id = graphene.ID(required=True)


class RevokeToken(Mutation):
    """Revoke an API token; it ends at once."""

    class Meta:
        input_type = RevokeTokenInput

    revoked_id = graphene.ID()

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        api_tokens.revoke_token(parse_key(values["id"], "ApiToken"), owner=_person(info))
        return {"revoked_id": values["id"]}


class AccountMutations(graphene.ObjectType):
    """Fields of the root."""

    update_profile = UpdateProfile.field()
    change_password = ChangePassword.field()
    create_token = CreateToken.field()
    revoke_token = RevokeToken.field()
