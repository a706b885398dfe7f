"""Encrypt secrets that are stored in the database, with keys derived from SECRET_KEY, one for each purpose."""

import base64
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet


def encrypt(purpose: str, secret: str) -> bytes:
    """Return the encrypted secret."""
    return _fernet(purpose).encrypt(secret.encode())


def decrypt(purpose: str, encrypted: bytes | memoryview) -> str | None:
    """Return the secret; `None` if it was encrypted with a SECRET_KEY that is no longer known."""
    from cryptography.fernet import InvalidToken  # noqa: PLC0415 - not needed to start

    try:
        return _fernet(purpose).decrypt(bytes(encrypted)).decode()
    except InvalidToken:
        return None


def _fernet(purpose: str) -> "MultiFernet":
    """Return the encryption: the current SECRET_KEY encrypts, earlier ones still decrypt."""
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415 - not needed to start

    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_key(purpose, secret)) for secret in secrets])


def _key(purpose: str, secret: str | bytes) -> bytes:
    return base64.urlsafe_b64encode(salted_hmac(purpose, "seal", secret=secret, algorithm="sha256").digest())
