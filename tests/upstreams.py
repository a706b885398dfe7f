"""A scripted OpenAI-compatible server on loopback: real HTTP, a list of answers, a record of requests (T-16)."""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.http_servers import serving

OK = 200
INPUT_TOKENS, OUTPUT_TOKENS = 100, 20  # what each answer is said to take


@dataclass(frozen=True)
class Reply:
    """One answer of the script. `drip` is the pause between two bytes of the body."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    latency: float = 0.0
    drip: float = 0.0
    is_reset: bool = False
    is_truncated: bool = False


def says(text: str, **options: Any) -> Reply:
    """Reply with a text of the model."""
    return _completion({"role": "assistant", "content": text}, **options)


def says_json(value: object, **options: Any) -> Reply:
    """Reply with a JSON value of the model."""
    return says(json.dumps(value), **options)


def says_answers(*answers: object, **options: Any) -> Reply:
    """Reply with the answers to the questions of an extract, in their order."""
    return says_json({str(number): answer for number, answer in enumerate(answers, 1)}, **options)


def calls(*tools: tuple[str, dict[str, Any] | str]) -> Reply:
    """Reply with tool calls; arguments given as a string are sent unchanged."""
    tool_calls = [
        {
            "id": f"call-{number}-{name}",
            "type": "function",
            "function": {"name": name, "arguments": raw if isinstance(raw, str) else json.dumps(raw)},
        }
        for number, (name, raw) in enumerate(tools)
    ]
    return _completion({"role": "assistant", "content": None, "tool_calls": tool_calls})


def vectors_for(request: dict[str, Any]) -> Reply:
    """Reply with a vector of eight numbers for each text of a request: how often it has some characters."""
    rows = [[text.lower().count(character) + 0.01 for character in "etaoinsr"] for text in request["input"]]
    data = [{"object": "embedding", "index": at, "embedding": row} for at, row in enumerate(rows)]
    return Reply(json.dumps({"object": "list", "model": request["model"], "data": data[::-1]}).encode())


def fails(status: int, **headers: str) -> Reply:
    """Reply with an HTTP error; underscores in the names of headers become hyphens."""
    body = json.dumps({"error": {"message": "scripted", "type": "error"}}).encode()
    return Reply(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


def uncounted(reply: Reply) -> Reply:
    """Return the same reply without the number of tokens."""
    completion = json.loads(reply.body)
    del completion["usage"]
    return replace(reply, body=json.dumps(completion).encode())


def streamed(reply: Reply) -> Reply:
    """Return the same reply as a stream of server-sent events, a word at a time."""
    try:
        completion = json.loads(reply.body)
        message = completion["choices"][0]["message"]
    except (ValueError, KeyError):
        return reply
    head = {"id": "scripted", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    words = [word + " " for word in (message.get("content") or "").split(" ")] if message.get("content") else []
    if words:
        words[-1] = words[-1][:-1]
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": word} for word in words]
    calls_made = [{"index": number, **call} for number, call in enumerate(message.get("tool_calls") or ())]
    if calls_made:
        deltas.append({"role": "assistant", "tool_calls": calls_made})
    chunks = [{**head, "choices": [{"index": 0, "delta": each, "finish_reason": None}]} for each in deltas]
    end = "tool_calls" if calls_made else completion["choices"][0]["finish_reason"]
    chunks.append({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": end}]})
    if "usage" in completion:
        chunks.append({**head, "choices": [], "usage": completion["usage"]})
    body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    return replace(reply, body=body.encode(), headers=reply.headers | {"Content-Type": "text/event-stream"})


def breaks_off() -> Reply:
    """Reset the connection before the reply."""
    return Reply(is_reset=True)


@dataclass
class ScriptedServer:
    """The running server: its address and what it was asked. Past the end of the script the last reply repeats.

    With `choose`, the request alone decides the reply, and there is no script.
    """

    url: str
    script: list[Reply]
    choose: "Callable[[Mapping[str, Any]], Reply] | None" = None
    requests: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, path: str, headers: dict[str, str], body: bytes) -> Reply:
        """Record a request and give the reply that is next."""
        with self._lock:
            at = len(self.requests)
            self.paths.append(path)
            self.headers.append(headers)
            self.bodies.append(body)
            self.requests.append(json.loads(body or b"{}"))
        reply = self.choose(self.requests[at]) if self.choose else self.script[min(at, len(self.script) - 1)]
        return streamed(reply) if self.requests[at].get("stream") and reply.status == OK else reply


@contextmanager
def scripted_server(
    script: Sequence[Reply], *, choose: "Callable[[Mapping[str, Any]], Reply] | None" = None, port: int = 0
) -> Iterator[ScriptedServer]:
    """Serve `script`, or what is chosen, until the block ends; at any port that is free, unless one is given."""
    with serving(_Handler, port=port) as http:
        server = ScriptedServer(f"http://127.0.0.1:{http.server_port}/v1", list(script), choose)
        http.scripted = server  # type: ignore[attr-defined]  # how a handler finds what it serves
        yield server


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        server: ScriptedServer = self.server.scripted  # type: ignore[attr-defined]  # set by `scripted_server`
        reply = server.take(self.path, {key.lower(): value for key, value in self.headers.items()}, body)
        time.sleep(reply.latency)
        if reply.is_reset:
            self._reset()
        else:
            self._answer(reply)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Log nothing: `requests` records them."""

    def _answer(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in ({"Content-Type": "application/json"} | reply.headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        body = reply.body[: len(reply.body) // 2] if reply.is_truncated else reply.body
        with suppress(OSError):  # the client has gone, which is what some tests are about
            self._write(body, drip=reply.drip)
        self.close_connection = True

    def _write(self, body: bytes, *, drip: float) -> None:
        step = 1 if drip else max(1, len(body))
        for begin in range(0, len(body), step):
            self.wfile.write(body[begin : begin + step])
            self.wfile.flush()
            time.sleep(drip)

    def _reset(self) -> None:
        """Send RST instead of an orderly end."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True


def _completion(message: dict[str, Any], *, finish_reason: str = "stop", **options: Any) -> Reply:
    body = {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS, "total_tokens": 120},
    }
    return Reply(json.dumps(body).encode(), **options)
