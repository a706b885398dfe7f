"""Estimate what a request took if the server has not counted it: budgets apply to servers that count nothing, too."""

import json
from collections.abc import Iterable, Sequence

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolCallPart, UserPromptPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.usage import RequestUsage

from corpuses.llm.tokens import estimate_tokens


def estimate_usage(
    messages: Sequence[ModelMessage], parameters: ModelRequestParameters, response: ModelResponse
) -> RequestUsage:
    """Return the tokens of the messages and tools that were sent, and of the answer. Pictures count nothing."""
    sent = [text for message in messages for text in _texts(message)]
    tools = [
        json.dumps([tool.name, tool.description, tool.parameters_json_schema]) for tool in parameters.function_tools
    ]
    return RequestUsage(
        input_tokens=estimate_tokens("".join([*sent, *tools])), output_tokens=estimate_tokens("".join(_texts(response)))
    )


def _texts(message: ModelMessage) -> Iterable[str]:
    if isinstance(message, ModelRequest):
        yield message.instructions or ""
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            yield part.tool_name + part.args_as_json_str()
        elif isinstance(part, UserPromptPart) and not isinstance(part.content, str):
            yield from (each for each in part.content if isinstance(each, str))
        else:
            yield str(getattr(part, "content", "") or "")
