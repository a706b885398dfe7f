"""Ask in conversations over HTTP, and follow their streams."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx

_TIMEOUT: Final = 300.0
_ENDED: Final = frozenset({"complete", "failed", "cancelled"})


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, when it was asked for, when its first words arrived, and the seconds from the question to its end."""

    message: dict[str, Any]
    began: float
    first_words: float
    seconds: float


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Return an HTTP client for any number of streams.

    It opens a connection for each request: the server closes idle ones, also while a request is on its way.
    """
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=url, timeout=_TIMEOUT, limits=limits) as client:
        yield client


async def ask_all(client: httpx.AsyncClient, tokens: Sequence[str], question: str) -> list[Answered]:
    """Ask the same in as many conversations, at the same time."""
    all_open = asyncio.Barrier(len(tokens))
    return await asyncio.gather(*(ask(client, token, question, all_open=all_open) for token in tokens))


async def ask(
    client: httpx.AsyncClient, token: str, question: str, *, all_open: asyncio.Barrier | None = None, **scope: str
) -> Answered:
    """Ask a question in a new conversation, follow its stream to the end of the answer, and return it.

    With `all_open`, wait until the other conversations have a stream, too.
    """
    headers = {"Authorization": f"Bearer {token}"}
    created = await client.post("/api/v1/conversations", json=scope, headers=headers)
    conversation = f"/api/v1/conversations/{created.raise_for_status().json()['id']}"
    async with client.stream("GET", f"{conversation}/stream", headers=headers) as response:
        lines = response.raise_for_status().aiter_lines()
        while not (await anext(lines)).startswith(":"):
            pass
        if all_open is not None:
            await all_open.wait()
        began = time.monotonic()
        sending = asyncio.create_task(client.post(f"{conversation}/messages", json={"text": question}, headers=headers))
        first_words = await _follow(lines)
        seconds = time.monotonic() - began
        exchange = (await sending).raise_for_status().json()
    answer = await client.get(f"/api/v1/messages/{exchange['answer']['id']}", headers=headers)
    return Answered(answer.raise_for_status().json(), began, first_words, seconds)


async def _follow(lines: AsyncIterator[str]) -> float:
    """Read to the end of an answer; return the time at which its first words were received."""
    event, first_words = "", 0.0
    async for line in lines:
        name, _, value = line.partition(": ")
        if name == "event":
            event = value
        elif name == "data" and event == "text":
            first_words = first_words or time.monotonic()
        elif name == "data" and event == "message" and json.loads(value)["state"] in _ENDED:
            return first_words
    raise RuntimeError("The stream ended before the answer.")


def texts(answers: Sequence[Answered]) -> list[str]:
    """Return the texts of answers; raise if one is not complete."""
    if failed := [each.message for each in answers if each.message["state"] != "complete"]:
        raise RuntimeError(failed)
    return [each.message["text"] for each in answers]
