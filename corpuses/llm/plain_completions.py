"""Chat completions whose messages and tools are sent as they are.

The client of OpenAI compares each value in them with the types of all messages and tools, to rename fields that none of
them has: 25 ms of the event loop for the tools alone, and more for each message of the history. What is in `extra_body`
is sent unchanged (https://github.com/anthropics/anthropic-sdk-python/issues/1195: a client generated in the same way).
"""

from collections.abc import Mapping
from typing import Any

from openai.resources.chat.completions import AsyncCompletions


class PlainCompletions(AsyncCompletions):
    """Sends requests whose messages and tools are dictionaries, as the API documents them."""

    async def create(  # type: ignore[override]  # the method has three overloads with forty parameters
        self, *, messages: Any, tools: Any = None, extra_body: Mapping[str, Any] | None = None, **options: Any
    ) -> Any:
        """Send a request; the parameters are those of the API."""
        body = {**(extra_body or {}), "messages": messages}
        if tools:
            body["tools"] = tools
        return await super().create(messages=[], extra_body=body, **options)
