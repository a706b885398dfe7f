"""Users: the public name, and the profile as its owner sees it."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, require_no_token, require_user
from core.api.openapi.operations import operation, versioned
from core.api.rest.etags import expected_version, with_current_on_conflict
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import Keys, ObjectView, Read, performed_by, represent, retrieve
from users.accounts.errors import TooManyAttempts, WrongPassword
from users.accounts.profiles import ProfileChange, change_profile, version_of
from users.api.rest.base import UncachedView, site_of
from users.models import User
from users.secrets import ConfirmationNeeded


class PasswordField(serializers.CharField):
    """A password; spaces around it are part of it."""

    def __init__(self, *, required: bool = True) -> None:
        super().__init__(max_length=1024, trim_whitespace=False, required=required)


class UserNameSerializer(Resource):
    """A user as others see them."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    example = {"id": "01990c6e-0c11-7c22-8d33-1f2e3d4c5b6a", "username": "grace", "name": "Grace Hopper"}

    @staticmethod
    def read_name(user: User) -> str:
        return user.get_full_name()


class ProfileSerializer(Resource):
    """The profile of a user."""

    id = serializers.UUIDField()
    username = serializers.CharField()
    email = serializers.CharField(help_text="Empty if there is none.")
    is_staff = serializers.BooleanField(help_text="Whether the user is an administrator.")
    is_superuser = serializers.BooleanField(help_text="Whether the user may also change accounts of administrators.")
    name = serializers.CharField(help_text="The full name; may be empty.")
    language = serializers.CharField(help_text="A language tag; empty: that of the browser.")
    time_zone = serializers.CharField(help_text="An IANA name; empty: that of the browser.")
    email_confirmed = serializers.BooleanField()
    pending_email = serializers.CharField(help_text="A new address that is not confirmed yet.")
    has_password = serializers.BooleanField(help_text="False for users who sign in only through a provider.")
    needs_second_factor = serializers.BooleanField(
        help_text="Administrators need one here, and the user has none: operations of staff are refused."
    )
    version = serializers.CharField(help_text="The version of the profile; also the `ETag` of `/auth/me`.")
    example = {
        "id": "01990c6e-5d2a-7b3c-8f4e-1a2b3c4d5e6f",
        "username": "ada",
        "email": "ada@example.org",
        "is_staff": False,
        "is_superuser": False,
        "name": "Ada Lovelace",
        "language": "en",
        "time_zone": "Europe/London",
        "email_confirmed": True,
        "pending_email": "",
        "has_password": True,
        "needs_second_factor": False,
        "version": "0cc175b9c0f1b6a8",
    }

    read_has_password = staticmethod(User.has_usable_password)
    read_needs_second_factor = staticmethod(User.lacks_second_factor)
    read_version = staticmethod(version_of)


class ProfileBody(StrictSerializer):
    """The changed fields of a profile. A new address needs the current password."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=150)
    language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    time_zone = serializers.CharField(required=False, allow_blank=True, max_length=64)
    email = serializers.EmailField(required=False, max_length=254)
    current_password = PasswordField(required=False)
    example = {"name": "Ada King", "time_zone": "Europe/London"}


class MeView(UncachedView, ObjectView):
    """`/auth/me`."""

    permission_classes = [IsAuthenticated]

    def get_object(self, actor: Actor, **keys: Any) -> User:
        return require_user(actor)

    get = retrieve("getMe", "Get your profile", ProfileSerializer)

    def _change(self, user: User, _keys: Keys, read: Read) -> User:
        require_no_token(user)
        given = read()
        expected = given.pop("expected")
        return change_profile(user, ProfileChange(**given), site=site_of(self.request), expected=expected)

    @performed_by(_change)
    @versioned
    @operation(
        "updateProfile",
        "Change your profile",
        body=ProfileBody,
        response=ProfileSerializer,
        errors=[WrongPassword, TooManyAttempts, ConfirmationNeeded],
    )
    def patch(self, request: Request) -> Response:
        """Change the given fields. A new e-mail address replaces the current one once it is confirmed."""
        user = require_user(request.user)

        def read() -> dict[str, Any]:
            return {**validate_body(request, ProfileBody).arguments(), "expected": expected_version(request)}

        with with_current_on_conflict(lambda: ProfileSerializer.represent_one(User.objects.get(pk=user.pk))):
            self._change(user, {}, read)
        return represent(ProfileSerializer, user, user)
