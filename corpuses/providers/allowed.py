"""The servers that may get contents of corpora: language models of corpora, and remote analyzers.

Administrators list them in the admin (`AllowedServer`), for all tenants or for one. The rows of a tenant and those for
all are exactly what its corpora may use; without any, the list of the environment is. Rows name public servers, which
are reached by https: one that is private or uses http has to be in the environment, too. The rule holds when a server
is named, and again whenever something is sent. The model of the settings is not subject to it.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from core.errors import Invalid
from core.outgoing import PUBLIC, AddressNotAllowed, is_listed, is_private_literal, require_address
from corpuses.providers.models import AllowedServer

Purpose = AllowedServer.Purpose

_SHOWN: Final = 10  # servers in a message
_MAX_PORT: Final = 65_535
_HOST: Final = re.compile(r"(?P<name>\.?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{1,5}))?")
_LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")


class ModelHostNotAllowed(Invalid):
    """Language models of this server are not allowed here. An administrator can allow it."""

    code = "model_host_not_allowed"
    what_to_do = "Use an allowed server, or ask an administrator to add this one to the allowed servers."


@dataclass(frozen=True, slots=True)
class NamedServer:
    """A host or a domain that users may choose; `*` stands for all public servers. `name` is a note for them."""

    host: str
    name: str


@dataclass(frozen=True, slots=True)
class AllowedServers:
    """The servers of a purpose and a tenant. `hosts` may be private and use http; those of `public` not."""

    named: Sequence[NamedServer]
    hosts: Sequence[str]
    public: Sequence[str]


def allowed_servers(purpose: Purpose, tenant_id: UUID) -> AllowedServers:
    """Return the servers that corpora of a tenant may use for a purpose."""
    rows = AllowedServer.objects.filter(Q(tenant=None) | Q(tenant=tenant_id), purpose=purpose)
    return _allowed(purpose, list(rows))


def require_allowed(purpose: Purpose, tenant_id: UUID, address: str, *, field: str | None = None) -> AllowedServers:
    """Return the allowed servers; raise `Invalid`, `ModelHostNotAllowed` or `AddressNotAllowed` if this is none."""
    servers = allowed_servers(purpose, tenant_id)
    try:
        require_address(address, servers.hosts, public=servers.public, field=field)
    except AddressNotAllowed as error:
        message = f"{error.message} {_sentence(servers.named)} An administrator can allow others."
        raise _ERRORS[purpose](message, field=field) from None
    return servers


def environment_hosts(purpose: Purpose) -> list[str]:
    """Return the hosts that operators list for a purpose. They may be private, and use http."""
    if purpose == Purpose.ANALYZERS:
        return list(settings.ANALYZER_ALLOWED_HOSTS)
    # A model of any public server could be named by all who may share a corpus; administrators have to decide that.
    return [host for host in settings.LLM_ALLOWED_HOSTS if host != PUBLIC]


def checked_host(text: str, purpose: Purpose) -> str:
    """Return a host or a domain as it is compared; raise `Invalid` if no row may name it."""
    host = text.strip()
    host = host.lower() if host.isascii() else host
    found = _HOST.fullmatch(host)
    if found is None or not (_is_name(found["name"]) or _is_address(found["name"])):
        raise Invalid(
            "Enter a host, such as api.example.com or api.example.com:8443, or a domain, such as .example.com. "
            "Leave out https:// and the path; names in other scripts begin with xn--.",
            field="host",
        )
    if found["port"] and not 0 < int(found["port"]) <= _MAX_PORT:
        raise Invalid(f"The port must be a number from 1 to {_MAX_PORT}.", field="host")
    if not is_listed(host, environment_hosts(purpose)) and not _is_public(found["name"]):
        raise Invalid(
            "This is no public server. Operators have to list it in the environment first "
            f"({_VARIABLES[purpose]}); then it can be added here.",
            field="host",
        )
    return host


_ERRORS: Final[Mapping[Purpose, type[Invalid]]] = {
    Purpose.LANGUAGE_MODELS: ModelHostNotAllowed,
    Purpose.ANALYZERS: AddressNotAllowed,
}
_VARIABLES: Final[Mapping[Purpose, str]] = {
    Purpose.LANGUAGE_MODELS: "LLM_ALLOWED_HOSTS",
    Purpose.ANALYZERS: "ANALYZER_ALLOWED_HOSTS",
}


def _allowed(purpose: Purpose, rows: Sequence[AllowedServer]) -> AllowedServers:
    environment = environment_hosts(purpose)
    if not rows:
        return AllowedServers([NamedServer(host, "") for host in environment], environment, ())
    own_first = sorted(rows, key=lambda row: row.tenant_id is None, reverse=True)
    names = {row.host: row.name for row in own_first}
    named = [NamedServer(host, names[host]) for host in sorted(names)]
    return AllowedServers(named, _in_both(names, environment), list(names))


def _in_both(first: Collection[str], second: Collection[str]) -> list[str]:
    """Return the hosts and domains that both lists have, or have a domain above."""
    shared = [each for each in first if is_listed(each, second)]
    return shared + [each for each in second if is_listed(each, first) and each not in shared]


def _sentence(named: Sequence[NamedServer]) -> str:
    hosts = ["all public ones, by https" if each.host == PUBLIC else each.host for each in named[:_SHOWN]]
    others = [f"{len(named) - _SHOWN} others"] if len(named) > _SHOWN else []
    return f"Allowed servers: {', '.join([*hosts, *others]) or 'none'}."


def _is_name(name: str) -> bool:
    """Check whether a text is a name of the internet's, or a domain; what ends in a number would be an IP address."""
    labels = name.removeprefix(".").split(".")
    return all(_LABEL.fullmatch(each) for each in labels) and not _NUMBER.fullmatch(labels[-1])


def _is_address(name: str) -> bool:
    """Check whether a text is an IP address as it stands in the address of a server, in its usual form."""
    try:
        address = ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return name == (f"[{address}]" if isinstance(address, IPv6Address) else str(address))


def _is_public(name: str) -> bool:
    if _is_address(name):
        return not is_private_literal(name.strip("[]"))
    return "." in name.removeprefix(".") and not is_private_literal(name)
