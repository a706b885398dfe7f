"""Change and reset of passwords.

A reset ends everything that another user may have left in the account: sessions, tokens, passkeys, all lasting secrets
(`users.secrets`), and changes of the e-mail address that were not confirmed. E-mails that reset a password go to
confirmed addresses only: anybody can create an account with the address of another user (ADR 25).
"""

from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from audit.actions import Action
from audit.log import record
from core.errors import Invalid
from users.accounts import emails, passkeys
from users.accounts.authentication import require_password, require_proof
from users.accounts.emails import Site
from users.accounts.errors import LinkUnusable
from users.accounts.token_pairs import revoke_all_sessions
from users.lookup import users_with_address
from users.models import User
from users.secrets import end_secrets

PATH: Final = "/new-password"


class WeakPassword(Invalid):
    """This password is too easy to guess."""

    code = "weak_password"
    what_to_do = "Choose a longer password, such as several words."


def require_strong(password: str, user: User, *, field: str) -> None:
    """Raise `WeakPassword` with all problems of a password."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise WeakPassword(" ".join(error.messages), field=field) from None


def change_password(user: User, *, current: str, new: str, revoke_api_tokens: bool = False) -> None:
    """Change the password and revoke all sessions and tokens; the caller renews its own session."""
    require_password(user, current)
    _set(user, new, Action.PASSWORD_CHANGED, revoke_api_tokens=revoke_api_tokens)


def confirm_password(user: User, *, current: str) -> None:
    """Check the password before a secret is made (`users.secrets.require_confirmed`); the caller remembers it."""
    require_password(user, current)
    record(Action.PASSWORD_CONFIRMED, user, actor=user)


@transaction.atomic
def end_access(user: User, *, current: str) -> None:
    """End all secrets and sessions of a user; the caller renews its own session."""
    require_proof(user, current)
    revoke_all_sessions(user)
    end_secrets(user)


def request_reset(address: str, *, site: Site) -> None:
    """Send a reset link to the user who has confirmed this address; if there is none, an explanation to the others.

    The caller does not learn whether there are any.
    """
    users = users_with_address(address, User.objects.filter(is_active=True))
    user = next((each for each in users if each.email_confirmed), None)
    if user is not None:
        record(Action.PASSWORD_RESET_REQUESTED, user)
        emails.send(
            "reset",
            to=user.email,
            language=user.language,
            name=user.get_full_name(),
            username=user.get_username(),
            link=site.link(PATH, f"{urlsafe_base64_encode(user.pk.bytes)}.{default_token_generator.make_token(user)}"),
        )
    elif users:
        emails.send("reset_unconfirmed", to=users[0].email, language=users[0].language)


@transaction.atomic
def reset_password(token: str, *, new: str) -> User:
    """Set a new password with the token of a reset link, which works once, also for requests at the same time."""
    user = _locked_user_of(token)
    _set(user, new, Action.PASSWORD_RESET, revoke_api_tokens=True, had_passkeys=passkeys.end_all(user))
    return user


@transaction.atomic
def _set(user: User, new: str, action: Action, *, revoke_api_tokens: bool, had_passkeys: bool = False) -> None:
    require_strong(new, user, field="new_password")
    user.set_password(new)
    user.pending_email = ""
    user.save(update_fields=["password", "pending_email"])
    record(action, user, actor=user)
    revoke_all_sessions(user)
    if revoke_api_tokens:
        end_secrets(user)
    if user.email:
        emails.send(
            "password_changed",
            to=user.email,
            language=user.language,
            name=user.get_full_name(),
            username=user.get_username(),
            api_tokens_revoked=revoke_api_tokens,
            had_passkeys=had_passkeys,
        )


def _locked_user_of(token: str) -> User:
    """Return the user with the password of now, which the token is made from, until the end of the transaction."""
    key, _, secret = token.partition(".")
    users = User.objects.select_for_update(of=("self",)).filter(is_active=True, email_confirmed=True)
    try:
        user = users.filter(pk=urlsafe_base64_decode(key).hex()).first()
    except (ValueError, ValidationError):
        user = None
    if user is None or not default_token_generator.check_token(user, secret):
        raise LinkUnusable(field="token")
    return user
