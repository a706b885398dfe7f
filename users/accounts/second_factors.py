"""Second factors: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when it is lost.

A user with an app or a passkey does not sign in with the password alone. A code counts once: its time step is kept
under the lock of the row (RFC 6238, section 5.2). Those who sign in with a provider are asked by the provider.
"""

import hashlib
import re
import secrets
import time
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import pyotp
import segno
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.encryption import decrypt, encrypt
from core.errors import Invalid, NotFound
from users.accounts import emails
from users.accounts.errors import SecondFactorExists, WrongCode
from users.accounts.models import SECOND_FACTOR_PURPOSE, Passkey, SecondFactor
from users.models import User
from users.secrets import lock_owner

RECOVERY_CODES: Final = 10
_STEP_SECONDS: Final = 30
_TOLERANCE: Final = 1  # steps before and after: clocks differ, and typing takes time
_SECRET: Final = re.compile(r"[A-Z2-7]{32}")  # base32 of 160 bits, as RFC 4226 (section 4) recommends
_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # without characters that look alike
_GROUPS: Final = 6  # of four characters: 118 random bits, so that a fast hash is enough (OWASP ASVS 5.0, 6.5.2)
_SEPARATORS: Final = re.compile(r"[\s-]+")


@dataclass(frozen=True, slots=True)
class Setup:
    """The input of an authenticator app: the secret alone, and in a URL; the QR code of that URL.

    The QR code has a text of 0 (light) and 1 (dark) for each row, without the light border, which has four modules.
    """

    secret: str
    url: str
    qr_code: list[str]


def exists(user: User) -> bool:
    """Check whether a user needs more than the password to sign in."""
    return SecondFactor.objects.filter(user=user).exists()


def find(user: User) -> SecondFactor | None:
    """Return the second factor of a user, if there is one."""
    return SecondFactor.objects.filter(user=user).first()


def new_setup(user: User) -> Setup:
    """Return a new secret. Nothing is stored before `add` gets it with a code of the app."""
    if (factor := find(user)) and factor.has_app:
        raise SecondFactorExists
    secret = pyotp.random_base32()
    host = urlsplit(settings.PUBLIC_URL).hostname
    issuer = f"Cartulary ({host})" if host else "Cartulary"  # apps list the accounts of many servers
    url = pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=issuer)
    rows = ["".join("1" if dark else "0" for dark in row) for row in segno.make_qr(url).matrix]
    return Setup(secret, url, rows)


@transaction.atomic
def add(user: User, *, secret: str, code: str) -> list[str]:
    """Set up the authenticator app of a user; return new recovery codes, which are not stored.

    There are none if the user has some because of a passkey. Raises `ConfirmationNeeded`, `SecondFactorExists`, or
    `WrongCode` if the code is not that of the secret.
    """
    lock_owner(user)
    if not _SECRET.fullmatch(secret):
        raise Invalid("Send the secret that the set-up returned.", field="secret")
    step = _step_of(_plain(code), secret, after=0)
    if step is None:
        raise WrongCode(field="code")
    codes = turn_on(user)
    without_app = SecondFactor.objects.filter(user=user, encrypted_secret=None)
    if not without_app.update(encrypted_secret=encrypt(SECOND_FACTOR_PURPOSE, secret), last_step=step):
        raise SecondFactorExists
    record(Action.SECOND_FACTOR_ADDED, user, actor=user)
    notify(user, "second_factor_added")
    return codes


def turn_on(user: User) -> list[str]:
    """Let the password alone not sign in any more; return new recovery codes, none if that was so before.

    Call it under the lock of the user (`lock_owner`).
    """
    if exists(user):
        return []
    codes = _new_recovery_codes()
    SecondFactor.objects.create(user=user, recovery_codes=[_digest(_plain(each)) for each in codes])
    return codes


@transaction.atomic
def renew_recovery_codes(user: User) -> list[str]:
    """Replace the recovery codes of a user; return the new ones. Raises `ConfirmationNeeded` or `NotFound`."""
    lock_owner(user)
    codes = _new_recovery_codes()
    if not SecondFactor.objects.filter(user=user).update(recovery_codes=[_digest(_plain(each)) for each in codes]):
        raise NotFound
    record(Action.RECOVERY_CODES_CREATED, user, actor=user)
    return codes


@transaction.atomic
def remove_app(user: User) -> None:
    """Remove the authenticator app of a user, if there is one; without a passkey, the recovery codes end, too."""
    lock_owner(user)
    apps = SecondFactor.objects.filter(user=user).exclude(encrypted_secret=None)
    is_removed = apps.update(encrypted_secret=None, last_step=0)
    if not turn_off_if_unused(user) and is_removed:
        record(Action.SECOND_FACTOR_REMOVED, user, actor=user)
        notify(user, "second_factor_removed", has_passkeys=True)


def turn_off_if_unused(user: User) -> bool:
    """Let a user who has neither an app nor a passkey sign in with the password alone; return whether that is so.

    Call it under the lock of the user (`lock_owner`).
    """
    if Passkey.objects.filter(user=user).exists() or SecondFactor.objects.filter(user=user).exclude(
        encrypted_secret=None
    ):
        return False
    remove(user, actor=user)
    return True


@transaction.atomic
def remove(user: User, *, actor: User | None) -> None:
    """Let a user sign in with the password alone: remove the app, the recovery codes and the passkeys.

    `actor` is the user, an administrator, or a command.
    """
    if actor is not None and actor.pk == user.pk:
        lock_owner(actor)
    Passkey.objects.filter(user=user).delete()
    if not SecondFactor.objects.filter(user=user).delete()[0]:
        return
    record(Action.SECOND_FACTOR_REMOVED, user, actor=actor)
    notify(user, "second_factor_removed")


@transaction.atomic
def accepts(user: User, code: str) -> bool:
    """Check a code of the app, or a recovery code; either is used up."""
    factor = SecondFactor.objects.select_for_update().filter(user=user).first()
    if factor is None:
        return True  # removed meanwhile
    given = _plain(code)
    secret = decrypt(SECOND_FACTOR_PURPOSE, factor.encrypted_secret) if factor.encrypted_secret else None
    step = _step_of(given, secret, after=factor.last_step) if secret else None
    digest = _digest(given)
    if step is not None:
        factor.last_step = step
    elif digest in factor.recovery_codes:
        factor.recovery_codes.remove(digest)
        record(Action.RECOVERY_CODE_USED, user, actor=user, left=len(factor.recovery_codes))
    else:
        return False
    factor.last_used = timezone.now()
    factor.save(update_fields=["last_step", "recovery_codes", "last_used"])
    return True


def _step_of(code: str, secret: str, *, after: int) -> int | None:
    """Return the time step of a code, if it is one of now and later than `after`."""
    now, totp = int(time.time()) // _STEP_SECONDS, pyotp.TOTP(secret)
    steps = range(max(now - _TOLERANCE, after + 1), now + _TOLERANCE + 1)
    return next((step for step in steps if secrets.compare_digest(totp.at(step * _STEP_SECONDS), code)), None)


def _new_recovery_codes() -> list[str]:
    return [
        "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(_GROUPS))
        for _ in range(RECOVERY_CODES)
    ]


def _plain(code: str) -> str:
    """Return a code as it is compared: without spaces and hyphens; ASCII, as `compare_digest` demands."""
    return _SEPARATORS.sub("", code).lower().encode("ascii", "replace").decode()


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def notify(user: User, template: str, **context: object) -> None:
    """Send an e-mail about a change of the user's second factors, if there is an address."""
    if user.email:
        emails.send(
            template,
            to=user.email,
            language=user.language,
            name=user.get_full_name(),
            username=user.get_username(),
            **context,
        )
