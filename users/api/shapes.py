"""What the account routes take and give."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from core.access.scopes import TokenScope
from core.api.rest.serializers import StrictSerializer
from users.accounts.profiles import version_of
from users.models import User

_ID = "01990c6e-5d2a-7b3c-8f4e-1a2b3c4d5e6f"
_TOKEN = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoiYWNjZXNzIn0.c2lnbmF0dXJl"  # noqa: S105 - an example
_LINK = "01990c6e5d2a7b3c.cy1jM2I-6f0d1c"


class PasswordField(serializers.CharField):
    """Blanks belong to passwords."""

    def __init__(self, *, required: bool = True) -> None:
        super().__init__(max_length=1024, trim_whitespace=False, required=required)


class CredentialsShape(StrictSerializer):
    """A user name (or confirmed e-mail address) and a password."""

    username = serializers.CharField(max_length=254)
    password = PasswordField()
    example = {"username": "ada", "password": "correct horse"}


class RefreshShape(StrictSerializer):
    """A refresh token."""

    refresh = serializers.CharField(max_length=4096)
    example = {"refresh": _TOKEN}


class SignOutShape(StrictSerializer):
    """The refresh token that ends too, if there is one."""

    refresh = serializers.CharField(max_length=4096, required=False)
    example = {"refresh": _TOKEN}


class PairShape(StrictSerializer):
    """An access token for 15 minutes, and a refresh token to be used once within 30 days."""

    access = serializers.CharField()
    refresh = serializers.CharField()
    example = {"access": _TOKEN, "refresh": _TOKEN}


class PersonShape(StrictSerializer):
    """The one who is signed in, as told to themselves."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    email = serializers.CharField(help_text="Empty when there is none.")
    is_staff = serializers.BooleanField(help_text="Whether this person runs the place too.")
    name = serializers.CharField()
    language = serializers.CharField(help_text="A language tag; empty: as the browser wishes.")
    time_zone = serializers.CharField(help_text="An IANA name; empty: as the browser says.")
    email_confirmed = serializers.BooleanField()
    pending_email = serializers.CharField(help_text="An address whose letter has not been answered yet.")
    has_password = serializers.BooleanField(help_text="False for those who sign in through a provider only.")
    version = serializers.CharField(help_text="Of what can be edited; also the `ETag` of `/auth/me`.")
    example = {
        "id": _ID,
        "username": "ada",
        "email": "ada@example.org",
        "is_staff": False,
        "name": "Ada Lovelace",
        "language": "en",
        "time_zone": "Europe/London",
        "email_confirmed": True,
        "pending_email": "",
        "has_password": True,
        "version": "0cc175b9c0f1b6a8",
    }


class SessionShape(StrictSerializer):
    """Who is signed in in this browser."""

    user = PersonShape(allow_null=True)
    example = {"user": PersonShape.example}


class RegistrationShape(StrictSerializer):
    """Who may make an account here, and how else one may sign in."""

    mode = serializers.ChoiceField(choices=["open", "invitation", "closed"])
    provider = serializers.CharField(allow_null=True, help_text="The OpenID provider's name, if there is one.")
    provider_url = serializers.CharField(allow_null=True, help_text="POST here (as a form) to sign in through it.")
    example = {"mode": "open", "provider": None, "provider_url": None}


class RegisterShape(StrictSerializer):
    """A new account. With an invitation, the address is the invitation's."""

    username = serializers.CharField(max_length=150)
    password = PasswordField()
    email = serializers.EmailField(required=False, max_length=254)
    name = serializers.CharField(required=False, allow_blank=True, max_length=150)
    language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    time_zone = serializers.CharField(required=False, allow_blank=True, max_length=64)
    invitation = serializers.CharField(required=False, max_length=200)
    example = {"username": "ada", "password": "correct horse", "email": "ada@example.org", "name": "Ada Lovelace"}


class ProfileShape(StrictSerializer):
    """What a person may change about themselves; what is absent stays. A new address needs the password."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=150)
    language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    time_zone = serializers.CharField(required=False, allow_blank=True, max_length=64)
    email = serializers.EmailField(required=False, max_length=254)
    current_password = PasswordField(required=False)
    example = {"name": "Ada King", "time_zone": "Europe/London"}


class LinkShape(StrictSerializer):
    """What stands behind the # of a link in a letter."""

    token = serializers.CharField(max_length=2048)
    example = {"token": _LINK}


class AddressShape(StrictSerializer):
    """Where a letter goes."""

    email = serializers.EmailField(max_length=254)
    example = {"email": "ada@example.org"}


class ChangePasswordShape(StrictSerializer):
    """The present password and the next one."""

    current_password = PasswordField()
    new_password = PasswordField()
    example = {"current_password": "correct horse", "new_password": "battery staple"}


class NewPasswordShape(StrictSerializer):
    """A link's token, and the new password."""

    token = serializers.CharField(max_length=2048)
    new_password = PasswordField()
    example = {"token": _LINK, "new_password": "battery staple"}


class InvitationShape(StrictSerializer):
    """A letter with which somebody may make an account."""

    id = serializers.UUIDField()
    email = serializers.CharField()
    invited_by = serializers.CharField()
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField()
    accepted = serializers.DateTimeField(allow_null=True)
    example = {
        "id": _ID,
        "email": "ada@example.org",
        "invited_by": "Charles Babbage",
        "created": "2026-11-20T09:00:00Z",
        "expires": "2026-11-27T09:00:00Z",
        "accepted": None,
    }


class InvitedShape(StrictSerializer):
    """What an invitation says to the one who was invited."""

    email = serializers.CharField()
    invited_by = serializers.CharField()
    expires = serializers.DateTimeField()
    example = {"email": "ada@example.org", "invited_by": "Charles Babbage", "expires": "2026-11-27T09:00:00Z"}


class NewTokenShape(StrictSerializer):
    """A token to be made: what it is for, and what it may be used for."""

    name = serializers.CharField(max_length=100)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=[scope.value for scope in TokenScope]), max_length=4
    )
    expires = serializers.DateTimeField(required=False, allow_null=True, help_text="Absent: never.")
    example = {"name": "Nightly upload", "scopes": ["read", "upload"], "expires": "2027-11-20T00:00:00Z"}


class ApiTokenShape(StrictSerializer):
    """An API token, without the token itself."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    start = serializers.CharField(help_text="How the token begins.")
    created = serializers.DateTimeField()
    expires = serializers.DateTimeField(allow_null=True)
    last_used = serializers.DateTimeField(allow_null=True, help_text="To the minute.")
    example = {
        "id": _ID,
        "name": "Nightly upload",
        "scopes": ["read", "upload"],
        "start": "cty_9fQ2",
        "created": "2026-11-20T09:00:00Z",
        "expires": "2027-11-20T00:00:00Z",
        "last_used": None,
    }


class MadeTokenShape(ApiTokenShape):
    """A token that was just made: `token` is told this once."""

    token = serializers.CharField(allow_null=True, help_text="Null in the answer to a repetition.")
    example = {**ApiTokenShape.example, "token": "cty_9fQ2k3mX7bV1nR8tLw5yZ0aBcDeFgHiJkLmNoPq"}


def checked(shape: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Give what was sent, or raise what is wrong with it."""
    sent = shape(data=request.data)
    sent.is_valid(raise_exception=True)
    validated: dict[str, Any] = sent.validated_data
    return validated


def current_user(user: User) -> dict[str, str | bool]:
    """Describe the signed-in user to themselves."""
    return {
        "id": str(user.pk),
        "username": user.username,
        "email": user.email,
        "is_staff": user.is_staff,
        "name": user.name,
        "language": user.language,
        "time_zone": user.time_zone,
        "email_confirmed": user.email_confirmed,
        "pending_email": user.pending_email,
        "has_password": user.has_usable_password(),
        "version": version_of(user),
    }
