"""Declare tools and call them.

A tool is a function of a call and of its arguments; its docstring is the description that models read:

    @tool("get_document", "Get a document", scope=TokenScope.READ)
    def get_document(call: Call, arguments: DocumentArguments) -> DocumentResult:
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any, Final, get_type_hints

from mcp_types import CallToolResult, TextContent, ToolAnnotations
from mcp_types import Tool as Declaration
from pydantic import BaseModel, ConfigDict
from rest_framework.request import Request

from audit.actions import Action
from audit.log import record_call
from core.access import TokenScope, access_of, require_scope
from core.api.rest.parsers import require_storable
from corpuses.mcp.calls import Call
from corpuses.mcp.errors import describe


class Arguments(BaseModel):
    """The arguments of a tool; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Result(BaseModel):
    """The result of a tool. What is not there is left out."""

    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what clients see of it, and its function."""

    declaration: Declaration
    scope: TokenScope
    rate_class: str | None
    arguments: type[Arguments]
    run: Callable[[Call, Any], Result]


Run = Callable[[Call, Any], Result]
TOOLS: Final[dict[str, Tool]] = {}


def tool(
    name: str,
    title: str,
    *,
    scope: TokenScope = TokenScope.READ,
    rate_class: str | None = None,
    is_idempotent: bool = True,
) -> Callable[[Run], Run]:
    """Register a function as a tool. One with the scope `write` adds something; none deletes or overwrites."""
    is_reading = scope is TokenScope.READ

    def register(run: Run) -> Run:
        types = get_type_hints(run)
        declaration = Declaration(
            name=name,
            title=title,
            description=cleandoc(run.__doc__ or ""),
            input_schema=types["arguments"].model_json_schema(),
            output_schema=types["return"].model_json_schema(),
            annotations=ToolAnnotations(
                title=title,
                read_only_hint=is_reading,
                destructive_hint=False,
                idempotent_hint=is_idempotent,
                open_world_hint=False,
            ),
        )
        TOOLS[name] = Tool(declaration, scope, rate_class, types["arguments"], run)
        return run

    return register


def list_tools(request: Request) -> list[Declaration]:
    """Return the tools that the token may call."""
    return [each.declaration for each in TOOLS.values() if access_of(request.user).has_scope(each.scope)]


def call_tool(request: Request, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
    """Call a tool; errors are results, too, so that the model sees them. Every call is in the audit log."""
    found, call = TOOLS[name], Call.of(request)
    try:
        result = _run(found, call, arguments)
    except Exception as error:  # noqa: BLE001  # `describe` logs what is unexpected
        body = describe(error)
        record_call(Action.MCP_TOOL_CALLED, call.subject, actor=call.actor, reason=body["code"], tool=name)
        return CallToolResult(content=[TextContent(type="text", text=json.dumps({"error": body}))], is_error=True)
    record_call(Action.MCP_TOOL_CALLED, call.subject, actor=call.actor, tool=name)
    structured = result.model_dump(mode="json", exclude_none=True)
    text = json.dumps(structured, ensure_ascii=False)
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=structured)


def _run(found: Tool, call: Call, arguments: Mapping[str, Any]) -> Result:
    require_scope(call.actor, (found.scope,))
    require_storable(dict(arguments))
    checked = found.arguments.model_validate(arguments)
    if found.rate_class is not None:
        call.count(found.rate_class)
    return found.run(call, checked)
