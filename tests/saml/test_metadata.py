"""Metadata: those of the identity provider, which may be missing, and ours."""

import subprocess
import sys
import time

import pytest
from lxml import etree

from tests.saml import provider as providers
from tests.saml.conftest import PUBLIC_URL
from tests.saml.provider import CERTIFICATE, NAMES, OTHER_CERTIFICATE, OTHER_KEY
from tests.timeouts import until
from users.accounts import saml_metadata
from users.accounts.saml_metadata import SamlError

pytestmark = [pytest.mark.full]

database = pytest.mark.django_db(transaction=True)


@database
def test_our_metadata(serve, provider):
    provider.broken = (503, b"", 0)  # they are needed to register us there
    response = serve().client.get("/accounts/saml/saml/metadata/")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/samlmetadata+xml")
    root = etree.fromstring(response.content)
    (consumer,) = root.iter("{*}AssertionConsumerService")
    (ours,) = root.iter("{*}SPSSODescriptor")
    assert root.get("entityID") == f"{PUBLIC_URL}/accounts/saml/saml/metadata/"
    assert consumer.get("Location") == f"{PUBLIC_URL}/accounts/saml/saml/acs/"
    assert (ours.get("WantAssertionsSigned"), root.get("validUntil")) == ("true", None)
    assert not list(root.iter("{*}SingleLogoutService"))


@database
def test_an_outage_ends_on_its_own(serve, provider):
    provider.broken = (503, b"", 0)
    browser = serve()
    assert browser.client.get("/health/ready").status_code == 200
    response = browser.client.get("/login")
    assert response.status_code == 200
    begun = browser.begin()
    assert begun.headers["Location"] == "/login?problem=provider"
    assert "responded with 503" in browser.process.output()
    provider.broken = None
    until(lambda: "problem=" not in browser.begin().headers["Location"], seconds=30)
    browser.sign_in()
    assert browser.user()["username"] == "grace"


@database
def test_metadata_that_cannot_be_read(serve, provider):
    refused = {
        "more than 2,000,000 bytes": (200, b"x" * 2_000_001, 0),
        "did not answer in time": (200, b"x" * 1_000, 0.5),
        "responded with 302": (302, b"", 0),  # redirects are not followed
        "are no XML": (200, b"no XML", 0),
        "sso_url_invalid": (200, described(provider, provider.url + "/sign-in", "javascript:alert(1)//"), 0),
    }
    for reason, broken in refused.items():
        provider.broken = broken
        browser = serve()
        start = time.monotonic()
        assert browser.begin().headers["Location"] == "/login?problem=provider"
        assert time.monotonic() - start < 60, reason
        assert reason in browser.process.output()


@database
def test_metadata_in_a_file_and_two_certificates(serve, provider, tmp_path):
    file = tmp_path / "metadata.xml"
    browser = serve(SAML_METADATA=str(file))
    assert browser.begin().headers["Location"] == "/login?problem=provider"
    # The provider announces its next key before it signs with it.
    provider.certificates, provider.changes = (CERTIFICATE, OTHER_CERTIFICATE), {"key": OTHER_KEY}
    file.write_bytes(provider.metadata())
    other = serve(SAML_METADATA=str(file))
    other.sign_in()
    assert other.user()["username"] == "grace"


def described(provider: providers.Provider, old: str, new: str) -> bytes:
    return provider.metadata().replace(old.encode(), new.encode())


def test_metadata_of_something_else_are_refused(provider):
    assert saml_metadata.parse(provider.metadata()).certificates == (CERTIFICATE,)
    refused = {
        "a document type": b"<!DOCTYPE x>" + provider.metadata(),
        "no provider": described(provider, "IDPSSODescriptor", "SPSSODescriptor"),
        "only a key for encryption": described(provider, 'use="signing"', 'use="encryption"'),
        "another binding": described(provider, "HTTP-Redirect", "HTTP-POST"),
        "no entity ID": described(provider, "entityID", "other"),
        "a long entity ID": described(provider, 'entityID="', f'entityID="urn:{"x" * 190}'),
        "two providers": b"<all>" + provider.metadata() * 2 + b"</all>",
        "no time": described(provider, "entityID", 'validUntil="soon" entityID'),
        "empty": b"",
    }
    for name, document in refused.items():
        with pytest.raises(SamlError, match=r"The metadata "):
            pytest.fail(f"{name}: {saml_metadata.parse(document)}")


@database
def test_metadata_count_until_the_time_that_they_name(serve, provider, tmp_path):
    file = tmp_path / "metadata.xml"
    for place in ("<md:EntityDescriptor", "<md:IDPSSODescriptor"):
        file.write_bytes(described(provider, place, f'{place} validUntil="{providers.time_in(-10)}"'))
        browser = serve(SAML_METADATA=str(file))
        assert browser.begin().headers["Location"] == "/login?problem=provider"
        assert "valid until a time that has passed" in browser.process.output()
    file.write_bytes(described(provider, place, f'{place} validUntil="{providers.time_in(15)}"'))
    browser = serve(SAML_METADATA=str(file))
    browser.sign_in()
    assert browser.user()["username"] == "grace"
    # They are not read again within these seconds.
    until(lambda: "problem=" in browser.begin().headers["Location"], seconds=60)


@pytest.mark.parametrize("modules", ["lxml.etree, xmlsec", "xmlsec, lxml.etree"])
def test_the_libraries_share_one_libxml2(modules, tmp_path):
    """With different versions, signatures crash the process, or are wrong, depending on which is loaded first."""
    names = ("request", "recipient", "destination", "audience", "issuer", "subject")
    response = providers.Response(**dict.fromkeys(names, "x"))
    program = f"""
import {modules}
assert lxml.etree.LIBXML_VERSION == xmlsec.get_libxml_version()
root = lxml.etree.fromstring({response.xml()!r})
xmlsec.tree.add_ids(root.find("saml:Assertion", {NAMES!r}), ["ID"])
context = xmlsec.SignatureContext()
context.key = xmlsec.Key.from_memory({providers.KEY!r}, xmlsec.KeyFormat.PEM)
context.verify(root.find(".//ds:Signature", {NAMES!r}))
"""
    file = tmp_path / "program.py"
    file.write_text(program)
    assert subprocess.run([sys.executable, str(file)], check=False).returncode == 0
