"""User profiles: name, language, time zone, e-mail address."""

import re
from dataclasses import dataclass
from typing import Final
from zoneinfo import available_timezones

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import saved_changes
from core.errors import Invalid
from users.accounts.authentication import require_proof
from users.accounts.email_verification import send_confirmation
from users.accounts.emails import Site
from users.identifiers import parse_address
from users.models import User

_NAMES: Final = {"pending_email": "email"}  # for users
_FIELDS: Final = ("name", "language", "time_zone", "email", "email_confirmed", "pending_email")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChange:
    """The changed fields; `None` leaves a field as it is. A new address needs the current password."""

    name: str | None = None
    language: str | None = None
    time_zone: str | None = None
    email: str | None = None
    current_password: str = ""


def version_of(user: User) -> str:
    """Return the version of the fields that users can edit."""
    return fingerprint(user.name, user.language, user.time_zone, user.email, user.pending_email)


@transaction.atomic
def change_profile(user: User, change: ProfileChange, *, site: Site, expected: str | None = None) -> User:
    """Apply a change; raise `EditConflict` if the profile was changed after version `expected`.

    A new address replaces the current one once it is confirmed.
    """
    current = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    require_unchanged(expected, version_of(current))
    for name in _FIELDS:
        setattr(user, name, getattr(current, name))
    with saved_changes(user) as changed:
        if change.name is not None:
            user.name = limited(change.name.strip(), field="name")
        if change.language is not None:
            user.language = valid_language(change.language)
        if change.time_zone is not None:
            user.time_zone = valid_time_zone(change.time_zone)
        if change.email is not None:
            _change_email(user, change.email, change.current_password, site=site)
    if changed:
        record(Action.PROFILE_CHANGED, user, actor=user, fields=[_NAMES.get(name, name) for name in changed])
    return user


def _change_email(user: User, address: str, password: str, *, site: Site) -> None:
    address = parse_address(address)
    if address == user.email and user.email_confirmed:
        user.pending_email = ""
        return
    # The owner of the address can reset the password, so an unattended session must not be enough.
    require_proof(user, password)
    user.pending_email = address
    record(Action.EMAIL_CHANGE_REQUESTED, user, actor=user)
    send_confirmation(user, address, site=site)


def limited(text: str, *, field: str) -> str:
    """Return a text that fits into its column; else raise `Invalid`."""
    limit: int = getattr(User._meta.get_field(field), "max_length")  # noqa: B009  # fields of relations have none
    if len(text) > limit:
        raise Invalid(f"Must have at most {limit} characters.", field=field)
    return text


def valid_language(tag: str) -> str:
    """Return a well-formed language tag (BCP 47) or an empty text; else raise `Invalid`."""
    if tag and not _LANGUAGE.fullmatch(tag):
        raise Invalid("Must be a language tag like en or pt-BR.", field="language")
    return limited(tag, field="language")


def valid_time_zone(name: str) -> str:
    """Return a known time zone or an empty text; else raise `Invalid`."""
    if name and name not in available_timezones():
        raise Invalid("Unknown time zone. Use a name like Europe/London.", field="time_zone")
    return name
