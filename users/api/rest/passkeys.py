"""Passkeys, in REST: those of the user, and the sign-in with one."""

from typing import Final
from uuid import UUID

from django.contrib.auth import login
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import JSONObjectField, Resource, StrictSerializer
from core.api.rest.validation import django_request, validate_body
from core.api.throttling import address_of
from users.accounts import passkeys
from users.accounts.authentication import authenticate_with_passkey
from users.accounts.errors import (
    InvalidPasskey,
    PasskeyExists,
    PasskeyRefused,
    PasskeysUnavailable,
    PasswordNeeded,
    TooManyAttempts,
    TooManyPasskeys,
)
from users.api.rest.base import AccountView, PublicView, site_of
from users.api.rest.sessions import SessionSerializer
from users.secrets import ConfirmationNeeded

_CHALLENGE: Final = "WyJzaWduLWluIiwxNzY0NDA5NjAwMDAwMDAwLCJ1MSJd"
_ID: Final = "c3VuZmxvd2Vy"
_CREDENTIAL: Final = {"id": _ID, "rawId": _ID, "type": "public-key", "response": {}}


class PasskeySerializer(Resource):
    """A passkey of the user."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True)
    is_synced = serializers.BooleanField(help_text="Whether it is kept on several devices, by its provider.")
    example = {
        "id": "01990c6e-8b3c-7d4e-9f50-6b7c8d9e0f10",
        "name": "Laptop",
        "created": "2026-11-20T08:00:00Z",
        "last_used": "2026-11-21T09:00:00Z",
        "is_synced": True,
    }


class PasskeysSerializer(StrictSerializer):
    """All of them, the oldest first."""

    results = PasskeySerializer(many=True)
    example = {"results": [PasskeySerializer.example]}


class PasskeyOptionsSerializer(StrictSerializer):
    """The options of `navigator.credentials`, with a challenge that counts once and for ten minutes."""

    options = JSONObjectField(
        help_text="For `PublicKeyCredential.parseCreationOptionsFromJSON`, or `parseRequestOptionsFromJSON`."
    )
    example = {"options": {"challenge": _CHALLENGE, "rpId": "documents.example.org", "userVerification": "required"}}


class CredentialBody(StrictSerializer):
    """A credential that a browser has returned."""

    credential = JSONObjectField(help_text="`credential.toJSON()`")
    example = {"credential": _CREDENTIAL}


class PasskeyBody(StrictSerializer):
    """A new passkey, as a browser has returned it."""

    credential = JSONObjectField(help_text="`credential.toJSON()`")
    name = serializers.CharField(max_length=100, help_text="For example that of the device.")
    example = {"credential": _CREDENTIAL, "name": "Laptop"}


class PasskeyNameBody(StrictSerializer):
    """A name for a passkey."""

    name = serializers.CharField(max_length=100)
    example = {"name": "Laptop"}


class NewPasskeySerializer(StrictSerializer):
    """A passkey, and the recovery codes of a user who had no second factor. These are shown only once."""

    passkey = PasskeySerializer()
    recovery_codes = serializers.ListField(
        child=serializers.CharField(),
        help_text="Each stands in for one code. Empty: those that you have remain.",
    )
    example = {"passkey": PasskeySerializer.example, "recovery_codes": ["k7qd-m2xr-9bwt-4hzp-6nae-s8fv"]}


class PasskeysView(AccountView):
    """`/auth/passkeys`."""

    @operation("listPasskeys", "List your passkeys", response=PasskeysSerializer)
    def get(self, request: Request) -> Response:
        return Response({"results": PasskeySerializer.represent(passkeys.list_passkeys(require_user(request.user)))})

    @operation(
        "addPasskey",
        "Add a passkey",
        body=PasskeyBody,
        response={201: NewPasskeySerializer},
        errors=[
            ConfirmationNeeded, InvalidPasskey, PasskeyExists, PasskeysUnavailable, PasswordNeeded, TooManyPasskeys,
        ],
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """From then on, a sign-in with the password needs a `code`, too."""
        user, body = require_user(request.user), validate_body(request, PasskeyBody).arguments()
        passkey, codes = passkeys.add(user, body["credential"], name=body["name"], site=site_of(request))
        return Response({"passkey": PasskeySerializer.represent_one(passkey), "recovery_codes": codes}, status=201)


class PasskeySetupView(AccountView):
    """`/auth/passkeys/setup`."""

    @operation(
        "setUpPasskey",
        "Get the options of a new passkey",
        response=PasskeyOptionsSerializer,
        errors=[ConfirmationNeeded, PasskeysUnavailable, PasswordNeeded, TooManyPasskeys],
    )
    def post(self, request: Request) -> Response:
        """Nothing is stored. Send to `POST /auth/passkeys` what `navigator.credentials.create` returns for them."""
        user = require_user(request.user)
        return Response({"options": passkeys.setup_options(user, site=site_of(request))})


class PasskeyView(AccountView):
    """`/auth/passkeys/{id}`."""

    @operation("renamePasskey", "Rename a passkey", body=PasskeyNameBody, response=PasskeySerializer)
    def patch(self, request: Request, passkey_id: UUID) -> Response:
        user, body = require_user(request.user), validate_body(request, PasskeyNameBody).arguments()
        return Response(PasskeySerializer.represent_one(passkeys.rename(user, passkey_id, body["name"])))

    @operation("removePasskey", "Remove a passkey", errors=[ConfirmationNeeded])
    def delete(self, request: Request, passkey_id: UUID) -> Response:
        """After the last one, and without an authenticator app, the password alone signs in."""
        passkeys.remove(require_user(request.user), passkey_id)
        return Response(status=204)


class ChallengeView(PublicView):
    """`/auth/session/passkey/challenge`."""

    @operation(
        "getPasskeyChallenge",
        "Get the options of a sign-in with a passkey",
        response=PasskeyOptionsSerializer,
        errors=[PasskeysUnavailable],
    )
    def post(self, request: Request) -> Response:
        """Send to `POST /auth/session/passkey` what `navigator.credentials.get` returns for them."""
        return Response({"options": passkeys.sign_in_options(site=site_of(request))})


class PasskeySessionView(PublicView):
    """`/auth/session/passkey`."""

    @operation(
        "signInWithPasskey",
        "Sign in with a passkey",
        body=CredentialBody,
        response=SessionSerializer,
        errors=[PasskeyRefused, PasskeysUnavailable, TooManyAttempts],
    )
    def post(self, request: Request) -> Response:
        plain, body = django_request(request), validate_body(request, CredentialBody).arguments()
        user = authenticate_with_passkey(body["credential"], site=site_of(plain), address=address_of(plain))
        login(plain, user)
        return Response(SessionSerializer.represent_one(user))
