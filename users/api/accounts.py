"""Making an account, the profile, passwords, addresses, invitations."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.access.scopes import require_no_token
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.serializers import page_of
from core.api.rest.validation import django_request
from users.accounts import addresses, passwords, profiles, registration
from users.accounts.errors import (
    AddressTaken,
    InvitationNeeded,
    LinkUnusable,
    RegistrationClosed,
    TooManyAttempts,
    UsernameTaken,
    WrongPassword,
)
from users.accounts.letters import Site
from users.accounts.models import Invitation
from users.accounts.passwords import WeakPassword
from users.accounts.profiles import ProfileChange
from users.accounts.registration import NewAccount
from users.api.idempotency import create_idempotent, created_response
from users.api.shapes import (
    AddressShape,
    ChangePasswordShape,
    InvitationShape,
    InvitedShape,
    LinkShape,
    NewPasswordShape,
    PersonShape,
    ProfileShape,
    RegisterShape,
    RegistrationShape,
    SessionShape,
    checked,
    current_user,
)
from users.api.views import UNCACHED, OpenView, private
from users.models import User


def site_of(request: HttpRequest) -> Site:
    """Where links of letters lead; the host was compared with ALLOWED_HOSTS."""
    return Site(f"{request.scheme}://{request.get_host()}")


def _site(request: Request) -> Site:
    return site_of(django_request(request))


class RegistrationView(OpenView):
    """`/auth/registration`."""

    @operation("getRegistration", "See who may make an account, and how one signs in", response=RegistrationShape)
    def get(self, request: Request) -> Response:
        provider = settings.OIDC_NAME if settings.OIDC_ENABLED else None
        address = reverse("openid_connect_login", args=["oidc"]) if provider else None
        return private({"mode": settings.REGISTRATION, "provider": provider, "provider_url": address})


class RegisterView(OpenView):
    """`/auth/register`."""

    rate_class = "letter"

    @operation(
        "register",
        "Make an account",
        body=RegisterShape,
        response={201: SessionShape},
        errors=[WeakPassword, UsernameTaken, AddressTaken, LinkUnusable, InvitationNeeded, RegistrationClosed],
    )
    def post(self, request: Request) -> Response:
        user = registration.register(NewAccount(**checked(RegisterShape, request)), site=_site(request))
        return private({"user": current_user(user)}, status=201)


class MeView(APIView):
    """`/auth/me`."""

    @versioned
    @operation("getMe", "See your profile", response=PersonShape)
    def get(self, request: Request) -> Response:
        return self._answer(require_user(request.user))

    @versioned
    @operation(
        "changeMe",
        "Change your profile",
        body=ProfileShape,
        response=PersonShape,
        errors=[WrongPassword, TooManyAttempts],
    )
    def patch(self, request: Request) -> Response:
        """A new address takes the place of the old one when the letter to it is answered."""
        require_no_token(request.user)
        user, change = require_user(request.user), ProfileChange(**checked(ProfileShape, request))
        with with_current_on_conflict(lambda: current_user(User.objects.get(pk=user.pk))):
            profiles.change_profile(user, change, site=_site(request), expected=expected_version(request))
        return self._answer(user)

    def _answer(self, user: User) -> Response:
        return private(current_user(user), headers=etag(profiles.version_of(user)))


class ConfirmAddressView(OpenView):
    """`/auth/email/confirm`."""

    @operation("confirmAddress", "Answer the letter to an address", body=LinkShape, errors=[LinkUnusable, AddressTaken])
    def post(self, request: Request) -> Response:
        addresses.confirm(checked(LinkShape, request)["token"])
        return Response(status=204)


class SendConfirmationView(APIView):
    """`/auth/email/send`."""

    rate_class = "letter"

    @operation("sendConfirmation", "Send the letter to your unconfirmed address once more", response={202: None})
    def post(self, request: Request) -> Response:
        require_no_token(request.user)
        user = require_user(request.user)
        address = user.pending_email or ("" if user.email_confirmed else user.email)
        if address:
            addresses.ask_to_confirm(user, address, site=_site(request))
        return Response(status=202)


class ChangePasswordView(APIView):
    """`/auth/password/change`."""

    @operation(
        "changePassword",
        "Change your password",
        body=ChangePasswordShape,
        errors=[WrongPassword, WeakPassword, TooManyAttempts],
    )
    def post(self, request: Request) -> Response:
        """All sessions and tokens end, but for the session that this request belongs to."""
        require_no_token(request.user)
        user, sent = require_user(request.user), checked(ChangePasswordShape, request)
        passwords.change_password(user, current=sent["current_password"], new=sent["new_password"])
        if request.auth is None:
            update_session_auth_hash(django_request(request), user)
        return Response(status=204)


class ResetPasswordView(OpenView):
    """`/auth/password/reset`."""

    authentication_classes = []
    rate_class = "letter"

    @operation("askForPasswordReset", "Ask for a letter to set a new password", body=AddressShape, response={202: None})
    def post(self, request: Request) -> Response:
        """The answer is the same whether somebody has this address or not."""
        passwords.ask_for_reset(checked(AddressShape, request)["email"], site=_site(request))
        return Response(status=202)


class ConfirmResetView(OpenView):
    """`/auth/password/reset/confirm`."""

    authentication_classes = []

    @operation(
        "resetPassword", "Set a new password by a letter", body=NewPasswordShape, errors=[LinkUnusable, WeakPassword]
    )
    def post(self, request: Request) -> Response:
        sent = checked(NewPasswordShape, request)
        passwords.reset_password(sent["token"], new=sent["new_password"])
        return Response(status=204)


class InvitationsView(APIView):
    """`/auth/invitations`, for operators."""

    @operation("listInvitations", "List invitations, newest first", response=page_of(InvitationShape))
    def get(self, request: Request) -> Response:
        paginator = KeyCursorPagination()
        rows = registration.invitations(actor=require_user(request.user))
        return private(paginator.body([_invitation(row) for row in paginator.page_of(rows, request)]))

    @idempotent
    @operation("invite", "Invite somebody", body=AddressShape, response={201: InvitationShape}, errors=[AddressTaken])
    def post(self, request: Request) -> Response:
        """An earlier letter to the address ends; a repetition of the same request writes none."""
        actor, address, site = require_user(request.user), checked(AddressShape, request)["email"], _site(request)
        made = create_idempotent(request, lambda: registration.invite(address, actor=actor, site=site).pk)
        row = registration.invitation_named(made.id, actor=actor)
        return created_response(made, _invitation(row), location=reverse("invitation", args=[row.pk]), headers=UNCACHED)


class InvitationView(APIView):
    """`/auth/invitations/{id}`, for operators."""

    @operation("withdrawInvitation", "Withdraw an invitation")
    def delete(self, request: Request, invitation_id: UUID) -> Response:
        registration.withdraw(invitation_id, actor=require_user(request.user))
        return Response(status=204)


class CheckInvitationView(OpenView):
    """`/auth/invitations/check`."""

    authentication_classes = []

    @operation(
        "checkInvitation", "See what an invitation says", body=LinkShape, response=InvitedShape, errors=[LinkUnusable]
    )
    def post(self, request: Request) -> Response:
        found = registration.invitation_of(checked(LinkShape, request)["token"])
        return private({"email": found.email, "invited_by": found.invited_by.get_full_name(), "expires": found.expires})


def _invitation(row: Invitation) -> dict[str, Any]:
    return {
        "id": row.pk,
        "email": row.email,
        "invited_by": row.invited_by.get_full_name(),
        "created": row.created,
        "expires": row.expires,
        "accepted": row.accepted,
    }
