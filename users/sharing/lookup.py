"""Lookup of users by exact name or e-mail address; there is no directory to browse."""

from users.lookup import find_user_by_identifier
from users.models import User
from users.sharing.errors import UserNotFound


def find_user(name: str, *, field: str = "user") -> User:
    """Return the active user with this user name or confirmed e-mail address; raise `UserNotFound`."""
    user = find_user_by_identifier(name)
    if user is None or not user.is_active:
        raise UserNotFound(field=field)
    return user
