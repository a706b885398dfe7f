"""Passwords: changed by those who know the present one, set anew by those who hold their address's letter."""

from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from core.errors import Invalid
from users.accounts import letters, signing_in
from users.accounts.errors import LinkUnusable
from users.accounts.letters import Site
from users.accounts.token_pairs import end_everything
from users.models import User

PATH: Final = "/new-password"


class WeakPassword(Invalid):
    """This password is too easy to guess."""

    code = "weak_password"


def check_strength(password: str, user: User, *, field: str) -> None:
    """Raise `WeakPassword` with all that is wrong with it."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise WeakPassword(" ".join(error.messages), field=field) from None


def change_password(user: User, *, current: str, new: str) -> None:
    """Set another password. Every session and token ends; the caller keeps its session by signing in anew."""
    signing_in.prove(user, current)
    _set(user, new)


def ask_for_reset(address: str, *, site: Site) -> None:
    """Write to whoever has this address, if somebody has. Those who ask are told nothing."""
    for user in User.objects.filter(email__iexact=address, is_active=True):
        letters.send(
            "reset",
            to=user.email,
            subject="Set a new password",
            name=user.get_full_name(),
            username=user.get_username(),
            link=site.link(PATH, _secret(user)),
        )


def reset_password(secret: str, *, new: str) -> User:
    """Set the password that was asked for; the link works once."""
    user = _person_of(secret)
    # The letter has arrived, so the address is theirs, unless somebody else has shown the same before.
    if not User.objects.filter(email__iexact=user.email, email_confirmed=True).exclude(pk=user.pk).exists():
        user.email_confirmed = True
    _set(user, new)
    return user


@transaction.atomic
def _set(user: User, new: str) -> None:
    check_strength(new, user, field="new_password")
    user.set_password(new)
    user.save(update_fields=["password", "email_confirmed"])
    end_everything(user)
    if user.email:
        letters.send(
            "password_changed",
            to=user.email,
            subject="Your password was changed",
            name=user.get_full_name(),
            username=user.get_username(),
        )


def _secret(user: User) -> str:
    return f"{urlsafe_base64_encode(user.pk.bytes)}.{default_token_generator.make_token(user)}"


def _person_of(secret: str) -> User:
    key, _, token = secret.partition(".")
    try:
        user = User.objects.filter(pk=urlsafe_base64_decode(key).hex(), is_active=True).first()
    except (ValueError, ValidationError):
        user = None
    if user is None or not default_token_generator.check_token(user, token):
        raise LinkUnusable(field="token")
    return user
