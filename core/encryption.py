"""Encrypt secrets that are stored in the database, with keys derived from SECRET_KEY, one for each purpose.

`core.stored_secrets` knows the columns.
"""

import base64
import logging
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

logger = logging.getLogger(__name__)


def encrypt(purpose: str, secret: str) -> bytes:
    """Return the encrypted secret."""
    return _fernet(purpose).encrypt(secret.encode())


def decrypt(purpose: str, encrypted: bytes | memoryview) -> str | None:
    """Return the secret; `None`, with a line in the log, if it was encrypted with a SECRET_KEY that is not known."""
    secret = try_decrypt(purpose, encrypted)
    if secret is None:
        logger.error("secret.unreadable", extra={"purpose": purpose})
    return secret


def try_decrypt(purpose: str, encrypted: bytes | memoryview, *, by_current_key: bool = False) -> str | None:
    """Return the secret, or `None`; with `by_current_key` only if the current SECRET_KEY has encrypted it."""
    from cryptography.fernet import InvalidToken  # noqa: PLC0415 - not needed to start

    earlier = () if by_current_key else settings.SECRET_KEY_FALLBACKS
    try:
        return _fernet(purpose, *earlier).decrypt(bytes(encrypted)).decode()
    except InvalidToken:
        return None


def _fernet(purpose: str, *earlier: str) -> "MultiFernet":
    """Return the encryption: the current SECRET_KEY encrypts, earlier ones can only decrypt."""
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415 - not needed to start

    return MultiFernet([Fernet(_key(purpose, secret)) for secret in (settings.SECRET_KEY, *earlier)])


def _key(purpose: str, secret: str | bytes) -> bytes:
    return base64.urlsafe_b64encode(salted_hmac(purpose, "seal", secret=secret, algorithm="sha256").digest())
