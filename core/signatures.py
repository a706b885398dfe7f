"""Signatures in addresses. Those of earlier keys are valid as long as these are in SECRET_KEY_FALLBACKS."""

import hmac

from django.conf import settings
from django.utils.crypto import salted_hmac


def sign(salt: str, text: str) -> str:
    """Return the signature of a text; another salt gives another one."""
    return _signature(salt, text, settings.SECRET_KEY)


def is_signed(salt: str, text: str, signature: str) -> bool:
    """Check whether this is the signature of a text."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(hmac.compare_digest(_signature(salt, text, key).encode(), signature.encode()) for key in keys)


def _signature(salt: str, text: str, key: str) -> str:
    return salted_hmac(salt, text, secret=key, algorithm="sha256").hexdigest()
