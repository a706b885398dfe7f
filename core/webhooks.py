"""Signatures of HTTP messages between servers, by the Standard Webhooks specification (standardwebhooks.com).

The signature is HMAC-SHA256 of `id.timestamp.body` with a secret that both servers know, so libraries for many
languages can create and verify it.
"""

import base64
import binascii
import hmac
import re
import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from core.errors import Invalid, NotAllowed

ID: Final = "webhook-id"
TIMESTAMP: Final = "webhook-timestamp"
SIGNATURE: Final = "webhook-signature"
TOLERANCE: Final = 300
"""Seconds that the clocks of the servers may differ, and that a message may be on its way."""
MIN_SECRET: Final = 24  # bytes
MAX_SECRET: Final = 64
PREFIX: Final = "whsec_"

_VERSION: Final = "v1,"
_MAX_ID: Final = 200
_MAX_SIGNATURES: Final = 10  # a server that changes its secret sends one for each
_DIGITS: Final = re.compile(r"[0-9]{1,12}")


class BadWebhookSignature(NotAllowed):
    """Invalid or outdated signature."""

    code = "bad_webhook_signature"
    what_to_do = "Sign `id.timestamp.body` with the secret, and send it within five minutes; check the clock."


def require_secret(secret: str, *, field: str = "secret") -> str:
    """Return a secret in its usual form; raise `Invalid` if it is not base64 of 24 to 64 bytes."""
    try:
        key = base64.b64decode(secret.strip().removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not MIN_SECRET <= len(key) <= MAX_SECRET:
        raise Invalid(f"The secret must be `{PREFIX}` and base64 of {MIN_SECRET} to {MAX_SECRET} bytes.", field=field)
    return PREFIX + base64.b64encode(key).decode()


def signed(body: bytes, *, secret: str, message_id: str) -> dict[str, str]:
    """Return the headers of a message: its id, the time, and the signature."""
    timestamp = str(int(time.time()))
    return {
        ID: message_id,
        TIMESTAMP: timestamp,
        SIGNATURE: _VERSION + _digest(secret, message_id, timestamp, body),
    }


def require_signed(body: bytes, headers: Mapping[str, str], *, secret: str) -> None:
    """Verify the signature of a message and its time; raise `BadWebhookSignature`."""
    message_id, timestamp = headers.get(ID, ""), headers.get(TIMESTAMP, "")
    if not 0 < len(message_id) <= _MAX_ID or not _DIGITS.fullmatch(timestamp):
        raise BadWebhookSignature(f"Send the headers {ID}, {TIMESTAMP} and {SIGNATURE}.")
    if abs(time.time() - int(timestamp)) > TOLERANCE:
        raise BadWebhookSignature(f"The time of the message differs by more than {TOLERANCE} seconds.")
    expected = _digest(secret, message_id, timestamp, body).encode()
    candidates = [each for each in headers.get(SIGNATURE, "").split(" ") if each.startswith(_VERSION)]
    matches = [
        hmac.compare_digest(expected, each.removeprefix(_VERSION).encode("utf-8", "replace"))
        for each in candidates[:_MAX_SIGNATURES]
    ]
    if not any(matches):
        raise BadWebhookSignature


def time_of(headers: Mapping[str, str]) -> int:
    """Return the time of a message that is signed, in seconds since 1970 by the clock of its sender."""
    return int(headers[TIMESTAMP])


def _digest(secret: str, message_id: str, timestamp: str, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    content = b".".join([message_id.encode("utf-8", "replace"), timestamp.encode(), body])
    return base64.b64encode(hmac.new(key, content, sha256).digest()).decode()
