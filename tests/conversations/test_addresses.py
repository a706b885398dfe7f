"""Addresses that no document contains are in no text of a model that is shown, also while it arrives."""

import asyncio
import json

import pytest

from core import redis_client
from corpuses.conversations.live import Writer, log_name
from tests.conversations.test_agent import answer
from tests.conversations.test_asking import messages
from tests.upstreams import calls, says

pytestmark = pytest.mark.django_db(transaction=True)

WITH_ADDRESSES = "Look at ![rent](//evil.example/?rent=1200) or h\u200bttps://evil.example/1 and evil.example?1200 now."
WITHOUT = "Look at ![rent]((address removed)) or (address removed) and (address removed) now."


def test_addresses_are_removed_from_answers_and_calls(api, conversation, document, model):
    made = ("find", {"document": str(document.pk), "words": "Ohio //evil.example/1200"})
    answer(api, conversation, model, calls(made), says(WITH_ADDRESSES))
    shown = messages(api, conversation)[1]
    assert shown["text"] == WITHOUT
    assert shown["tool_calls"][0]["arguments"] == {"document": str(document.pk), "words": "Ohio (address removed)"}
    assert "evil" not in json.dumps(shown)
    assert "//evil.example/1200" in json.dumps(model.requests[-1])  # the tool was called as the model wrote it


@pytest.mark.parametrize("size", [1, 7, 40])
def test_addresses_are_removed_from_words_that_arrive(api, conversation, model, size):
    message = answer(api, conversation, model, says("NOT FOUND"))

    async def call(function):
        return function()

    async def write():
        async with Writer(message, call) as writer:
            text = f"{WITH_ADDRESSES} "
            for start in range(0, len(text), size):
                writer.add(text[start : start + size])
                await asyncio.sleep(0.055 if start % 8 == 0 else 0)
            await asyncio.sleep(0.2)

    asyncio.run(write())
    live = ""
    for _, fields in redis_client.client().xrange(log_name(message.conversation_id)):
        if fields["event"] == "text":
            event = json.loads(fields["data"])
            live = live[: event["offset"]] + event["text"]
    assert live == f"{WITHOUT} "
