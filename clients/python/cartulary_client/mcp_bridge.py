"""A bridge from the MCP transport over standard input and output to the MCP server over HTTP.

Desktop programs start it. Each line is a JSON-RPC message; the responses are written as they come, one line each.
"""

import base64
import json
import re
import threading
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TextIO

from cartulary_client.connection import Connection
from cartulary_client.errors import CartularyError

PATH: Final = "/mcp"
_ACCEPT: Final = "application/json, text/event-stream"
_PARALLEL: Final = 8
_SERVER_ERROR: Final = -32_000
_PARSE_ERROR: Final = -32_700
_VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
_NAMES: Final[Mapping[str, str]] = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_HEADER: Final = re.compile(r"(?! )[\x20-\x7e]*(?<! )")


class McpBridge:
    """Forwards messages in both directions until the input ends."""

    def __init__(self, connection: Connection, output: TextIO) -> None:
        self._connection = connection
        self._output = output
        self._lock = threading.Lock()
        self._version = ""  # of the protocol, once the program and the server have agreed on it

    def run(self, lines: Iterable[str]) -> None:
        """Forward each message; calls run in parallel, after the handshake."""
        with ThreadPoolExecutor(_PARALLEL) as pool:
            for line in lines:
                if not line.strip():
                    continue
                message = self._parse(line)
                if message is None:
                    continue
                if message.get("method") == "initialize":
                    self._forward(message)
                else:
                    pool.submit(self._forward, message)

    def _parse(self, line: str) -> dict[str, Any] | None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if isinstance(message, dict):
            return message
        self._write({"jsonrpc": "2.0", "id": None, "error": {"code": _PARSE_ERROR, "message": "Send one JSON object."}})
        return None

    def _forward(self, message: Mapping[str, Any]) -> None:
        try:
            response = self._connection.request(
                "POST",
                PATH,
                json=message,
                headers={"Accept": _ACCEPT, **_headers(message, self._version)},
                accept=lambda found: "jsonrpc" in found.text,
            )
            body = response.json() if response.content else None
        except (CartularyError, ValueError, RecursionError) as error:  # else the program would wait for ever
            body = _failure(message, error)
        if message.get("method") == "initialize" and body and "result" in body:
            self._version = str(body["result"].get("protocolVersion", ""))
        if body is not None and "id" in message:
            self._write(body)

    def _write(self, body: Mapping[str, Any]) -> None:
        with self._lock:
            self._output.write(json.dumps(body) + "\n")
            self._output.flush()


def _headers(message: Mapping[str, Any], negotiated: str) -> dict[str, str]:
    """Return the headers of a message: since 2026-07-28 they repeat parts of it, for proxies."""
    params = message.get("params")
    params = params if isinstance(params, dict) else {}
    meta = params.get("_meta")
    version = meta.get(_VERSION_KEY) if isinstance(meta, dict) else None
    if not isinstance(version, str):
        return {"MCP-Protocol-Version": negotiated} if negotiated else {}
    method = str(message.get("method", ""))
    headers = {"MCP-Protocol-Version": version, "Mcp-Method": method}
    if method in _NAMES:
        headers["Mcp-Name"] = str(params.get(_NAMES[method], ""))
    return {name: _header(value) for name, value in headers.items()}


def _header(value: str) -> str:
    """Return a value as a header carries it."""
    if _HEADER.fullmatch(value) and not value.startswith("=?base64?"):
        return value
    return f"=?base64?{base64.b64encode(value.encode()).decode()}?="


def _failure(message: Mapping[str, Any], error: Exception) -> dict[str, Any]:
    code = error.code if isinstance(error, CartularyError) else "error"
    found = {"code": _SERVER_ERROR, "message": f"{error} ({code})"}
    return {"jsonrpc": "2.0", "id": message.get("id"), "error": found}
