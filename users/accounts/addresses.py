"""E-mail addresses count once their letter was answered; a confirmed one belongs to one account."""

from typing import Final

from django.conf import settings
from django.core import signing
from django.db import IntegrityError, transaction

from users.accounts import letters
from users.accounts.errors import AddressTaken, LinkUnusable
from users.accounts.letters import Site
from users.models import User

PATH: Final = "/confirm-address"
_SALT: Final = "users.address"


def ask_to_confirm(user: User, address: str, *, site: Site) -> None:
    """Write to an address that the person says is theirs."""
    secret = signing.dumps({"user": str(user.pk), "email": address}, salt=_SALT)
    letters.send(
        "confirm",
        to=address,
        subject="Confirm your e-mail address",
        email=address,
        link=site.link(PATH, secret),
    )


def confirm(secret: str) -> User:
    """Take the address of an answered letter; `LinkUnusable`, or `AddressTaken` when another account has shown it."""
    try:
        facts = signing.loads(secret, salt=_SALT, max_age=settings.EMAIL_CONFIRMATION_SECONDS)
    except signing.BadSignature:
        raise LinkUnusable(field="token") from None
    user = User.objects.filter(pk=facts["user"], is_active=True).first()
    if user is None or facts["email"] not in {user.email, user.pending_email}:
        raise LinkUnusable(field="token")
    _take(user, facts["email"])
    return user


@transaction.atomic
def _take(user: User, address: str) -> None:
    before = user.email if user.email_confirmed and user.email != address else ""
    user.email, user.email_confirmed, user.pending_email = address, True, ""
    try:
        with transaction.atomic():
            user.save(update_fields=["email", "email_confirmed", "pending_email"])
    except IntegrityError:
        raise AddressTaken from None
    if before:
        letters.send(
            "address_changed",
            to=before,
            subject="Your e-mail address was changed",
            name=user.get_full_name(),
            username=user.get_username(),
            email=address,
        )
