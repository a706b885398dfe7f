"""A scripted language model in a process of its own: it repeats the question, at the pace of a real one.

The word `{sent}` becomes the time at which the first word was sent. All processes of a machine share this clock.
"""

import asyncio
import json
import re
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from typing import Any, Final

from config.stack.run_config import LOOPBACK
from config.stack.services import answers
from config.stack.testing import Processes

FIRST_WORD_SECONDS: Final = 0.3
WORD_SECONDS: Final = 0.05
SENT: Final = "{sent}"
NAME: Final = "scripted"

Message = MutableMapping[str, Any]


def start(processes: Processes, port: int) -> None:
    """Start the model; return when it answers."""
    argv = [sys.executable, "-m", "uvicorn", f"{__name__}:app", "--host", LOOPBACK, "--port", str(port)]
    processes.start("model", [*argv, "--lifespan", "off"], is_ready=lambda: answers(port, "/"))


def environment(port: int) -> dict[str, str]:
    """Return the settings of a server that uses the model."""
    return {"LLM_MODEL": NAME, "LLM_BASE_URL": f"http://{LOOPBACK}:{port}/v1", "LLM_API_KEY": "key"}


def request_body(question: str) -> dict[str, Any]:
    """Return the body of a request for an answer."""
    return {"model": NAME, "stream": True, "messages": [{"role": "user", "content": question}]}


def pauses(question: str) -> float:
    """Return the seconds for which the model pauses while it answers."""
    return FIRST_WORD_SECONDS + len(question.split()) * WORD_SECONDS


async def app(scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Any]) -> None:
    """Answer requests of the API of OpenAI, as a stream."""
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    if scope["method"] == "POST":
        question = _question(await _body(receive))
        await asyncio.sleep(FIRST_WORD_SECONDS)
        sent = str(time.monotonic())
        for chunk in _chunks(question, sent):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await asyncio.sleep(WORD_SECONDS)
    await send({"type": "http.response.body", "body": b""})


async def _body(receive: Callable[[], Awaitable[Message]]) -> bytes:
    body, has_more = b"", True
    while has_more:
        message = await receive()
        body, has_more = body + message.get("body", b""), message.get("more_body", False)
    return body


def _question(body: bytes) -> str:
    turns = json.loads(body)["messages"]
    return next(str(turn["content"]) for turn in reversed(turns) if turn["role"] == "user")


def _chunks(question: str, sent: str) -> Iterator[bytes]:
    for word in re.findall(r"\s*\S+", question):
        yield _chunk({"role": "assistant", "content": word.replace(SENT, sent)})
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    yield _chunk({}, finish_reason="stop") + _event({**_HEAD, "choices": [], "usage": usage}) + b"data: [DONE]\n\n"


_HEAD: Final = {"id": NAME, "object": "chat.completion.chunk", "created": 0, "model": NAME}


def _chunk(delta: dict[str, str], *, finish_reason: str | None = None) -> bytes:
    return _event({**_HEAD, "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]})


def _event(value: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()
