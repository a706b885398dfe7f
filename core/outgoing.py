"""HTTP requests to addresses that users enter, and to the metadata of a SAML provider. Nothing else connects to them.

Public servers are reached by https; operators list the hosts that may also be private or use http. Which servers a
corpus may name is in `corpuses.providers.allowed`. The addresses of a host are checked when the connection is made, so
that a name cannot stand for another one a moment later. Redirects are not followed, and a response is limited in size
and in time as a whole.
"""

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

from core.errors import DependencyFault, Invalid, UserFault

PUBLIC: Final = "*"
"""The entry of a list of allowed hosts that stands for all public ones."""
ADDRESS_LIMIT: Final = 500

_PORTS: Final = {"https": 443, "http": 80}
_NETLOC: Final = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")
_UNICAST: Final = ip_network("2000::/3")  # all IPv6 addresses of public hosts are in it (RFC 4291, section 2.4)
_PROTOCOLS: Final = ip_network("192.0.0.0/24")  # of protocols, such as those that lead to IPv6 (RFC 6890)


class AddressNotAllowed(Invalid):
    """Requests to this address are not allowed here. An administrator can allow public servers."""

    code = "address_not_allowed"
    what_to_do = (
        "Use https and an allowed server, or ask an administrator to add this one to the allowed servers; operators: "
        "private servers, and those without https, have to be in `ANALYZER_ALLOWED_HOSTS` or `LLM_ALLOWED_HOSTS`."
    )


class ServerUnreachable(DependencyFault):
    """The server could not be reached, or did not answer in time."""

    code = "server_unreachable"
    what_to_do = "Check that the server runs. Jobs are retried on their own."


class ResponseTooLarge(UserFault):
    """The response of the server is too large."""

    code = "response_too_large"
    what_to_do = "Let the server return less."


@dataclass(frozen=True, slots=True)
class Response:
    """The response of a server: its status, its headers in lower case, and its body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The hosts that may be reached, and the time and the size of a response. `check` raises to end the request.

    Those of `public` are reached by https and at public addresses only.
    """

    hosts: Sequence[str]
    public: Sequence[str] = ()
    seconds: float
    size: int
    check: Callable[[], None] = lambda: None


def host_of(address: str) -> str:
    """Return the server of an address, with its port, in lower case; empty if it has none."""
    return urlsplit(address).netloc.rpartition("@")[2].lower()


def is_listed(netloc: str, hosts: Iterable[str]) -> bool:
    """Check whether a list has a host, with its port if it has one, or a domain (`.example.org`) above it."""
    host = netloc.lower()
    return any(host == each or (each.startswith(".") and host.endswith(each)) for each in hosts)


def require_address(
    address: str, hosts: Sequence[str], *, public: Sequence[str] = (), field: str | None = "address"
) -> SplitResult:
    """Return the parts of an address; raise `Invalid` or `AddressNotAllowed`. Its host is not resolved here.

    `hosts` may be private and use http, those of `public` not.
    """
    try:
        parts = urlsplit(address)
        is_valid = bool(parts.hostname) and parts.port != 0 and _NETLOC.fullmatch(parts.netloc) is not None
    except ValueError:
        is_valid = False
    if not is_valid or parts.scheme not in _PORTS or parts.username or parts.password or parts.fragment:
        raise Invalid("The address must be like https://analyzer.example.com/run.", field=field)
    if len(address) > ADDRESS_LIMIT or not address.isascii() or not address.isprintable() or " " in address:
        raise Invalid(f"The address must have at most {ADDRESS_LIMIT} ASCII characters without spaces.", field=field)
    if is_listed(parts.netloc, hosts):
        return parts
    if PUBLIC not in hosts and not is_listed(parts.netloc, public):
        raise AddressNotAllowed("This server is not allowed.", field=field)
    if parts.scheme != "https":
        raise AddressNotAllowed("The address must begin with https://.", field=field)
    if is_private_literal(parts.hostname or ""):
        raise AddressNotAllowed("The server must have a public address.", field=field)
    return parts


def post(address: str, body: bytes, *, headers: Mapping[str, str], limits: Limits) -> Response:
    """Send a body to an address; raise `AddressNotAllowed`, `ServerUnreachable` or `ResponseTooLarge`."""
    return _send("POST", address, body, headers=headers, limits=limits)


def get(address: str, *, limits: Limits) -> Response:
    """Read an address; raise `AddressNotAllowed`, `ServerUnreachable` or `ResponseTooLarge`."""
    return _send("GET", address, None, headers={}, limits=limits)


def _send(method: str, address: str, body: bytes | None, *, headers: Mapping[str, str], limits: Limits) -> Response:
    import httpcore2  # noqa: PLC0415 - only needed for requests

    from core.outgoing_network import Network  # noqa: PLC0415 - as above

    parts = require_address(address, limits.hosts, public=limits.public)
    network = Network(
        require_addresses=None if is_listed(parts.netloc, limits.hosts) else require_public,
        ends=time.monotonic() + limits.seconds,
        check=limits.check,
    )
    try:
        with (
            httpcore2.ConnectionPool(network_backend=network) as pool,
            pool.stream(method, address, headers=list(headers.items()), content=body) as response,
        ):
            content = _content(response.iter_stream(), limits.size)
            names = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
            return Response(response.status, names, content)
    except (httpcore2.TimeoutException, httpcore2.NetworkError, httpcore2.ProtocolError, OSError) as error:
        is_late = isinstance(error, httpcore2.TimeoutException)
        reason = "did not answer in time" if is_late else f"could not be reached ({type(error).__name__})"
        raise ServerUnreachable(f"The server {parts.netloc} {reason}.") from error


def require_public(addresses: Iterable[str]) -> None:
    """Raise `AddressNotAllowed` unless all of these IP addresses are public."""
    if not all(map(_is_public, addresses)):
        raise AddressNotAllowed("The server must have a public address.", field="address")


def _content(chunks: Iterable[bytes], size: int) -> bytes:
    content = bytearray()
    for chunk in chunks:
        content += chunk
        if len(content) > size:
            raise ResponseTooLarge(f"The response has more than {size:,} bytes.")
    return bytes(content)


def is_private_literal(host: str) -> bool:
    """Check whether a host is an IP address that is not public, or a name that is never one of the internet."""
    try:
        ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith((".localhost", ".local", ".internal"))
    return not _is_public(host)


def _is_public(text: str) -> bool:
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        embedded = address.ipv4_mapped or address.sixtofour
        if embedded is None:
            return address in _UNICAST and address.is_global and address.teredo is None
        address = embedded
    return address.is_global and not address.is_multicast and address not in _PROTOCOLS
