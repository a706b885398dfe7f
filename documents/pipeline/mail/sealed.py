"""Letters that are signed or encrypted: what is said of that. No key is known here, and no signature verified."""

from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from documents.types import ParseWarning

# Parts that hold nothing for people.
SEALS = frozenset(
    {
        "application/pgp-signature",
        "application/pgp-encrypted",
        "application/pkcs7-signature",
        "application/x-pkcs7-signature",
    }
)
_WRAPPED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})


class Seal(NamedTuple):
    """`fact` is "encrypted" or "signed"; `is_closed` where nothing can be read without opening it."""

    fact: str
    name: str
    is_closed: bool


def seal_of(part: "Message[str, str]") -> Seal | None:
    kind = part.get_content_type()
    protocol = str(part.get_param("protocol") or "")
    name = "PGP" if "pgp" in protocol.lower() else "S/MIME"
    if kind == "multipart/encrypted":
        return Seal("encrypted", name, is_closed=True)
    if kind == "multipart/signed":
        return Seal("signed", name, is_closed=False)
    if kind in _WRAPPED:
        is_signed = "signed" in str(part.get_param("smime-type") or "").lower()
        return Seal("signed" if is_signed else "encrypted", "S/MIME", is_closed=True)
    return None


def warning_of(seal: Seal) -> Iterator[ParseWarning]:
    if seal.is_closed:
        what = "encrypted" if seal.fact == "encrypted" else "wrapped in its signature"
        said = f"What this letter says is {what} ({seal.name}); only its header was read. Open it in your mail program."
        yield ParseWarning("letter_sealed", said)
    else:
        said = f"This letter is signed ({seal.name}); the signature was not verified."
        yield ParseWarning("signature_not_verified", said)
