"""A server in a process of its own that answers, fails or hangs: a language model, an embedder, a remote analyzer.

`python scripted.py PORT BEHAVIOUR SHORTEST LONGEST`: the seconds after which it answers. It prints the time of each
request; all processes of a machine share this clock. It imports nothing of the product, so that it can run beside
another checkout, too.
"""

import asyncio
import hashlib
import json
import random
import re
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import uvicorn

HOST: Final = "127.0.0.1"
DIMENSIONS: Final = 384
_QUESTION: Final = re.compile(r"^Question (\d+):", re.MULTILINE)
_LONG_TIME: Final = 3_600.0

Message = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Server:
    """An application that behaves in one way as long as it lives."""

    behaviour: str
    shortest: float
    longest: float

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        """Answer a request; a GET asks whether the server has started, and gets an answer always."""
        if scope["method"] == "GET":
            await _respond(send, {})
            return
        body = json.loads(await _read(receive))
        print(time.monotonic(), flush=True)
        match self.behaviour:
            case "hangs":
                await asyncio.sleep(_LONG_TIME)
            case "fails":
                await _respond(send, {"error": {"message": "Overloaded."}}, HTTPStatus.SERVICE_UNAVAILABLE)
            case _:
                await asyncio.sleep(random.uniform(self.shortest, self.longest))
                await _respond(send, _embeddings(body) if "input" in body else _completion(body))


def _completion(body: Mapping[str, Any]) -> dict[str, Any]:
    """Say of every question that the document does not answer it; without questions, the language is asked for."""
    asked = _QUESTION.findall(str(body["messages"][-1]["content"]))
    answer = json.dumps({number: {"value": None, "quotes": []} for number in asked}) if asked else "en"
    message = {"role": "assistant", "content": answer}
    return {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


def _embeddings(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a vector for each text, always the same for the same text."""
    rows = [
        {"object": "embedding", "index": place, "embedding": _vector(text)} for place, text in enumerate(body["input"])
    ]
    return {"object": "list", "model": "scripted", "data": rows, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def _vector(text: str) -> list[float]:
    chance = random.Random(hashlib.sha256(text.encode()).digest())
    return [chance.uniform(-1, 1) for _ in range(DIMENSIONS)]


async def _read(receive: Callable[[], Awaitable[Message]]) -> bytes:
    body, has_more = b"", True
    while has_more:
        message = await receive()
        body, has_more = body + message.get("body", b""), message.get("more_body", False)
    return body


async def _respond(
    send: Callable[[Message], Awaitable[None]], body: Mapping[str, Any], status: HTTPStatus = HTTPStatus.OK
) -> None:
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(body).encode()})


if __name__ == "__main__":
    port, behaviour, shortest, longest = sys.argv[1:]
    server = Server(behaviour, float(shortest), float(longest))
    uvicorn.run(server, host=HOST, port=int(port), lifespan="off", log_level="warning", access_log=False)
