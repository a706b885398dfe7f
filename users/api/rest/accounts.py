"""Registration, confirmation of e-mail addresses, passwords."""

from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import Keys, ObjectView, Read, performed_by
from users.accounts import email_verification, passwords, registration
from users.accounts.errors import (
    EmailTaken,
    InvitationNeeded,
    LinkOfOtherAccount,
    LinkUnusable,
    RegistrationClosed,
    TooManyAttempts,
    UsernameTaken,
    WrongPassword,
)
from users.accounts.passwords import WeakPassword
from users.accounts.registration import NewAccount
from users.api.rest.base import AccountView, PublicView, keep_session, site_of
from users.api.rest.sessions import SessionSerializer
from users.api.rest.users import PasswordField
from users.models import User

_TOKEN: Final = "01990c6e5d2a7b3c.cy1jM2I-6f0d1c"  # noqa: S105  # an example


class SignInProviderSerializer(Resource):
    """A provider that users can sign in with."""

    name = serializers.CharField()
    url = serializers.CharField(help_text="POST a form to this URL to sign in with it.")
    example = {"name": "Example University", "url": "/accounts/oidc/oidc/login/"}


class RegistrationSerializer(Resource):
    """The registration mode, and the OpenID and SAML providers that users can sign in with."""

    mode = serializers.ChoiceField(choices=["open", "invitation", "closed"], source="REGISTRATION")
    providers = SignInProviderSerializer(many=True)
    example = {"mode": "open", "providers": [SignInProviderSerializer.example]}

    @staticmethod
    def read_providers(configuration: Any) -> list[dict[str, str]]:
        providers = []
        if configuration.OIDC_ENABLED:
            providers.append({"name": configuration.OIDC_NAME, "url": reverse("openid_connect_login", args=["oidc"])})
        if configuration.SAML_ENABLED:
            providers.append({"name": configuration.SAML_NAME, "url": reverse("saml_login")})
        return providers


class RegisterBody(StrictSerializer):
    """A new account. With an invitation, the address is that of the invitation."""

    username = serializers.CharField(max_length=150)
    password = PasswordField()
    email = serializers.EmailField(required=False, max_length=254)
    name = serializers.CharField(required=False, allow_blank=True, max_length=150)
    language = serializers.CharField(required=False, allow_blank=True, max_length=16)
    time_zone = serializers.CharField(required=False, allow_blank=True, max_length=64)
    invitation = serializers.CharField(required=False, max_length=200)
    example = {"username": "ada", "password": "correct horse", "email": "ada@example.org", "name": "Ada Lovelace"}


class EmailTokenBody(StrictSerializer):
    """The token of a link in an e-mail: the part after the `#`."""

    token = serializers.CharField(max_length=2048)
    example = {"token": _TOKEN}


class EmailBody(StrictSerializer):
    """An e-mail address."""

    email = serializers.EmailField(max_length=254)
    example = {"email": "ada@example.org"}


class ChangePasswordBody(StrictSerializer):
    """The current password and the new one."""

    current_password = PasswordField()
    new_password = PasswordField()
    revoke_api_tokens = serializers.BooleanField(
        default=False, help_text="True to revoke your API tokens and calendar addresses as well."
    )
    example = {"current_password": "correct horse", "new_password": "battery staple"}


class ResetPasswordBody(StrictSerializer):
    """The token of a reset link, and the new password."""

    token = serializers.CharField(max_length=2048)
    new_password = PasswordField()
    example = {"token": _TOKEN, "new_password": "battery staple"}


class RegistrationView(PublicView):
    """`/auth/registration`."""

    @operation("getRegistration", "Get the ways to register and to sign in", response=RegistrationSerializer)
    def get(self, request: Request) -> Response:
        return Response(RegistrationSerializer.represent_one(settings))


class RegisterView(PublicView):
    """`/auth/register`."""

    rate_class = "register"

    @operation(
        "register",
        "Create an account",
        body=RegisterBody,
        response={201: SessionSerializer},
        errors=[WeakPassword, UsernameTaken, EmailTaken, LinkUnusable, InvitationNeeded, RegistrationClosed],
    )
    def post(self, request: Request) -> Response:
        account = NewAccount(**validate_body(request, RegisterBody).arguments())
        user = registration.register(account, site=site_of(request))
        return Response(SessionSerializer.represent_one(user), status=201)


class ConfirmEmailView(AccountView):
    """`/auth/email/confirm`."""

    rate_class = "account"

    @operation(
        "confirmEmail",
        "Confirm your e-mail address",
        body=EmailTokenBody,
        errors=[LinkUnusable, LinkOfOtherAccount, EmailTaken],
    )
    def post(self, request: Request) -> Response:
        """Confirm an address with the link that was sent to it, signed in with the account that it is for."""
        email_verification.confirm(
            **validate_body(request, EmailTokenBody).arguments(), actor=require_user(request.user)
        )
        return Response(status=204)


class SendConfirmationView(AccountView):
    """`/auth/email/send`."""

    rate_class = "email"

    @operation("sendConfirmation", "Send the confirmation of your e-mail address again", response={202: None})
    def post(self, request: Request) -> Response:
        user = require_user(request.user)
        address = user.pending_email or ("" if user.email_confirmed else user.email)
        if address:
            email_verification.send_confirmation(user, address, site=site_of(request))
        return Response(status=202)


class ChangePasswordView(AccountView, ObjectView):
    """`/auth/password/change`."""

    def _change(self, user: User, _keys: Keys, read: Read) -> None:
        given = read()
        passwords.change_password(
            user,
            current=given["current_password"],
            new=given["new_password"],
            revoke_api_tokens=given["revoke_api_tokens"],
        )
        keep_session(self.request, user)

    @performed_by(_change)
    @operation(
        "changePassword",
        "Change your password",
        body=ChangePasswordBody,
        errors=[WrongPassword, WeakPassword, TooManyAttempts],
    )
    def post(self, request: Request) -> Response:
        """Revoke all sessions and tokens except the session of this request."""
        self._change(require_user(request.user), {}, lambda: validate_body(request, ChangePasswordBody).arguments())
        return Response(status=204)

    def get_object(self, actor: Actor) -> User:
        return require_user(actor)


class ResetPasswordView(PublicView):
    """`/auth/password/reset`."""

    authentication_classes = []
    rate_class = "email"

    @operation("requestPasswordReset", "Request an e-mail to reset a password", body=EmailBody, response={202: None})
    def post(self, request: Request) -> Response:
        """Send an e-mail if an account has this address; the response does not reveal whether one has it.

        Only a confirmed address resets the password.
        """
        address = validate_body(request, EmailBody).arguments()["email"]
        passwords.request_reset(address, site=site_of(request))
        return Response(status=202)


class ConfirmResetView(PublicView):
    """`/auth/password/reset/confirm`."""

    authentication_classes = []

    @operation(
        "resetPassword",
        "Set a new password with a reset link",
        body=ResetPasswordBody,
        errors=[LinkUnusable, WeakPassword],
    )
    def post(self, request: Request) -> Response:
        """Revoke all sessions and tokens, API tokens as well, and a change of the address that is not confirmed."""
        body = validate_body(request, ResetPasswordBody).arguments()
        passwords.reset_password(body["token"], new=body["new_password"])
        return Response(status=204)
