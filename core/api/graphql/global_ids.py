"""Global ids: `base64("Document:<uuid>")`; bare uuids are accepted as well."""

import binascii
from base64 import b64decode
from collections.abc import Collection
from uuid import UUID

from core.access import Actor, require_user
from core.api.rest.list_query import MAX_KEYS
from core.errors import Invalid, NotFound


def split_global_id(value: str) -> tuple[str, str]:
    """Split a global id into type name and key; the type is empty for a bare key."""
    try:
        kind, separator, key = b64decode(value, validate=True).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return "", value
    return (kind, key) if separator else ("", value)


def parse_key(value: str, kind: str) -> UUID:
    """Return the key of an object of type `kind`; raise `NotFound` for ids of other types and malformed ones."""
    found, key = split_global_id(value)
    if found not in {"", kind}:
        raise NotFound
    return parse_uuid(key)


def parse_key_for(actor: Actor, value: str, kind: str) -> UUID:
    """Return the key of an object; anonymous actors get `NotAuthenticated` also for malformed ids."""
    try:
        return parse_key(value, kind)
    except NotFound:
        require_user(actor)
        raise


def parse_keys_for(actor: Actor, values: Collection[str], kind: str, *, field: str, most: int = MAX_KEYS) -> list[UUID]:
    """Return the keys of objects, each once; raise as `parse_key_for`, and `Invalid` if there are too many."""
    if len(values) > most:
        raise Invalid(f"Send at most {most} ids.", field=field)
    return list(dict.fromkeys(parse_key_for(actor, value, kind) for value in values))


def parse_uuid(key: str) -> UUID:
    """Parse a bare key; raise `NotFound` if it is malformed."""
    try:
        return UUID(key)
    except ValueError:
        raise NotFound from None
