"""Lookup of users by exact name or e-mail address; there is no directory to browse."""

from users.models import User
from users.sharing.errors import UserNotFound


def find_user(name: str, *, field: str = "user") -> User:
    """Return the active user with this user name or confirmed e-mail address; raise `UserNotFound`."""
    name = name.strip()
    if not name or "\x00" in name:
        raise UserNotFound(field=field)
    users = User.objects.filter(is_active=True)
    # An unconfirmed address may belong to someone else.
    user = users.filter(username=name).first() or users.filter(email__iexact=name, email_confirmed=True).first()
    if user is None:
        raise UserNotFound(field=field)
    return user
