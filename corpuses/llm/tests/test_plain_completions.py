"""Requests to language models that are sent as they are."""

import asyncio

import pytest
from openai import APIStatusError, AsyncOpenAI

from corpuses.llm.async_client import connect
from corpuses.llm.client import LlmSettings
from tests.upstreams import Reply, says, scripted_server

TOOL = {
    "type": "function",
    "function": {
        "name": "search",
        "description": "Search.",
        "parameters": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
    },
}
CALL = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": '{"query": "rent"}'}}
MESSAGES = [
    {"role": "system", "content": "Answer."},
    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "The rent is 1,200 dollars."},
]


def test_the_request_is_that_of_the_client():
    with scripted_server([says("1,200 dollars")]) as server:
        texts = asyncio.run(both(server.url))
        ours, theirs = server.bodies
    assert texts == ["1,200 dollars"] * 2
    assert server.requests[0] == server.requests[1]
    assert server.requests[0]["tools"] == [TOOL]
    assert len(ours) == len(theirs)


def test_redirects_are_not_followed():
    async def ask(url):
        async with connect(LlmSettings(model="scripted", base_url=url, api_key="key")) as client:
            await client.chat.completions.create(model="scripted", messages=MESSAGES)

    with scripted_server([says("Fine.")]) as other:
        redirect = Reply(status=307, headers={"Location": f"{other.url}/chat/completions"})
        with scripted_server([redirect]) as server, pytest.raises(APIStatusError):
            asyncio.run(ask(server.url))
        assert other.requests == []


async def both(url):
    clients = [
        connect(LlmSettings(model="scripted", base_url=url, api_key="key")),
        AsyncOpenAI(base_url=url, api_key="key"),
    ]
    options = {"model": "scripted", "messages": MESSAGES, "tools": [TOOL], "extra_body": {"top_k": 1}}
    answers = [await client.chat.completions.create(**options) for client in clients]
    for client in clients:
        await client.close()
    return [answer.choices[0].message.content for answer in answers]
