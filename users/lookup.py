"""Lookup of users by user name or e-mail address."""

from django.db.models import QuerySet
from django.db.models.functions import Lower

from users.identifiers import address_key, is_address, normalize
from users.models import User


def find_user_by_identifier(identifier: str) -> User | None:
    """Return the user with this user name or, if it contains `@`, with this confirmed address."""
    if is_address(identifier):
        return find_by_confirmed_address(identifier)
    name = normalize(identifier)
    return User.objects.filter(username=name).first() if "\x00" not in name else None


def find_by_confirmed_address(address: str) -> User | None:
    """Return the user who has confirmed this address."""
    users = users_with_address(address, User.objects.filter(email_confirmed=True))
    return users[0] if users else None


def users_with_address(address: str, users: "QuerySet[User] | None" = None) -> list[User]:
    """Return the users with this address, confirmed or not."""
    key = address_key(address)
    if not key:
        return []
    rows = (User.objects.all() if users is None else users).alias(address=Lower("email")).filter(address=key)
    # The database takes more characters for the same than `address_key` does.
    return [user for user in rows.order_by("pk") if address_key(user.email) == key]
