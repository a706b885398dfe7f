"""Second factors, in REST: an authenticator app, and recovery codes."""

from datetime import datetime

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_body
from users.accounts import second_factors
from users.accounts.errors import SecondFactorExists, WrongCode
from users.accounts.models import SecondFactor
from users.api.rest.base import AccountView
from users.secrets import ConfirmationNeeded, require_confirmed

_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"  # noqa: S105 - an example


class SecondFactorSerializer(Resource):
    """The second factor of the user."""

    since = serializers.DateTimeField(
        allow_null=True, help_text="Since when the password alone does not sign in; null: it does."
    )
    app = serializers.BooleanField(help_text="Whether there is an authenticator app; passkeys are listed apart.")
    last_used = serializers.DateTimeField(allow_null=True, help_text="When a code was last used.")
    recovery_codes = serializers.IntegerField(help_text="The number of unused ones.")
    example = {"since": "2026-11-20T09:00:00Z", "app": True, "last_used": None, "recovery_codes": 10}

    @staticmethod
    def read_since(factor: SecondFactor | None) -> datetime | None:
        return factor.created if factor else None

    @staticmethod
    def read_app(factor: SecondFactor | None) -> bool:
        return factor is not None and factor.has_app

    @staticmethod
    def read_last_used(factor: SecondFactor | None) -> datetime | None:
        return factor.last_used if factor else None

    @staticmethod
    def read_recovery_codes(factor: SecondFactor | None) -> int:
        return len(factor.recovery_codes) if factor else 0


class SetupSerializer(Resource):
    """A new secret for an authenticator app. Nothing is stored yet."""

    secret = serializers.CharField(help_text="In base32.")
    url = serializers.CharField(help_text="The same for apps (`otpauth:`).")
    qr_code = serializers.ListField(
        child=serializers.CharField(),
        help_text="The rows of the QR code of the URL, of 0 (light) and 1 (dark); add a light border of four.",
    )
    example = {
        "secret": _SECRET,
        "url": f"otpauth://totp/Cartulary:ada?secret={_SECRET}&issuer=Cartulary",
        "qr_code": ["101", "010", "111"],
    }


class SecondFactorBody(StrictSerializer):
    """The secret that the app was given, and a code of the app."""

    secret = serializers.CharField(max_length=64)
    code = serializers.CharField(max_length=64)
    example = {"secret": _SECRET, "code": "123456"}


class RecoveryCodesSerializer(StrictSerializer):
    """New recovery codes, which are shown only once."""

    recovery_codes = serializers.ListField(
        child=serializers.CharField(),
        help_text="Each stands in for one code. Empty: those that you have remain.",
    )
    example = {"recovery_codes": ["k7qd-m2xr-9bwt-4hzp-6nae-s8fv"]}


class SecondFactorView(AccountView):
    """`/auth/second-factor`."""

    @operation("getSecondFactor", "Get your second factor", response=SecondFactorSerializer)
    def get(self, request: Request) -> Response:
        return Response(SecondFactorSerializer.represent_one(second_factors.find(require_user(request.user))))

    @operation(
        "addSecondFactor",
        "Set up an authenticator app",
        body=SecondFactorBody,
        response={201: RecoveryCodesSerializer},
        errors=[WrongCode, SecondFactorExists, ConfirmationNeeded],
    )
    def post(self, request: Request) -> Response:
        """From then on, each sign-in with the password needs a `code`."""
        user, arguments = require_user(request.user), validate_body(request, SecondFactorBody).arguments()
        return Response({"recovery_codes": second_factors.add(user, **arguments)}, status=201)

    @operation("removeSecondFactor", "Remove your authenticator app", errors=[ConfirmationNeeded])
    def delete(self, request: Request) -> Response:
        """Without a passkey, the recovery codes end, too, and the password alone signs in. If there is no app, nothing
        else changes.
        """
        second_factors.remove_app(require_user(request.user))
        return Response(status=204)


class SetupView(AccountView):
    """`/auth/second-factor/setup`."""

    @operation(
        "setUpSecondFactor",
        "Get a secret for an authenticator app",
        response=SetupSerializer,
        errors=[SecondFactorExists, ConfirmationNeeded],
    )
    def post(self, request: Request) -> Response:
        """Send it with a code of the app to `POST /auth/second-factor`."""
        user = require_user(request.user)
        require_confirmed(user)
        return Response(SetupSerializer.represent_one(second_factors.new_setup(user)))


class RecoveryCodesView(AccountView):
    """`/auth/second-factor/recovery-codes`."""

    @operation(
        "createRecoveryCodes",
        "Get new recovery codes",
        response=RecoveryCodesSerializer,
        errors=[ConfirmationNeeded],
    )
    def post(self, request: Request) -> Response:
        """Return ten new ones; the former end."""
        return Response({"recovery_codes": second_factors.renew_recovery_codes(require_user(request.user))})
