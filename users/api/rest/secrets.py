"""Secrets that stay valid, in REST: what gives access without a sign-in, how all of it ends, and the password that is
asked for before one is made.
"""

from typing import Final
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import UserSessionRequired, require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import django_request, validate_body
from users.accounts import passwords
from users.accounts.errors import TooManyAttempts, WrongPassword
from users.accounts.sessions import note_confirmation
from users.api.rest.base import AccountView, keep_session
from users.api.rest.users import PasswordField
from users.secrets import ConfirmationNeeded, SecretKind, end_secret, list_secrets

_MAX_LISTED: Final = 500


class SecretSerializer(Resource):
    """A secret that gives access without a sign-in. The secret itself is not returned."""

    id = serializers.UUIDField()
    kind = EnumField(SecretKind)
    title = serializers.CharField(
        allow_blank=True, help_text="Of what it opens; empty if you may not view that any more."
    )
    document = serializers.UUIDField(allow_null=True, help_text="The document that it opens.")
    corpus = serializers.UUIDField(allow_null=True, help_text="The corpus that it opens, or belongs to.")
    token = serializers.UUIDField(allow_null=True, help_text="The API token that it was made with, and ends with.")
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(
        allow_null=True, help_text="When a program last used it, accurate to the minute; when a link was last opened."
    )
    expires = serializers.DateTimeField(allow_null=True)
    example = {
        "id": "01990c6e-5d2a-7b3c-8f4e-1a2b3c4d5e6f",
        "kind": "share_link",
        "title": "Lease of 12 Harbour Street",
        "document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
        "corpus": None,
        "token": None,
        "created": "2026-11-20T09:00:00Z",
        "last_used": "2026-11-21T10:30:00Z",
        "expires": None,
    }


class SecretsSerializer(StrictSerializer):
    """The newest ones, with the number of all."""

    results = SecretSerializer(many=True, help_text=f"The newest {_MAX_LISTED}.")
    total = serializers.IntegerField()
    example = {"results": [SecretSerializer.example], "total": 1}


class ConfirmBody(StrictSerializer):
    """The password of the user."""

    current_password = PasswordField()
    example = {"current_password": "correct horse"}


class EndAccessBody(StrictSerializer):
    """The password of the user, if there is one."""

    current_password = PasswordField(required=False)
    example = {"current_password": "correct horse"}


class SecretsView(AccountView):
    """`/auth/secrets`."""

    @operation("listSecrets", "List what gives access without a sign-in", response=SecretsSerializer)
    def get(self, request: Request) -> Response:
        """List your API tokens, the share links and calendar addresses that you have created, and the signing secrets
        of the remote analyzers in your corpora.
        """
        found = list_secrets(require_user(request.user))
        return Response({"results": SecretSerializer.represent(found[:_MAX_LISTED]), "total": len(found)})


class SecretView(AccountView):
    """`/auth/secrets/{id}`."""

    @operation("endSecret", "End one of them")
    def delete(self, request: Request, secret_id: UUID) -> Response:
        """Revoke a token or an address, withdraw a link, or disable a remote analyzer until another secret is set."""
        end_secret(require_user(request.user), secret_id)
        return Response(status=204)


class ConfirmView(AccountView):
    """`/auth/confirm`."""

    @operation(
        "confirmPassword",
        "Confirm the password in a browser",
        body=ConfirmBody,
        errors=[WrongPassword, TooManyAttempts],
    )
    def post(self, request: Request) -> Response:
        """Let this session make API tokens, share links, calendar addresses and signing secrets for an hour."""
        if request.auth is not None:  # an access token says when its user signed in, and cannot be changed
            raise UserSessionRequired
        user, body = require_user(request.user), validate_body(request, ConfirmBody).arguments()
        passwords.confirm_password(user, current=body["current_password"])
        note_confirmation(django_request(request).session)
        return Response(status=204)


class EndAccessView(AccountView):
    """`/auth/end-access`."""

    @operation(
        "endAccess",
        "End all secrets and all other sessions",
        body=EndAccessBody,
        errors=[WrongPassword, TooManyAttempts, ConfirmationNeeded],
    )
    def post(self, request: Request) -> Response:
        """End all that `GET /auth/secrets` and `GET /auth/sessions` list, except the session of this request."""
        user, body = require_user(request.user), validate_body(request, EndAccessBody).arguments()
        passwords.end_access(user, current=body.get("current_password", ""))
        keep_session(request, user)
        return Response(status=204)
