"""Verification of e-mail addresses: an address counts once its user has opened the link that was sent to it.

The user must be signed in, so that no one confirms an address for the account of another user. The link contains the
user's auth hash: a change of the password makes it unusable.
"""

from typing import Final

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.log import record
from users.accounts import emails
from users.accounts.emails import Site
from users.accounts.errors import EmailTaken, LinkOfOtherAccount, LinkUnusable
from users.models import User

PATH: Final = "/confirm-address"
_SALT: Final = "users.address"


def send_confirmation(user: User, address: str, *, site: Site) -> None:
    """Send the confirmation link to an address that the user has entered."""
    claims = {"user": str(user.pk), "email": address, "hash": user.get_session_auth_hash()}
    token = signing.dumps(claims, salt=_SALT)
    emails.send(
        "confirm",
        to=address,
        language=user.language,
        email=address,
        link=site.link(PATH, token),
    )


def confirm(token: str, *, actor: User) -> None:
    """Set the address of a confirmation link.

    Raises `LinkUnusable`, `LinkOfOtherAccount`, or `EmailTaken` if another account has confirmed the address.
    """
    try:
        claims = signing.loads(token, salt=_SALT, max_age=settings.EMAIL_CONFIRMATION_SECONDS)
    except signing.BadSignature:
        raise LinkUnusable(field="token") from None
    if claims["user"] != str(actor.pk):
        raise LinkOfOtherAccount(field="token")
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=actor.pk)
        is_current = user.has_session_auth_hash(claims.get("hash", ""))
        if not is_current or claims["email"] not in {user.email, user.pending_email}:
            raise LinkUnusable(field="token")
        _set_email(user, claims["email"])


def _set_email(user: User, address: str) -> None:
    previous = user.email if user.email_confirmed and user.email != address else ""
    user.email, user.email_confirmed, user.pending_email = address, True, ""
    try:
        with transaction.atomic():
            user.save(update_fields=["email", "email_confirmed", "pending_email"])
    except IntegrityError:
        raise EmailTaken from None
    record(Action.EMAIL_CONFIRMED, user)
    if previous:
        emails.send(
            "address_changed",
            to=previous,
            language=user.language,
            name=user.get_full_name(),
            username=user.get_username(),
            email=address,
        )
