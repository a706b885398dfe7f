"""Sign-in through a SAML identity provider: the request that begins it, and the verification of its response.

The library (python3-saml) verifies signatures, the schema, issuer, audience and times. It accepts responses in which
some of what it verifies is missing, and any transformation; `_require_*` do not (SAML 2.0 Core, 5.4; Profiles, 4.1.4).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.socialaccount.providers.saml.provider import SAMLProvider
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from onelogin.saml2.auth import OneLogin_Saml2_Auth
from onelogin.saml2.constants import OneLogin_Saml2_Constants
from onelogin.saml2.errors import OneLogin_Saml2_Error
from onelogin.saml2.response import OneLogin_Saml2_Response
from onelogin.saml2.settings import OneLogin_Saml2_Settings
from onelogin.saml2.utils import OneLogin_Saml2_Utils
from onelogin.saml2.xml_utils import OneLogin_Saml2_XML

from users.accounts.providers import saml_identity
from users.accounts.saml_metadata import REDIRECT, IdentityProvider, SamlError, identity_provider

_NAMES: Final = OneLogin_Saml2_Constants.NSMAP
_BEARER: Final = OneLogin_Saml2_Constants.CM_BEARER
_TRANSIENT: Final = OneLogin_Saml2_Constants.NAMEID_TRANSIENT
_ADDRESS: Final = OneLogin_Saml2_Constants.NAMEID_EMAIL_ADDRESS
_MAX_SUBJECT: Final = 191  # what fits into `SocialAccount.uid`

# XML Signature: RSA and ECDSA with SHA-2. Nothing that computes (XSLT, XPath), and no keys that are passwords (HMAC).
_SIGNATURES: Final = re.compile(r"http://www\.w3\.org/2001/04/xmldsig-more#(rsa|ecdsa)-sha(256|384|512)")
_DIGESTS: Final = re.compile(r"http://www\.w3\.org/2001/04/(xmlenc#sha(256|512)|xmldsig-more#sha384)")
_CANONICAL: Final = re.compile(r"http://www\.w3\.org/2001/10/xml-exc-c14n#(WithComments)?")
_TRANSFORMS: Final = re.compile(rf"http://www\.w3\.org/2000/09/xmldsig#enveloped-signature|{_CANONICAL.pattern}")
_ALGORITHMS: Final = {
    "SignatureMethod": _SIGNATURES,
    "DigestMethod": _DIGESTS,
    "CanonicalizationMethod": _CANONICAL,
    "Transform": _TRANSFORMS,
}

_CLAIMS: Final = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims"
# The names of attributes: those of LDAP (Shibboleth, Keycloak), of claims (AD FS, Entra), and short ones (Okta).
ATTRIBUTES: Final = {
    "uid": ["urn:oasis:names:tc:SAML:attribute:subject-id", "urn:oasis:names:tc:SAML:attribute:pairwise-id"],
    "email": [
        "urn:oid:0.9.2342.19200300.100.1.3",
        "urn:oid:1.2.840.113549.1.9.1",
        f"{_CLAIMS}/emailaddress",
        "email",
        "mail",
    ],
    "name": [
        "urn:oid:2.16.840.1.113730.3.1.241",
        "http://schemas.microsoft.com/identity/claims/displayname",
        "displayName",
    ],
    "first_name": ["urn:oid:2.5.4.42", f"{_CLAIMS}/givenname", "givenName", "firstName"],
    "last_name": ["urn:oid:2.5.4.4", f"{_CLAIMS}/surname", "surname", "lastName", "sn"],
    "username": [
        "urn:oid:0.9.2342.19200300.100.1.1",
        "urn:oid:1.3.6.1.4.1.5923.1.1.1.6",
        f"{_CLAIMS}/upn",
        f"{_CLAIMS}/name",
        "username",
    ],
}


@dataclass(frozen=True, slots=True)
class Assertion:
    """A verified assertion: the request that it responds to, its subject, and those attributes that we use.

    `session_ends` is when the user has to sign in again (SAML 2.0 Core, 2.7.2), in seconds since 1970.
    """

    entity_id: str
    in_response_to: str
    subject: str
    fields: dict[str, str]
    session_ends: int | None


class Provider(SAMLProvider):
    """The provider of django-allauth, with our settings and our verification."""

    @cached_property
    def identity_provider(self) -> IdentityProvider:
        return identity_provider()

    @property
    def sub_id(self) -> str:
        return saml_identity(self.identity_provider.entity_id)

    def redirect(
        self, request: HttpRequest, process: str, next_url: str | None = None, data: Any = None, **kwargs: Any
    ) -> HttpResponse:
        """Redirect to the identity provider; its response counts in this session only, and once."""
        try:
            auth = OneLogin_Saml2_Auth(_request_data(), _configuration(self.identity_provider))
            url = auth.login(return_to="")
        except OneLogin_Saml2_Error as error:  # of URLs in the metadata
            raise SamlError(str(error)) from error
        self.stash_redirect_state(request, process, next_url, data, state_id=auth.get_last_request_id(), **kwargs)
        return HttpResponseRedirect(url)

    def extract_uid(self, data: Assertion) -> str:
        return data.subject

    def extract_extra_data(self, data: Assertion) -> dict[str, str]:
        return data.fields

    def extract_common_fields(self, data: Assertion) -> dict[str, str]:
        return dict(data.fields)


def verified(response: str) -> Assertion:
    """Verify a response of the identity provider (base64); raise `SamlError`, with the reason."""
    provider = identity_provider()
    try:
        parsed = OneLogin_Saml2_Response(OneLogin_Saml2_Settings(_configuration(provider)), response)
        _require_algorithms(parsed.document)
        parsed.is_valid(_request_data(), raise_exceptions=True)
        in_response_to = _require_addressee(parsed.document)
        return _assertion(provider, in_response_to, parsed)
    except SamlError:
        raise
    except Exception as error:  # of XML, base64, times, xmlsec, the library: none of them is an identity
        raise SamlError(f"{type(error).__name__}: {error}") from error


def metadata() -> bytes:
    """Return the metadata of this service provider, which do not depend on those of the identity provider."""
    ours = OneLogin_Saml2_Settings(_configuration(None), sp_validation_only=True)
    document = ours.get_sp_metadata()
    return document.encode() if isinstance(document, str) else bytes(document)


def _require_algorithms(document: Any) -> None:
    """Check all signatures before they are verified, which computes transformations and reads what they refer to."""
    for name, allowed in _ALGORITHMS.items():
        for node in document.iter(f"{{{_NAMES['ds']}}}{name}"):
            if not allowed.fullmatch(node.get("Algorithm", "")):
                raise SamlError(f"{name} {node.get('Algorithm')} is not allowed.")
    for signature in document.iter(f"{{{_NAMES['ds']}}}Signature"):
        references = [node.get("URI") for node in signature.iter(f"{{{_NAMES['ds']}}}Reference")]
        if references != [f"#{signature.getparent().get('ID')}"]:
            raise SamlError("A signature is not one of the element that it is in.")


def _require_addressee(document: Any) -> str:
    """Return the request that a valid response is for; raise `SamlError` unless it is addressed to us, now."""
    in_response_to = document.get("InResponseTo")
    if not in_response_to:
        raise SamlError("The response was not requested.")
    if document.get("Destination", _url("saml_acs")) != _url("saml_acs"):
        raise SamlError("The response has another destination.")
    (assertion,) = document.findall("saml:Assertion", _NAMES)
    restrictions = assertion.findall("saml:Conditions/saml:AudienceRestriction", _NAMES)
    audiences = [[_text(each) for each in one.findall("saml:Audience", _NAMES)] for one in restrictions]
    if not audiences or not all(_url("saml_metadata") in each for each in audiences):
        raise SamlError("The assertion is for another audience.")
    confirmations = assertion.findall("saml:Subject/saml:SubjectConfirmation", _NAMES)
    if not any(_confirms(each, in_response_to) for each in confirmations):
        raise SamlError("The assertion is for another recipient or request, or has expired.")
    return str(in_response_to)


def _confirms(confirmation: Any, in_response_to: str) -> bool:
    data = confirmation.find("saml:SubjectConfirmationData", _NAMES)
    if confirmation.get("Method") != _BEARER or data is None or not data.get("NotOnOrAfter"):
        return False
    if data.get("Recipient") != _url("saml_acs") or data.get("InResponseTo") != in_response_to:
        return False
    return bool(OneLogin_Saml2_Utils.parse_SAML_to_time(data.get("NotOnOrAfter")) > OneLogin_Saml2_Utils.now())


def _assertion(provider: IdentityProvider, in_response_to: str, response: Any) -> Assertion:
    attributes = response.get_attributes()
    fields = {field: value for field, names in ATTRIBUTES.items() if (value := _first(attributes, names))}
    name = response.get_nameid_data()
    subject = fields.pop("uid", "")
    if not subject and name.get("Format") == _TRANSIENT:
        raise SamlError("The subject is transient: it would get another account with every sign-in.")
    subject = subject or str(name["Value"])
    if len(subject) > _MAX_SUBJECT:
        raise SamlError(f"The subject has more than {_MAX_SUBJECT} characters.")
    if name.get("Format") == _ADDRESS:
        fields.setdefault("email", name["Value"])
    return Assertion(provider.entity_id, in_response_to, subject, fields, response.get_session_not_on_or_after())


def _first(attributes: dict[str, list[Any]], names: Iterable[str]) -> str:
    """Return the first value that is a text; others are identifiers of other services."""
    values = (value for name in names for value in attributes.get(name, []))
    return next((value for value in values if isinstance(value, str)), "")


def _text(node: Any) -> str:
    return str(OneLogin_Saml2_XML.element_text(node))  # comments do not end it


def _url(route: str) -> str:
    return f"{settings.PUBLIC_URL}{reverse(route)}"


def _request_data() -> dict[str, Any]:
    """Return the URL of the responses as the library expects it: the public one, which proxies may have changed."""
    parts = urlsplit(_url("saml_acs"))
    https = "on" if parts.scheme == "https" else "off"
    return {"https": https, "http_host": parts.netloc, "path_info": parts.path, "script_name": "", "get_data": {}}


def _configuration(provider: IdentityProvider | None) -> dict[str, Any]:
    theirs = (
        {
            "entityId": provider.entity_id,
            "singleSignOnService": {"url": provider.sign_in_url, "binding": REDIRECT},
            "x509certMulti": {"signing": list(provider.certificates)},
        }
        if provider
        else {}
    )
    return {
        "strict": True,
        "sp": {
            "entityId": _url("saml_metadata"),
            "assertionConsumerService": {"url": _url("saml_acs")},
        },
        "idp": theirs,
        "security": {
            "wantAssertionsSigned": True,
            "wantNameId": True,
            "wantAttributeStatement": False,
            "allowRepeatAttributeName": True,
            "rejectDeprecatedAlgorithm": True,
            "requestedAuthnContext": False,
            "allowSingleLabelDomains": True,
            "metadataValidUntil": "",  # providers that read our metadata once would refuse us when they have expired
            "metadataCacheDuration": "",
        },
    }
