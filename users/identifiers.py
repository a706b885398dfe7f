"""User names and e-mail addresses: which are valid, and when two of them are the same.

A text that contains `@` is always an address, so user names may not contain it: no user can take the address of another
user as their name.
"""

import unicodedata
from typing import Final

import idna
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, validate_email
from django.utils.deconstruct import deconstructible

from core.errors import Invalid

_MAX_ADDRESS_LENGTH: Final = 254
# In Japanese, Chinese and Korean.
_WRITTEN_TOGETHER: Final = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)


@deconstructible
class UsernameValidator(RegexValidator):
    """Alphabetic characters, digits and some signs; unlike Django's, no `@`."""

    regex = r"^[\w.+-]+\Z"
    message = "Use only alphabetic characters, digits and . + - _ in a user name."

    def __call__(self, value: object) -> None:
        """Raise `ValidationError`, also for characters of several alphabets: some look alike (UTS 39, section 5.2)."""
        super().__call__(value)
        characters = filter(str.isalpha, str(value))
        alphabets = {unicodedata.name(each, "").partition(" ")[0] for each in characters}
        if len(alphabets) > 1 and not any(alphabets <= each for each in _WRITTEN_TOGETHER):
            raise ValidationError("Use characters of one alphabet only in a user name.", code=self.code)


def is_address(identifier: str) -> bool:
    """Check whether an identifier is an e-mail address; else it is a user name."""
    return "@" in normalize(identifier)


def normalize(identifier: str) -> str:
    """Return an identifier without spaces around it and without compatibility characters, like full-width ones."""
    return unicodedata.normalize("NFKC", identifier).strip()


def parse_address(text: str, *, field: str = "email") -> str:
    """Return an address as it is stored: in ASCII, with the domain in lower case; raise `Invalid`.

    Other characters before the `@` are refused: databases and mail servers do not agree on which of them are the same.
    """
    text = text.strip()
    try:
        validate_email(text)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), field=field) from None
    local, _, domain = text.rpartition("@")
    if not local.isascii():
        raise Invalid("Use an address with only ASCII characters before the @.", field=field)
    try:
        # Not a case-folded text: strasse.example and straße.example are two domains.
        domain = domain.lower() if domain.isascii() else idna.encode(domain, uts46=True).decode()
    except idna.IDNAError:
        raise Invalid("The domain of this address is not valid.", field=field) from None
    if len(local) + 1 + len(domain) > _MAX_ADDRESS_LENGTH:
        raise Invalid(f"Must have at most {_MAX_ADDRESS_LENGTH} characters.", field=field)
    return f"{local}@{domain}"


def address_key(text: str) -> str:
    """Return the form in which addresses are compared, or an empty text if this is none. Used for all comparisons."""
    try:
        return parse_address(text).lower()
    except Invalid:
        return ""
