"""The SAML identity provider that `SAML_METADATA` describes: its entity ID, its address, and the keys it signs with."""

import logging
import math
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from lxml.etree import LxmlError
from onelogin.saml2.xml_utils import OneLogin_Saml2_XML

from core import outgoing
from core.errors import DomainError

logger = logging.getLogger(__name__)

REDIRECT: Final = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
_MAX_SIZE: Final = 2_000_000
_MAX_ENTITY_ID: Final = 190  # what fits into `SocialAccount.provider`
_SECONDS: Final = 5
_RENEWAL_SECONDS: Final = 600
_PAUSE_SECONDS: Final = 10
_USABLE_SECONDS: Final = 24 * 3_600


class SamlError(Exception):
    """The sign-in failed; the text is the reason, for the log."""


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """Certificates are base64, as in the metadata. While a provider replaces its key, there are two."""

    entity_id: str
    sign_in_url: str
    certificates: tuple[str, ...]
    valid_until: float = math.inf
    """In seconds since 1970."""


class _Metadata:
    """The metadata that this process read last. An outage of their server is noticed after a day only."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: IdentityProvider | None = None
        self._usable_until = self._next_attempt = 0.0

    def current(self) -> IdentityProvider:
        with self._lock:
            if time.monotonic() >= self._next_attempt:
                self._renew()
            if self._known is None or time.monotonic() >= self._usable_until:
                raise SamlError("There are no usable metadata of the identity provider.")
            return _valid(self._known)

    def _renew(self) -> None:
        try:
            self._known = _valid(parse(_read(settings.SAML_METADATA)))
        except (SamlError, DomainError, OSError) as error:
            logger.warning("saml.no_metadata", extra={"reason": str(error)})
            self._next_attempt = time.monotonic() + _PAUSE_SECONDS
        else:
            self._next_attempt = time.monotonic() + _RENEWAL_SECONDS
            self._usable_until = time.monotonic() + _USABLE_SECONDS


_metadata = _Metadata()


def identity_provider() -> IdentityProvider:
    """Return the identity provider; raise `SamlError` if its metadata cannot be read."""
    return _metadata.current()


def _valid(provider: IdentityProvider) -> IdentityProvider:
    if time.time() >= provider.valid_until:
        raise SamlError("The metadata of the identity provider were valid until a time that has passed.")
    return provider


def _read(source: str) -> bytes:
    if "://" not in source:
        with Path(source).open("rb") as file:
            document = file.read(_MAX_SIZE + 1)
        if len(document) > _MAX_SIZE:
            raise SamlError(f"The metadata have more than {_MAX_SIZE:,} bytes.")
        return document
    # Operators have entered the URL: it may be that of a private host.
    limits = outgoing.Limits(hosts=[urlsplit(source).netloc.lower()], seconds=_SECONDS, size=_MAX_SIZE)
    response = outgoing.get(source, limits=limits)
    if response.status != 200:  # noqa: PLR2004  # OK
        raise SamlError(f"The server of the metadata responded with {response.status}.")
    return response.body


def parse(document: bytes) -> IdentityProvider:
    """Return the only identity provider of metadata (SAML 2.0 Metadata, 2.4.3); raise `SamlError`."""
    try:
        root = OneLogin_Saml2_XML.to_etree(document)
    except (LxmlError, ValueError) as error:  # also document types, which are refused
        raise SamlError(f"The metadata are no XML: {error}") from error
    entities = OneLogin_Saml2_XML.query(root, "//md:EntityDescriptor[md:IDPSSODescriptor]")
    if len(entities) != 1:
        raise SamlError(f"The metadata describe {len(entities)} identity providers instead of one.")
    location = f"./md:IDPSSODescriptor/md:SingleSignOnService[@Binding='{REDIRECT}']/@Location"
    keys = "./md:IDPSSODescriptor/md:KeyDescriptor[not(@use='encryption')]/ds:KeyInfo/ds:X509Data/ds:X509Certificate"
    entity_id = entities[0].get("entityID", "")
    urls = OneLogin_Saml2_XML.query(entities[0], location)
    certificates = ("".join((node.text or "").split()) for node in OneLogin_Saml2_XML.query(entities[0], keys))
    try:
        # Of the entity, its role, or groups around it, the earliest counts.
        times = OneLogin_Saml2_XML.query(entities[0], "(ancestor-or-self::*|./md:IDPSSODescriptor)/@validUntil")
        until = min(map(_seconds, times), default=math.inf)
    except ValueError as error:
        raise SamlError(f"The metadata have no time in `validUntil`: {error}") from error
    found = IdentityProvider(entity_id, next(iter(urls), ""), tuple(filter(None, certificates)), until)
    if not (0 < len(entity_id) <= _MAX_ENTITY_ID and found.sign_in_url and found.certificates):
        raise SamlError("The metadata lack an entity ID, a certificate, or a URL for HTTP redirects to sign in.")
    return found


def _seconds(text: str) -> float:
    """Return a time (`xs:dateTime`) in seconds since 1970; raise `ValueError`."""
    parsed = datetime.fromisoformat(text)
    return (parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp()
