"""Global ids: `base64("Document:<uuid>")` on the wire; the bare uuid is understood as well."""

import binascii
from base64 import b64decode
from uuid import UUID

from core.errors import NotFound
from core.permissions import Actor, signed_in


def parts_of(value: str) -> tuple[str, str]:
    """Split a global id into type name and key; the type is empty for a bare key."""
    try:
        kind, mark, key = b64decode(value, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return "", value
    return (kind, key) if mark else ("", value)


def key_of(value: str, kind: str) -> UUID:
    """Give the key of a `kind`. Whatever is not such an id names nothing: `NotFound`."""
    found, key = parts_of(value)
    if found not in {"", kind}:
        raise NotFound
    return uuid_of(key)


def asked_key(actor: Actor, value: str, kind: str) -> UUID:
    """Give the key that `actor` asks for; those who are not signed in do not even hear that it is none."""
    try:
        return key_of(value, kind)
    except NotFound:
        signed_in(actor)
        raise


def uuid_of(key: str) -> UUID:
    """Read a key; `NotFound` where it is none."""
    try:
        return UUID(key)
    except ValueError:
        raise NotFound from None
