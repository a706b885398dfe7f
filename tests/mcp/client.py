"""A client of the MCP server for tests: that of the SDK, one connection for each use."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client


class ToolFailed(Exception):
    """A tool returned an error."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error)
        self.error = error
        self.code = error["code"]


def _only(error: BaseException) -> BaseException:
    """Return the one error in nested groups: each context of the SDK adds a group."""
    while isinstance(error, BaseExceptionGroup):
        (error,) = error.exceptions
    return error


@dataclass(frozen=True, slots=True)
class McpClient:
    """Calls tools with a token; `mode` chooses the revision of the protocol."""

    url: str
    token: str
    mode: str = "auto"

    def use(self, action: Callable[[Client], Awaitable[Any]]) -> Any:
        """Run an action with a connected client."""

        async def run() -> Any:
            async with AsyncExitStack() as stack:
                headers = {"Authorization": f"Bearer {self.token}"}
                http = await stack.enter_async_context(create_mcp_http_client(headers=headers))
                transport = streamable_http_client(f"{self.url}/mcp", http_client=http)
                client = await stack.enter_async_context(Client(transport, mode=self.mode))
                return await action(client)

        try:
            return asyncio.run(run())
        except BaseExceptionGroup as group:
            raise _only(group) from None

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its result; raise `ToolFailed` for an error."""
        result = self.use(lambda client: client.call_tool(name, arguments))
        text = json.loads(result.content[0].text)
        if result.is_error:
            raise ToolFailed(text["error"])
        assert result.structured_content == text
        return result.structured_content

    def tools(self) -> dict[str, Any]:
        """Return the tools by name."""
        return {each.name: each for each in self.use(lambda client: client.list_tools()).tools}
