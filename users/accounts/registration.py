"""Making an account: by oneself where that is open, or with an invitation.

Answers never tell whether an address is known here: an account can be made with any address, and it counts for nothing
until its letter was answered. User names are public, so that one is taken is told.
"""

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from core.access.actors import require_staff
from core.errors import Invalid, NotFound
from users.accounts import addresses, letters, passwords, profiles
from users.accounts.errors import (
    AddressTaken,
    InvitationNeeded,
    LinkUnusable,
    RegistrationClosed,
    UsernameTaken,
)
from users.accounts.letters import Site
from users.accounts.models import Invitation
from users.models import User

PATH: Final = "/join"
_SECRET_BYTES: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAccount:
    """What somebody says about themselves. With an invitation, the address is the invitation's."""

    username: str
    password: str
    email: str = ""
    name: str = ""
    language: str = ""
    time_zone: str = ""
    invitation: str = ""


@transaction.atomic
def register(account: NewAccount, *, site: Site) -> User:
    """Make an account and its letter; see the errors of this package for what can be wrong."""
    invitation = _invitation_for(account)
    user = User(
        username=account.username.strip(),
        email=invitation.email if invitation else account.email,
        email_confirmed=invitation is not None,
        name=profiles.short(account.name.strip(), field="name"),
        language=profiles.known_language(account.language),
        time_zone=profiles.known_time_zone(account.time_zone),
    )
    passwords.check_strength(account.password, user, field="password")
    user.set_password(account.password)
    _save(user)
    if invitation is not None:
        invitation.accepted, invitation.accepted_by = timezone.now(), user
        invitation.save(update_fields=["accepted", "accepted_by"])
    elif user.email:
        addresses.ask_to_confirm(user, user.email, site=site)
    return user


def _invitation_for(account: NewAccount) -> Invitation | None:
    if account.invitation:
        return invitation_of(account.invitation, lock=True)
    if settings.REGISTRATION == "open":
        return None
    raise InvitationNeeded if settings.REGISTRATION == "invitation" else RegistrationClosed


def _save(user: User) -> None:
    try:
        user.username_validator(user.username)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field="username") from None
    # Two names that differ in case only are one name to people.
    if User.objects.filter(username__iexact=user.username).exists():
        raise UsernameTaken(field="username")
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        if user.email_confirmed and User.objects.filter(email__iexact=user.email, email_confirmed=True).exists():
            raise AddressTaken from None
        raise UsernameTaken(field="username") from None


@transaction.atomic
def invite(address: str, *, actor: User, site: Site) -> Invitation:
    """Write to somebody who may then make an account (operators only). An earlier letter to them ends."""
    require_staff(actor)
    if User.objects.filter(email__iexact=address, email_confirmed=True).exists():
        raise AddressTaken("Somebody with this address has an account already.", field="email")
    Invitation.objects.filter(email__iexact=address, accepted=None).delete()
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    invitation = Invitation.objects.create(
        email=address, digest=_digest(secret), invited_by=actor, expires=timezone.now() + settings.INVITATION_LIFETIME
    )
    letters.send(
        "invitation",
        to=address,
        subject="You are invited to Cartulary",
        invited_by=actor.get_full_name(),
        link=site.link(PATH, secret),
    )
    return invitation


def invitations(*, actor: User) -> QuerySet[Invitation]:
    """Give all invitations (operators only)."""
    require_staff(actor)
    return Invitation.objects.select_related("invited_by")


def invitation_named(key: UUID, *, actor: User) -> Invitation:
    """Give an invitation (operators only); `NotFound` when it has been withdrawn, or another took its place."""
    found = invitations(actor=actor).filter(pk=key).first()
    if found is None:
        raise NotFound
    return found


def withdraw(key: UUID, *, actor: User) -> None:
    """End an invitation that was not accepted (operators only)."""
    deleted, _ = invitations(actor=actor).filter(pk=key, accepted=None).delete()
    if not deleted:
        raise NotFound


def invitation_of(secret: str, *, lock: bool = False) -> Invitation:
    """Give the invitation of a link that still works; else `LinkUnusable`."""
    found = Invitation.objects.filter(digest=_digest(secret), accepted=None, expires__gt=timezone.now())
    invitation = (found.select_for_update() if lock else found.select_related("invited_by")).first()
    if invitation is None:
        raise LinkUnusable(field="invitation")
    return invitation


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
