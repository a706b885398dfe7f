"""Models that only a row allows are reached at public addresses only, also if a name stands for another one."""

import asyncio
import socket
import time

import pytest
from openai import APIConnectionError

from core.outgoing import AddressNotAllowed
from corpuses.llm.async_client import connect
from corpuses.llm.client import LlmClient, LlmSettings
from corpuses.llm.errors import LlmUnavailable
from tests.upstreams import says, scripted_server

TOO_LONG = f"https://{'a' * 64}.example.com/v1"
PUBLIC = "93.184.215.14"
MESSAGES = [{"role": "user", "content": "How are you?"}]


@pytest.fixture
def server():
    with scripted_server([says("Fine.")]) as started:
        yield started


@pytest.fixture
def resolve(monkeypatch):
    """Let a name stand for these addresses; other names keep theirs. Return what was connected to."""
    tried, found = [], socket.getaddrinfo

    def choose(name, *addresses):
        def getaddrinfo(host, port, *args, **options):
            if host != name:
                return found(host, port, *args, **options)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, int(port))) for address in addresses]

        def connection(address, *args, **options):
            tried.append(address[0])
            raise ConnectionRefusedError

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        monkeypatch.setattr(socket, "create_connection", connection)
        return tried

    return choose


def ask(url, *, is_public=True):
    chosen = LlmSettings(model="scripted", base_url=url, max_retries=3, backoff=0.01, is_public=is_public)
    client = LlmClient(chosen, deadline=time.monotonic() + 20, check=lambda: None)
    return client.complete(MESSAGES).text


async def ask_on_loop(url, *, is_public=True, before_try=None):
    chosen = LlmSettings(model="scripted", base_url=url, is_public=is_public)
    async with connect(chosen, before_try=before_try) as client:
        answer = await client.chat.completions.create(model="scripted", messages=MESSAGES)
        return answer.choices[0].message.content


def test_a_private_server_gets_no_request(server):
    with pytest.raises(AddressNotAllowed):
        ask(server.url)
    with pytest.raises(AddressNotAllowed):
        asyncio.run(ask_on_loop(server.url))
    assert not server.requests
    assert (ask(server.url, is_public=False), asyncio.run(ask_on_loop(server.url, is_public=False))) == ("Fine.",) * 2


@pytest.mark.parametrize("addresses", [["127.0.0.1"], [PUBLIC, "10.0.0.5"]])
def test_a_name_that_stands_for_a_private_address_is_not_connected_to(resolve, addresses):
    tried = resolve("models.example.com", *addresses)
    with pytest.raises(AddressNotAllowed):
        ask("https://models.example.com/v1")
    with pytest.raises(AddressNotAllowed):
        asyncio.run(ask_on_loop("https://models.example.com/v1"))
    assert tried == []


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(resolve):
    tried = resolve("models.example.com", PUBLIC)
    with pytest.raises(LlmUnavailable):
        ask("https://models.example.com/v1")
    assert set(tried) == {PUBLIC}


def test_a_name_that_cannot_be_looked_up_is_a_server_that_cannot_be_reached():
    with pytest.raises(LlmUnavailable):
        ask(TOO_LONG)
    with pytest.raises(APIConnectionError):
        asyncio.run(ask_on_loop(TOO_LONG))


def test_a_proxy_of_the_environment_does_not_stand_between(server, monkeypatch):
    with scripted_server([says("From the proxy.")]) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url.removesuffix("/v1"))
        with pytest.raises(AddressNotAllowed):
            ask(server.url)
        with pytest.raises(AddressNotAllowed):
            asyncio.run(ask_on_loop(server.url))
        assert not proxy.requests


def test_a_refusal_before_a_try_ends_the_request(server):
    async def refuse():
        raise AddressNotAllowed

    with pytest.raises(AddressNotAllowed):
        asyncio.run(ask_on_loop(server.url, is_public=False, before_try=refuse))
    assert not server.requests
