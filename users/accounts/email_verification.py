"""Verification of e-mail addresses: an address counts once the link sent to it was opened, for one account only."""

from typing import Final

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction

from users.accounts import emails
from users.accounts.emails import Site
from users.accounts.errors import EmailTaken, LinkUnusable
from users.models import User

PATH: Final = "/confirm-address"
_SALT: Final = "users.address"


def send_confirmation(user: User, address: str, *, site: Site) -> None:
    """Send the confirmation link to an address that the user has entered."""
    token = signing.dumps({"user": str(user.pk), "email": address}, salt=_SALT)
    emails.send(
        "confirm",
        to=address,
        subject="Confirm your e-mail address",
        email=address,
        link=site.link(PATH, token),
    )


def confirm(token: str) -> User:
    """Set the address of a confirmation link; raise `LinkUnusable`, or `EmailTaken` if another account has it."""
    try:
        claims = signing.loads(token, salt=_SALT, max_age=settings.EMAIL_CONFIRMATION_SECONDS)
    except signing.BadSignature:
        raise LinkUnusable(field="token") from None
    user = User.objects.filter(pk=claims["user"], is_active=True).first()
    if user is None or claims["email"] not in {user.email, user.pending_email}:
        raise LinkUnusable(field="token")
    _set_email(user, claims["email"])
    return user


@transaction.atomic
def _set_email(user: User, address: str) -> None:
    previous = user.email if user.email_confirmed and user.email != address else ""
    user.email, user.email_confirmed, user.pending_email = address, True, ""
    try:
        with transaction.atomic():
            user.save(update_fields=["email", "email_confirmed", "pending_email"])
    except IntegrityError:
        raise EmailTaken from None
    if previous:
        emails.send(
            "address_changed",
            to=previous,
            subject="Your e-mail address was changed",
            name=user.get_full_name(),
            username=user.get_username(),
            email=address,
        )
