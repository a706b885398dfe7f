"""Change and reset of passwords."""

from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from core.errors import Invalid
from users.accounts import emails
from users.accounts.authentication import require_password
from users.accounts.emails import Site
from users.accounts.errors import LinkUnusable
from users.accounts.token_pairs import revoke_all_sessions
from users.models import User

PATH: Final = "/new-password"


class WeakPassword(Invalid):
    """This password is too easy to guess."""

    code = "weak_password"


def require_strong(password: str, user: User, *, field: str) -> None:
    """Raise `WeakPassword` with all problems of a password."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise WeakPassword(" ".join(error.messages), field=field) from None


def change_password(user: User, *, current: str, new: str) -> None:
    """Change the password and revoke all sessions and tokens; the caller renews its own session."""
    require_password(user, current)
    _set(user, new)


def request_reset(address: str, *, site: Site) -> None:
    """Send a reset link to the users with this address, if any. The caller does not learn whether there are any."""
    for user in User.objects.filter(email__iexact=address, is_active=True):
        emails.send(
            "reset",
            to=user.email,
            subject="Set a new password",
            name=user.get_full_name(),
            username=user.get_username(),
            link=site.link(PATH, f"{urlsafe_base64_encode(user.pk.bytes)}.{default_token_generator.make_token(user)}"),
        )


def reset_password(token: str, *, new: str) -> User:
    """Set a new password with the token of a reset link, which works once."""
    user = _user_of(token)
    # The link proves that the address is theirs, unless another account has confirmed it before.
    if not User.objects.filter(email__iexact=user.email, email_confirmed=True).exclude(pk=user.pk).exists():
        user.email_confirmed = True
    _set(user, new)
    return user


@transaction.atomic
def _set(user: User, new: str) -> None:
    require_strong(new, user, field="new_password")
    user.set_password(new)
    user.save(update_fields=["password", "email_confirmed"])
    revoke_all_sessions(user)
    if user.email:
        emails.send(
            "password_changed",
            to=user.email,
            subject="Your password was changed",
            name=user.get_full_name(),
            username=user.get_username(),
        )


def _user_of(token: str) -> User:
    key, _, secret = token.partition(".")
    try:
        user = User.objects.filter(pk=urlsafe_base64_decode(key).hex(), is_active=True).first()
    except (ValueError, ValidationError):
        user = None
    if user is None or not default_token_generator.check_token(user, secret):
        raise LinkUnusable(field="token")
    return user
