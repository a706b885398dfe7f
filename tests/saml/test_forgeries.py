"""Responses that are none of the identity provider for this session, each refused for its own reason."""

import base64
from copy import deepcopy
from urllib.parse import parse_qs, urlsplit

import pytest
import xmlsec
from lxml import etree

from tests.saml import provider as providers
from tests.saml.conftest import EMAIL, GRACE, PUBLIC_URL
from tests.saml.provider import NAMES, OTHER_KEY
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.full]

NO_ENTITIES = "DTDForbidden"


def wrapped(signed: bytes, *, inside: bool = False, same_id: bool = False) -> bytes:
    """Add an assertion of another subject before the signed one, or around it."""
    root = etree.fromstring(signed)
    genuine = root.find("saml:Assertion", NAMES)
    forged = deepcopy(genuine)
    forged.find("saml:Subject/saml:NameID", NAMES).text = "a-1"
    if not same_id:
        forged.set("ID", "_forged")
    signature = forged.find("ds:Signature", NAMES)
    if not inside:
        forged.remove(signature)
        genuine.addprevious(forged)
        return etree.tostring(root)
    root.replace(genuine, forged)
    genuine.remove(genuine.find("ds:Signature", NAMES))
    etree.SubElement(signature, f"{{{NAMES['ds']}}}Object").append(genuine)
    return etree.tostring(root)


def with_signature_elsewhere(signed: bytes) -> bytes:
    """Move the signature of the assertion to the response."""
    root = etree.fromstring(signed)
    signature = root.find("saml:Assertion/ds:Signature", NAMES)
    root.insert(1, signature)
    return etree.tostring(root)


def with_document_type(signed: bytes, definition: bytes) -> bytes:
    return b"<!DOCTYPE r [" + definition + b"]>" + signed.replace(b">g-1<", b">&e;<")


def with_transform(algorithm: str, content: str = "") -> object:
    """Replace the second transformation, which is computed before the signature is verified."""

    def forge(signed: bytes) -> bytes:
        root = etree.fromstring(signed)
        transform = root.findall(".//ds:Transform", NAMES)[1]
        transform.set("Algorithm", algorithm)
        if content:
            transform.append(etree.fromstring(content))
        return etree.tostring(root)

    return forge


LAUGHS = b'<!ENTITY a "ha">' + b"".join(b'<!ENTITY %c "%s">' % (name, b"&%c;" % (name - 1) * 100) for name in b"bcdef")
BARE = "NotOnOrAfter='{confirmed_until}'"

# What is forged: the changes of the response, and a part of the reason in the log.
CHANGES: dict[str, tuple[dict[str, object], str]] = {
    "not signed": ({"signs": ()}, "not signed"),
    "only the message is signed": ({"signs": ("samlp:Response",)}, "Assertion of the Response is not signed"),
    "signed by another key": ({"key": OTHER_KEY}, "Signature validation failed"),
    "signed with SHA-1": ({"signature": xmlsec.Transform.RSA_SHA1}, "xmldsig#rsa-sha1 is not allowed"),
    "digest with SHA-1": ({"digest": xmlsec.Transform.SHA1}, "DigestMethod"),
    "inclusive canonicalization": ({"transform": xmlsec.Transform.C14N}, "Transform http"),
    "another audience": ({"audience": "https://other.example"}, "not a valid audience"),
    "no audience": ({"audience": ""}, "another audience"),
    "another destination": ({"destination": f"{PUBLIC_URL}/accounts/saml/saml/acs/?x"}, "another destination"),
    "a foreign destination": ({"destination": "https://other.example/acs"}, "instead of https://other.example"),
    "another recipient": ({"recipient": "https://other.example/acs"}, "SubjectConfirmation was not found"),
    "a recipient that contains ours": (
        {"recipient": f"https://other.example/?{PUBLIC_URL}/accounts/saml/saml/acs/"},
        "another recipient or request",
    ),
    "a recipient that is not named": ({"confirms": BARE + " InResponseTo='{request}'"}, "another recipient or request"),
    "a request that is not named": ({"confirms": BARE + " Recipient='{recipient}'"}, "another recipient or request"),
    "no end": (
        {"confirms": "InResponseTo='{request}' Recipient='{recipient}'"},
        "another recipient or request",
    ),
    "another issuer": ({"issuer": "https://other.example/metadata"}, "Invalid issuer"),
    "expired": ({"not_on_or_after": -400}, "timestamp: expired"),
    "no longer confirmed": ({"confirmed_until": -1}, "SubjectConfirmation was not found"),
    "not yet valid": ({"not_before": 400, "not_on_or_after": 500}, "not yet valid"),
    "unsolicited": ({"request": "", "confirms": BARE + " Recipient='{recipient}'"}, "was not requested"),
    "the response to another request": ({"request": "_another"}, "has not requested the response"),
    "refused by the provider": ({"status": "Responder"}, "was Responder"),
    "a transient subject": ({"subject_format": providers.TRANSIENT}, "transient"),
    "an empty subject": ({"subject": ""}, "empty NameID"),
    "a long subject": ({"subject": "x" * 192}, "more than 191"),
    "a subject of another service": (
        {"subject_format": f"{providers.PERSISTENT}' SPNameQualifier='https://other.example".replace("'", '"')},
        "SPNameQualifier",
    ),
}
FORGERIES: dict[str, tuple[object, str]] = {
    "an assertion before the signed one": (wrapped, "must contain 1 assertion"),
    "an assertion before the signed one, with its id": (
        lambda signed: wrapped(signed, same_id=True),
        "must contain 1 assertion",
    ),
    "an assertion around the signed one": (lambda signed: wrapped(signed, inside=True), "not one of the element"),
    "an assertion around the signed one, with its id": (
        lambda signed: wrapped(signed, inside=True, same_id=True),
        "must contain 1 assertion",
    ),
    "the signature elsewhere": (with_signature_elsewhere, "not one of the element"),
    "a changed subject": (lambda signed: signed.replace(b">g-1<", b">a-1<"), "Signature validation failed"),
    "a changed address": (lambda signed: signed.replace(b"grace@e", b"ada@e"), "Signature validation failed"),
    "a document type": (lambda signed: with_document_type(signed, b'<!ENTITY e "g-1">'), NO_ENTITIES),
    "an external entity": (
        lambda signed: with_document_type(signed, b'<!ENTITY e SYSTEM "file:///etc/passwd">'),
        NO_ENTITIES,
    ),
    "a billion laughs": (lambda signed: with_document_type(signed, LAUGHS + b'<!ENTITY e "&f;">'), "MaxAmplification"),
    "a program in the signature": (
        with_transform(
            "http://www.w3.org/TR/1999/REC-xslt-19991116",
            '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>',
        ),
        "REC-xslt-19991116 is not allowed",
    ),
    "a reference to a file": (
        lambda signed: signed.replace(b'URI="#', b'URI="file:///etc/passwd#'),
        "not one of the element",
    ),
    "an encrypted assertion, for which we have no key": (
        lambda signed: signed.replace(b"saml:Assertion", b"saml:EncryptedAssertion"),
        "No private key available",
    ),
    "no XML": (lambda signed: b"no XML", "XMLSyntaxError"),
    "nothing": (lambda signed: b"", "XMLSyntaxError"),
    "another document": (lambda signed: b"<html/>", "Unsupported SAML version"),
    "very deep": (lambda signed: b"<a>" * 20_000 + b"</a>" * 20_000, "XMLSyntaxError"),
    "huge": (lambda signed: signed + b" " * (600 << 10), "too large"),
}


def test_forged_responses_are_refused(serve, provider, user):
    browser = serve(SAML_VERIFIED_EMAIL="true")
    for name, (changes, reason) in CHANGES.items():
        provider.changes = changes
        assert browser.sign_in().url.query == b"problem=provider", name
        assert reason in browser.new_reason(), name
    provider.changes = {}
    for name, (forge, reason) in FORGERIES.items():
        provider.forge = forge
        assert browser.sign_in().url.query == b"problem=provider", name
        assert reason in browser.new_reason(), name
    assert browser.user() is None
    assert list(User.objects.all()) == [user]
    provider.forge = bytes
    browser.sign_in()
    assert browser.user()["username"] == "grace"


def test_forms_that_are_no_response_are_refused(serve, provider):
    browser = serve()
    path, form = browser.response_of_the_provider()
    forms = {
        "garbage": {"SAMLResponse": "%%% no base64"},
        "no text": {"SAMLResponse": base64.b64encode(b"\xff\x00\xfe").decode()},
        "empty": {"SAMLResponse": ""},
        "no response": {"RelayState": "/"},
        "many fields": {**form, **{f"field{number}": "" for number in range(1_001)}},
    }
    for name, values in forms.items():
        assert browser.send(path, values).url.query == b"problem=provider", name
    for address in (path, f"{path}finish/", "/accounts/saml/saml/login/"):
        assert browser.client.get(address).url.query == b"problem=provider", address
    broken = browser.client.post(path, content=b"--x\r\n", headers={"Content-Type": "multipart/form-data; boundary=y"})
    assert broken.url.query == b"problem=provider"
    assert "Traceback" not in browser.process.output()
    assert browser.user() is None


def test_a_response_counts_once_and_in_the_session_that_requested_it(serve, provider):
    browser = serve()
    thief = browser.another()
    path, form = browser.response_of_the_provider()
    assert thief.send(path, form).url.query == b"problem=provider"
    assert "has not requested the response" in thief.new_reason()
    assert thief.user() is None
    # Nor with a request of the thief around the stolen assertion.
    query = parse_qs(urlsplit(thief.begin().headers["Location"]).query)
    response = etree.fromstring(base64.b64decode(form["SAMLResponse"]))
    response.set("InResponseTo", providers.parse_request(query["SAMLRequest"][0]).get("ID"))
    stolen = {"SAMLResponse": base64.b64encode(etree.tostring(response)).decode()}
    assert thief.send(path, stolen).url.query == b"problem=provider"
    assert "SubjectConfirmation was not found" in thief.new_reason()
    thief.client.close()

    # The relay state, which says https://evil.example/, leads nowhere.
    assert browser.send(path, form).url.path == "/c"
    account = browser.user()
    assert account["username"] == "grace"
    assert browser.send(path, form).url.query == b"problem=provider"
    assert "has used it already" in browser.new_reason()
    browser.sign_out()
    assert browser.send(path, form).url.query == b"problem=provider"
    assert browser.user() is None


def test_comments_do_not_shorten_what_is_signed(serve, provider, user):
    browser = serve(SAML_VERIFIED_EMAIL="true")
    provider.subject = "g-1<!-- -->.evil"
    provider.attributes = {**GRACE, EMAIL: "ada@example.org<!-- -->.evil.example"}
    browser.sign_in()
    account = browser.user()
    assert (account["id"] != str(user.pk), account["email"]) == (True, "ada@example.org.evil.example")
    browser.sign_out()
    provider.subject, provider.attributes = "g-1", dict(GRACE)
    browser.sign_in()
    assert browser.user()["id"] != account["id"]
