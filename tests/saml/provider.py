"""A SAML identity provider for tests: its metadata, and signed responses to requests. It signs in one user."""

import base64
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from html import escape
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import xmlsec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID
from lxml import etree

from tests.http_servers import serving

PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
NAMES = {
    "saml": "urn:oasis:names:tc:SAML:2.0:assertion",
    "samlp": "urn:oasis:names:tc:SAML:2.0:protocol",
    "ds": "http://www.w3.org/2000/09/xmldsig#",
}


def _key_pair(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> tuple[bytes, str]:
    """Return a private key, and its certificate as metadata contain it."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "identity provider")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(days=1), now + timedelta(days=1))
    certificate = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private, base64.b64encode(certificate).decode()


(KEY, CERTIFICATE), (OTHER_KEY, OTHER_CERTIFICATE) = (_key_pair(rsa.generate_private_key(65537, 2048)) for _ in "12")
EC_KEY, EC_CERTIFICATE = _key_pair(ec.generate_private_key(ec.SECP256R1()))


@dataclass(frozen=True, kw_only=True)
class Response:
    """A response before it is signed; times are seconds from now."""

    request: str
    recipient: str
    destination: str
    audience: str
    issuer: str
    subject: str
    subject_format: str = PERSISTENT
    attributes: dict[str, str] = field(default_factory=dict)
    not_before: int = -60
    not_on_or_after: int = 60
    confirmed_until: int = 60
    session_ends: int | None = None
    confirms: str = "InResponseTo='{request}' Recipient='{recipient}' NotOnOrAfter='{confirmed_until}'"
    status: str = "Success"
    key: bytes = KEY
    signs: tuple[str, ...] = ("saml:Assertion",)
    signature: object = xmlsec.Transform.RSA_SHA256
    digest: object = xmlsec.Transform.SHA256
    transform: object = xmlsec.Transform.EXCL_C14N

    def xml(self) -> bytes:
        """Return the response, signed."""
        times = {name: time_in(getattr(self, name)) for name in ("not_before", "not_on_or_after", "confirmed_until")}
        values = {**vars(self), **times}
        audience = f"<saml:Audience>{self.audience}</saml:Audience>"
        restriction = f"<saml:AudienceRestriction>{audience}</saml:AudienceRestriction>"
        addressee = _optional("Destination", self.destination) + _optional("InResponseTo", self.request)
        attributes = "".join(
            f"<saml:Attribute Name='{name}'><saml:AttributeValue>{value}</saml:AttributeValue></saml:Attribute>"
            for name, value in self.attributes.items()
        )
        session = "" if self.session_ends is None else f"SessionNotOnOrAfter='{time_in(self.session_ends)}'"
        document = f"""<samlp:Response xmlns:samlp="{NAMES["samlp"]}" xmlns:saml="{NAMES["saml"]}" Version="2.0"
    ID="_{uuid4()}" IssueInstant="{time_in(0)}" {addressee}>
  <saml:Issuer>{self.issuer}</saml:Issuer>
  <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:{self.status}"/></samlp:Status>
  <saml:Assertion Version="2.0" ID="_{uuid4()}" IssueInstant="{time_in(0)}">
    <saml:Issuer>{self.issuer}</saml:Issuer>
    <saml:Subject>
      <saml:NameID Format="{self.subject_format}">{self.subject}</saml:NameID>
      <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
        <saml:SubjectConfirmationData {self.confirms.format(**values)}/>
      </saml:SubjectConfirmation>
    </saml:Subject>
    <saml:Conditions NotBefore="{times["not_before"]}" NotOnOrAfter="{times["not_on_or_after"]}">
      {restriction if self.audience else ""}
    </saml:Conditions>
    <saml:AuthnStatement AuthnInstant="{time_in(0)}" {session}><saml:AuthnContext>
      <saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>
    </saml:AuthnContext></saml:AuthnStatement>
    {f"<saml:AttributeStatement>{attributes}</saml:AttributeStatement>" if attributes else ""}
  </saml:Assertion>
</samlp:Response>"""
        root = etree.fromstring(document.encode())
        for name in self.signs:
            self._sign(root, name)
        return etree.tostring(root)

    def _sign(self, root: etree._Element, name: str) -> None:
        (element,) = root.xpath(f"//{name}", namespaces=NAMES)
        xmlsec.tree.add_ids(element, ["ID"])
        signature = xmlsec.template.create(root, xmlsec.Transform.EXCL_C14N, self.signature, ns="ds")
        element.insert(1, signature)
        reference = xmlsec.template.add_reference(signature, self.digest, uri=f"#{element.get('ID')}")
        xmlsec.template.add_transform(reference, xmlsec.Transform.ENVELOPED)
        xmlsec.template.add_transform(reference, self.transform)
        context = xmlsec.SignatureContext()
        context.key = xmlsec.Key.from_memory(self.key, xmlsec.KeyFormat.PEM)
        context.sign(signature)


def time_in(seconds: int) -> str:
    """Return the time in so many seconds, as SAML writes it."""
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _optional(name: str, value: str) -> str:
    return f'{name}="{value}" ' if value else ""


def parse_request(request: str) -> etree._Element:
    """Parse the `SAMLRequest` of a URL (SAML 2.0 Bindings, 3.4.4.1)."""
    return etree.fromstring(zlib.decompress(base64.b64decode(request), -15))


@dataclass
class Provider:
    """The state of the provider: its user, and how its responses differ from correct ones."""

    url: str
    subject: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    changes: dict[str, object] = field(default_factory=dict)
    """Other values of `Response`."""
    forge: Callable[[bytes], bytes] = bytes
    certificates: tuple[str, ...] = (CERTIFICATE,)
    entity_id: str = ""
    """Default: the URL of the metadata."""
    broken: tuple[int, bytes, float] | None = None
    """The status, the body, and the seconds between two bytes of another response with the metadata."""

    def metadata(self) -> bytes:
        keys = "".join(
            f'<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="{NAMES["ds"]}"><ds:X509Data><ds:X509Certificate>'
            f"{each}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
            for each in self.certificates
        )
        entity_id = self.entity_id or f"{self.url}/metadata"
        return f"""<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{entity_id}">
<md:IDPSSODescriptor protocolSupportEnumeration="{NAMES["samlp"]}">{keys}<md:SingleSignOnService
 Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="{self.url}/sign-in?tenant=1"/>
</md:IDPSSODescriptor></md:EntityDescriptor>""".encode()

    def respond(self, request: str) -> tuple[str, bytes]:
        """Return the URL that the response is sent to, and the response."""
        root = parse_request(request)
        target = root.get("AssertionConsumerServiceURL")
        response = Response(
            request=root.get("ID"),
            recipient=target,
            destination=target,
            audience=root.find("saml:Issuer", NAMES).text,
            issuer=self.entity_id or f"{self.url}/metadata",
            subject=self.subject,
            attributes=self.attributes,
        )
        return target, self.forge(replace(response, **self.changes).xml())


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if self.provider.broken and address.path == "/metadata":
            self._break(*self.provider.broken)
        elif address.path == "/metadata":
            self._send("application/samlmetadata+xml", self.provider.metadata())
        elif address.path == "/sign-in":
            query = parse_qs(address.query, keep_blank_values=True)
            target, response = self.provider.respond(query["SAMLRequest"][0])
            encoded = base64.b64encode(response).decode()
            field = f'<input type="hidden" name="SAMLResponse" value="{encoded}">'
            form = f'<form method="post" action="{escape(target)}">{field}<button>Go on</button></form>'
            self._send("text/html", form.encode())
        else:
            self.send_error(404)

    def _break(self, status: int, body: bytes, pause: float) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Location", "https://other.example/")
        self.end_headers()
        with suppress(OSError):  # the client has left
            for start in range(0, len(body), 1 if pause else len(body)):
                self.wfile.write(body[start : start + 1] if pause else body)
                time.sleep(pause)

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def running() -> Iterator[Provider]:
    """Serve on a free port until the block ends."""
    handler = type("Handler", (_Handler,), {})
    with serving(handler) as server:
        handler.provider = Provider(url=f"http://127.0.0.1:{server.server_port}")
        yield handler.provider
