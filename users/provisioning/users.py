"""Users as a directory sees them. Accounts of staff can be read, but not changed: it cannot lock administrators out."""

import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from audit.actions import Action
from audit.log import record
from core.db.rows import get_row
from core.errors import Invalid
from users.accounts import emails, profiles
from users.accounts.deactivation import deactivate, reactivate
from users.accounts.errors import EmailTaken, UsernameTaken
from users.identifiers import address_key, normalize, parse_address
from users.models import User
from users.provisioning.errors import AdministratorProtected, refusing_duplicates
from users.provisioning.members import remove_from_groups
from users.provisioning.models import MAX_USER_NAME_LENGTH, ProvisionedUser

_NOT_IN_NAMES: Final = re.compile(r"[^\w.+-]")
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f]")
_SUFFIXES: Final = 9  # numbers that are tried before a random one
_MAX_LENGTH: Final = 150 - 10  # of a user name, without the suffix


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectoryUser:
    """A user as a directory describes it. `None` leaves a value as it is; the rest is replaced."""

    user_name: str
    external_id: str = ""
    display_name: str = ""
    given_name: str = ""
    family_name: str = ""
    formatted_name: str = ""
    email: str = ""
    email_is_primary: bool = True
    language: str | None = None
    is_active: bool | None = None

    def name(self) -> str:
        """Return the one name that an account has."""
        parts = f"{self.given_name} {self.family_name}".strip()
        return " ".join((self.display_name or self.formatted_name or parts).split())


def directory_users() -> QuerySet[User]:
    """Return the accounts, except service accounts, that the directory has not deleted."""
    users = User.objects.filter(is_service_account=False).exclude(provisioned__is_removed=True)
    return users.select_related("provisioned")


def get_user(key: UUID) -> User:
    """Return a user; raise `NotFound`."""
    return get_row(directory_users(), pk=key)


def provisioned(user: User) -> ProvisionedUser:
    """Return what the directory says about a user; a row that is not stored if it never said anything."""
    stored: ProvisionedUser | None = getattr(user, "provisioned", None)
    return stored or ProvisionedUser(user=user, user_name=user.username)


def with_user_name(name: str) -> Q:
    """Return the condition that users have this name in the directory.

    Accounts that it never changed are found by their user name, and by their confirmed address.
    """
    key = normalize(name).lower()
    # Two steps: a lookup in the same condition would join the table again.
    known = ProvisionedUser.objects.alias(key=Lower("user_name")).filter(key=key)
    unknown = Q(username__iexact=key) | Q(email__iexact=address_key(name) or key, email_confirmed=True)
    return Q(pk__in=known.values("user")) | (Q(provisioned=None) & unknown)


@transaction.atomic
def create_user(data: DirectoryUser, *, actor: User) -> User:
    """Create an account without a password, or take up the one that the directory has deleted.

    Raises `UsernameTaken`, `EmailTaken` or `ExternalIdTaken`.
    """
    user_name = _valid_user_name(data.user_name)
    removed = ProvisionedUser.objects.alias(key=Lower("user_name")).filter(key=user_name.lower(), is_removed=True)
    row = removed.first()
    if row is not None:
        return _take_up(row, data, actor=actor)
    if directory_users().filter(with_user_name(user_name)).exists():
        raise UsernameTaken("A user with this userName exists.", field="userName")
    user = User(
        name=profiles.limited(data.name(), field="name"),
        email=parse_address(data.email, field="emails") if data.email else "",
        language=profiles.valid_language(data.language or ""),
        is_active=data.is_active is not False,
    )
    user.set_unusable_password()
    _save_new(user, user_name)
    _describe(ProvisionedUser(user=user), data)
    return get_user(user.pk)


def _take_up(row: ProvisionedUser, data: DirectoryUser, *, actor: User) -> User:
    user = User.objects.select_for_update(no_key=True).get(pk=row.user_id)
    row = ProvisionedUser.objects.get(pk=row.pk)
    if not row.is_removed:
        raise UsernameTaken("A user with this userName exists.", field="userName")
    _require_changeable(user, actor)
    row.is_removed = False
    row.save(update_fields=["is_removed"])
    _change(user, data, actor=actor)
    if data.is_active is not False and not user.is_active:
        reactivate(user, actor=actor)
    return get_user(user.pk)


@transaction.atomic
def change_user(key: UUID, change: Callable[[User], DirectoryUser], *, actor: User) -> User:
    """Replace what the directory says about a user by what `change` makes of the locked row."""
    user = _locked(key)
    _require_changeable(user, actor)
    data = change(user)
    _change(user, data, actor=actor)
    if data.is_active is not None and data.is_active != user.is_active:
        (reactivate if data.is_active else deactivate)(user, actor=actor)
    return get_user(key)


@transaction.atomic
def remove_user(key: UUID, *, actor: User) -> None:
    """Deactivate an account, and hide it from the directory. What it owns stays."""
    user = _locked(key)
    _require_changeable(user, actor)
    row = provisioned(user)
    row.is_removed, row.external_id = True, ""
    with refusing_duplicates():
        row.save()
    if user.is_active:
        deactivate(user, actor=actor)
    remove_from_groups(user, actor=actor)
    record(Action.USER_CHANGED_BY_DIRECTORY, user, actor=actor, fields=["removed"])


def _locked(key: UUID) -> User:
    return get_row(directory_users().select_for_update(no_key=True, of=("self",)), pk=key)


def _require_changeable(user: User, actor: User) -> None:
    if user.is_staff or user.is_superuser or user.pk == actor.pk:
        raise AdministratorProtected


def _change(user: User, data: DirectoryUser, *, actor: User) -> None:
    changed = _change_account(user, data) + _describe(provisioned(user), data)
    if changed:
        record(Action.USER_CHANGED_BY_DIRECTORY, user, actor=actor, fields=changed)


def _change_account(user: User, data: DirectoryUser) -> list[str]:
    """Change the columns of the account; return which."""
    values: dict[str, Any] = {"name": profiles.limited(data.name(), field="name")}
    if data.language is not None:
        values["language"] = profiles.valid_language(data.language)
    user_name = _valid_user_name(data.user_name)
    if user_name != provisioned(user).user_name and _is_username(user_name):
        values["username"] = user_name
    previous = user.email if user.email_confirmed else ""
    address = parse_address(data.email, field="emails") if data.email else ""
    if address != previous:
        values |= {"email": address, "email_confirmed": True, "pending_email": ""}
    changed = [name for name, value in values.items() if getattr(user, name) != value]
    if not changed:
        return []
    for name in changed:
        setattr(user, name, values[name])
    with refusing_duplicates():
        user.save(update_fields=changed)
    if "email" in changed and previous:
        emails.send(
            "address_changed",
            to=previous,
            language=user.language,
            name=user.get_full_name(),
            username=user.get_username(),
            email=address,
        )
    return changed


def _describe(row: ProvisionedUser, data: DirectoryUser) -> list[str]:
    """Store what only the directory needs; return what has changed."""
    values: dict[str, Any] = {
        "user_name": _valid_user_name(data.user_name),
        "external_id": _limited(data.external_id, "external_id"),
        "given_name": _limited(data.given_name, "given_name"),
        "family_name": _limited(data.family_name, "family_name"),
        "formatted_name": _limited(data.formatted_name, "formatted_name"),
        "email_is_primary": data.email_is_primary,
    }
    changed = [name for name, value in values.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, values[name])
    if changed:
        with refusing_duplicates():
            row.save()
    return changed


def _valid_user_name(value: str) -> str:
    name = normalize(value)
    if not 0 < len(name) <= MAX_USER_NAME_LENGTH or _UNPRINTABLE.search(name):
        raise Invalid(f"The userName must have 1 to {MAX_USER_NAME_LENGTH} printable characters.", field="userName")
    return name


def _limited(value: str, name: str) -> str:
    limit: int = getattr(ProvisionedUser._meta.get_field(name), "max_length")  # noqa: B009  # as in `profiles`
    if len(value) > limit:
        raise Invalid(f"Must have at most {limit} characters.", field=name)
    return value


def _is_username(name: str) -> bool:
    try:
        User.username_validator(name)
    except ValidationError:
        return False
    return len(name) <= _MAX_LENGTH


def _save_new(user: User, user_name: str) -> None:
    """Save an account under the name that the directory gives it, or a similar one that is free."""
    for username in _usernames(user_name):
        user.username = username
        try:
            with refusing_duplicates():
                user.save(force_insert=True)
        except UsernameTaken:
            if username == user_name:  # the name is of an account that the directory calls differently
                raise
            user.tenant_id = None  # type: ignore[assignment]  # it was rolled back with the row
            continue
        except EmailTaken:
            raise EmailTaken(field="emails") from None
        return
    raise UsernameTaken(field="userName")


def _usernames(user_name: str) -> Iterator[str]:
    if _is_username(user_name):
        yield user_name
        return
    base = _NOT_IN_NAMES.sub("", user_name.partition("@")[0])[:_MAX_LENGTH]
    base = base if base and _is_username(base) else "user"
    yield base
    for number in range(2, _SUFFIXES + 2):
        yield f"{base}{number}"
    yield f"{base}-{secrets.token_hex(4)}"
