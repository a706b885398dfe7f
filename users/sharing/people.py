"""Find the person that somebody means. There is no directory: names and addresses have to be known exactly."""

from users.models import User
from users.sharing.errors import UserNotFound


def find_user(name: str, *, field: str = "user") -> User:
    """Give the person with this user name, or with this e-mail address; `UserNotFound` otherwise."""
    name = name.strip()
    if not name or "\x00" in name:
        raise UserNotFound(field=field)
    people = User.objects.filter(is_active=True)
    # An address that is not confirmed may be somebody else's.
    addressed = people.filter(email__iexact=name, email_confirmed=True)
    found = people.filter(username=name).first() or addressed.first()
    if found is None:
        raise UserNotFound(field=field)
    return found
