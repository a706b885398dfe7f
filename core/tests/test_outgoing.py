"""Requests to addresses that users enter: a real server, and names that resolve to what an attacker wants."""

import socket
import time

import pytest

from core import outgoing
from core.errors import Invalid
from core.outgoing import PUBLIC, AddressNotAllowed, Limits, ResponseTooLarge, ServerUnreachable
from tests.upstreams import Reply, breaks_off, scripted_server

PUBLIC_ADDRESS = "93.184.215.14"


@pytest.fixture
def server():
    with scripted_server([Reply(b"{}")]) as started:
        yield started


@pytest.fixture
def resolve(monkeypatch):
    """Let all names resolve to these addresses; the names that were resolved are listed."""

    def choose(*addresses):
        names = []

        def getaddrinfo(host, port, **options):
            names.append(host)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        return names

    return choose


def host_of(server):
    return server.url.split("/")[2]


def send(address, *hosts, seconds=5.0, size=1_000):
    return outgoing.post(address, b"{}", headers={}, limits=Limits(hosts=hosts or [PUBLIC], seconds=seconds, size=size))


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1/", "https://10.1.2.3/", "https://192.168.0.1/", "https://172.16.0.1/", "https://0.0.0.0/",
        "https://169.254.169.254/latest/meta-data", "https://100.64.0.1/", "https://224.0.0.1/", "https://[::1]/",
        "https://[fd00::1]/", "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/",
        "https://[::127.0.0.1]/", "https://[fec0::1]/", "https://[64:ff9b:1::7f00:1]/", "https://[::ffff:0:127.0.0.1]/",
        "https://192.0.0.192/", "https://[2002:7f00:1::]/",
        "https://[2002:a00:1::]/", "https://localhost/", "https://db.internal/", "http://example.com/",
    ],
)  # fmt: skip
def test_private_addresses_and_plain_http_are_refused(address):
    with pytest.raises(AddressNotAllowed):
        outgoing.require_address(address, [PUBLIC])


@pytest.mark.parametrize(
    "address",
    ["", "ftp://example.com/", "https://", "https://a:b@example.com/", "https://example.com/#a", "https://example.com:0/",
     "https://example.com:x/", "https://ex ample.com/", "https://exämple.com/", "https://example.com/" + "a" * 500],
)  # fmt: skip
def test_addresses_that_are_none_are_invalid(address):
    with pytest.raises(Invalid):
        outgoing.require_address(address, [PUBLIC])


def test_only_listed_hosts_are_reached_without_the_entry_for_all():
    outgoing.require_address("http://10.0.0.1:8080/", ["10.0.0.1:8080", ".example.org"])
    outgoing.require_address("https://a.example.org/", ["10.0.0.1:8080", ".example.org"])
    for address in ("https://example.org/", "https://10.0.0.1/", "https://badexample.org/"):
        with pytest.raises(AddressNotAllowed):
            outgoing.require_address(address, ["10.0.0.1:8080", ".example.org"])
    with pytest.raises(AddressNotAllowed):
        outgoing.require_address("https://example.com/", [])


# proves: S1-10
@pytest.mark.parametrize("addresses", [["127.0.0.1"], [PUBLIC_ADDRESS, "127.0.0.1"], ["10.0.0.1"]])
def test_a_name_that_resolves_to_a_private_address_is_refused_when_it_is_connected_to(server, resolve, addresses):
    port = host_of(server).rpartition(":")[2]
    names = resolve(*addresses)
    with pytest.raises(AddressNotAllowed):
        send(f"https://analyzer.example.com:{port}/")
    assert names == ["analyzer.example.com"]
    assert server.requests == []


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(resolve, monkeypatch):
    names, tried = resolve(PUBLIC_ADDRESS), []

    def connect(address, *args, **options):
        tried.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(ServerUnreachable):
        send("https://analyzer.example.com/")
    assert (names, tried) == (["analyzer.example.com"], [PUBLIC_ADDRESS])


def test_a_name_that_cannot_be_looked_up_is_a_server_that_cannot_be_reached():
    with pytest.raises(ServerUnreachable):
        send(f"https://{'a' * 64}.example.com/")


def test_redirects_are_not_followed(server):
    server.script[:] = [Reply(status=307, headers={"Location": server.url})]
    assert send(server.url, host_of(server)).status == 307
    assert len(server.requests) == 1


def test_a_large_response_is_refused(server):
    server.script[:] = [Reply(b"a" * 1_000), Reply(b"a" * 1_001)]
    assert len(send(server.url, host_of(server)).body) == 1_000
    with pytest.raises(ResponseTooLarge):
        send(server.url, host_of(server))


@pytest.mark.parametrize("reply", [Reply(b"a" * 500, drip=0.05), Reply(b"a", latency=3.0)])
def test_a_slow_response_ends_in_time(server, reply):
    server.script[:] = [reply]
    began = time.monotonic()
    with pytest.raises(ServerUnreachable, match="in time"):
        send(server.url, host_of(server), seconds=0.5)
    assert time.monotonic() - began < 15


@pytest.mark.parametrize("reply", [breaks_off(), Reply(b"{}", is_truncated=True)])
def test_a_connection_that_is_lost_is_an_error_of_the_server(server, reply):
    server.script[:] = [reply]
    with pytest.raises(ServerUnreachable):
        send(server.url, host_of(server))


def test_a_name_that_does_not_resolve_is_an_error_of_the_server(monkeypatch):
    def fail(*args, **options):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(ServerUnreachable):
        send("https://analyzer.example.com/")
