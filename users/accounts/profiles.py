"""What people say about themselves."""

import re
from dataclasses import dataclass
from typing import Final
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from core.db.optimistic_locking import fingerprint, require_unchanged
from core.errors import Invalid
from users.accounts import addresses, signing_in
from users.accounts.letters import Site
from users.models import User

_EDITED: Final = ("name", "language", "time_zone", "email", "email_confirmed", "pending_email")
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChange:
    """What changes; `None` stays as it is. Another address needs the present password."""

    name: str | None = None
    language: str | None = None
    time_zone: str | None = None
    email: str | None = None
    current_password: str = ""


def version_of(user: User) -> str:
    """The version of what people can edit about themselves."""
    return fingerprint(user.name, user.language, user.time_zone, user.email, user.pending_email)


@transaction.atomic
def change_profile(user: User, change: ProfileChange, *, site: Site, expected: str | None = None) -> User:
    """Apply a change. A new address takes the place of the old one when its letter is answered.

    `EditConflict` when the profile was changed after version `expected`.
    """
    held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    require_unchanged(expected, version_of(held))
    for name in _EDITED:
        setattr(user, name, getattr(held, name))
    if change.name is not None:
        user.name = short(change.name.strip(), field="name")
    if change.language is not None:
        user.language = known_language(change.language)
    if change.time_zone is not None:
        user.time_zone = known_time_zone(change.time_zone)
    if change.email is not None:
        _ask_for_address(user, change, site=site)
    user.save(update_fields=["name", "language", "time_zone", "pending_email"])
    return user


def _ask_for_address(user: User, change: ProfileChange, *, site: Site) -> None:
    address = change.email or ""
    if address == user.email and user.email_confirmed:
        user.pending_email = ""
        return
    try:
        validate_email(short(address, field="email"))
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field="email") from None
    # Who holds the address can set the password: a session left open must not be enough.
    if user.has_usable_password():
        signing_in.prove(user, change.current_password)
    user.pending_email = address
    addresses.ask_to_confirm(user, address, site=site)


def short(text: str, *, field: str) -> str:
    """Give a text that its column of the person can hold."""
    limit: int = getattr(User._meta.get_field(field), "max_length")  # noqa: B009  # fields of relations have none
    if len(text) > limit:
        raise Invalid(f"This is too long: {limit} characters are the most.", field=field)
    return text


def known_language(tag: str) -> str:
    """Give a language tag (BCP 47, by its form), or nothing."""
    if tag and not _LANGUAGE.fullmatch(tag):
        raise Invalid("This is not a language tag, like en or pt-BR.", field="language")
    return short(tag, field="language")


def known_time_zone(name: str) -> str:
    """Give the name of a time zone that is known here, or nothing."""
    if name and name not in available_timezones():
        raise Invalid("This time zone is not known here. Europe/London is one that is.", field="time_zone")
    return name
