"""Registration: open to everyone, or by invitation.

Responses do not reveal whether an e-mail address is known: an account can be created with any address, which has no
effect until it is confirmed. User names are public, so a taken one is reported.
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

from audit.actions import Action
from audit.log import record
from core.access import require_staff
from core.db.rows import get_row
from core.errors import Invalid, NotFound
from users.accounts import emails, profiles
from users.accounts.email_verification import send_confirmation
from users.accounts.emails import Site
from users.accounts.errors import EmailTaken, InvitationNeeded, LinkUnusable, RegistrationClosed, UsernameTaken
from users.accounts.models import Invitation
from users.accounts.passwords import require_strong
from users.identifiers import normalize, parse_address
from users.lookup import find_by_confirmed_address
from users.models import User

PATH: Final = "/join"
_SECRET_BYTES: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAccount:
    """The data of a new account. With an invitation, the address is that of the invitation."""

    username: str
    password: str
    email: str = ""
    name: str = ""
    language: str = ""
    time_zone: str = ""
    invitation: str = ""


@transaction.atomic
def register(account: NewAccount, *, site: Site) -> User:
    """Create an account and send the confirmation of its address."""
    invitation = _invitation_for(account)
    user = User(
        username=normalize(account.username),
        email=invitation.email if invitation else account.email and parse_address(account.email),
        email_confirmed=invitation is not None,
        name=profiles.limited(account.name.strip(), field="name"),
        language=profiles.valid_language(account.language),
        time_zone=profiles.valid_time_zone(account.time_zone),
    )
    require_strong(account.password, user, field="password")
    user.set_password(account.password)
    _save(user)
    if invitation is not None:
        invitation.accepted, invitation.accepted_by = timezone.now(), user
        invitation.save(update_fields=["accepted", "accepted_by"])
    elif user.email:
        send_confirmation(user, user.email, site=site)
    return user


def _invitation_for(account: NewAccount) -> Invitation | None:
    if account.invitation:
        return get_invitation_by_token(account.invitation, lock=True)
    if settings.REGISTRATION == "open":
        return None
    raise InvitationNeeded if settings.REGISTRATION == "invitation" else RegistrationClosed


def _save(user: User) -> None:
    try:
        user.username_validator(user.username)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field="username") from None
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        if user.email_confirmed and find_by_confirmed_address(user.email):
            raise EmailTaken from None
        raise UsernameTaken(field="username") from None


@transaction.atomic
def invite(address: str, *, actor: User, site: Site) -> Invitation:
    """Send an invitation (staff only); it replaces an earlier one to the same address.

    Only the recipient learns whether they have an account already: they get another e-mail then.
    """
    require_staff(actor)
    address = parse_address(address)
    Invitation.objects.filter(email__iexact=address, accepted=None).delete()
    token = secrets.token_urlsafe(_SECRET_BYTES)
    invitation = Invitation.objects.create(
        email=address, digest=_digest(token), invited_by=actor, expires=timezone.now() + settings.INVITATION_LIFETIME
    )
    record(Action.INVITATION_CREATED, invitation, actor=actor)
    known = find_by_confirmed_address(address)
    emails.send(
        "invitation_known" if known else "invitation",
        to=address,
        language=known.language if known else "",
        invited_by=actor.get_full_name(),
        link=site.url("/login") if known else site.link(PATH, token),
    )
    return invitation


def invitations(*, actor: User) -> QuerySet[Invitation]:
    """Return all invitations (staff only)."""
    require_staff(actor)
    return Invitation.objects.select_related("invited_by")


def get_invitation(key: UUID, *, actor: User) -> Invitation:
    """Return an invitation (staff only); raise `NotFound` if it was withdrawn or replaced."""
    return get_row(invitations(actor=actor), pk=key)


@transaction.atomic
def withdraw_invitation(key: UUID, *, actor: User) -> None:
    """Delete an invitation that was not accepted (staff only)."""
    invitation = invitations(actor=actor).filter(pk=key, accepted=None).select_for_update(of=("self",)).first()
    if invitation is None:
        raise NotFound
    record(Action.INVITATION_WITHDRAWN, invitation, actor=actor)
    invitation.delete()


def get_invitation_by_token(token: str, *, lock: bool = False) -> Invitation:
    """Return the open invitation of a link of active staff.

    Raise `LinkUnusable` if it was accepted, withdrawn or has expired.
    """
    matches = Invitation.objects.filter(digest=_digest(token), accepted=None, expires__gt=timezone.now())
    matches = matches.filter(invited_by__is_active=True)
    invitation = (matches.select_for_update(of=("self",)) if lock else matches.select_related("invited_by")).first()
    if invitation is None:
        raise LinkUnusable(field="invitation")
    return invitation


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
