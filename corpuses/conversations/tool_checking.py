"""Check tools of plug-ins, and their results. Pure."""

import re
from collections.abc import Mapping
from typing import Any, Final

from core.plugins import BadPlugin
from core.roles import Permission
from corpuses.conversations.tool_types import TAG, Picture, Tool, ToolMisused, ToolResult

RESULT_LIMIT: Final = 20_000
"""The most characters of a result; the rest is cut."""

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TYPES: Final = frozenset({"string", "integer", "number", "boolean"})
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_CUT: Final = "\nThe result was cut here."


def check_tool(tool: object) -> Tool:
    """Return a tool whose declaration is valid; raise `BadPlugin` otherwise."""
    if not isinstance(tool, Tool):
        raise BadPlugin(f"{tool!r} is no Tool")
    if not isinstance(tool.name, str) or not _NAME.fullmatch(tool.name):
        raise BadPlugin(f"the name {tool.name!r} is not 1 to 64 of the characters A-Z, a-z, 0-9, - and _")
    if not isinstance(tool.description, str) or not tool.description.strip():
        raise BadPlugin(f"{tool.name} has no description")
    if not callable(tool.run):
        raise BadPlugin(f"the function of {tool.name} cannot be called")
    if not isinstance(tool.permission, Permission):
        raise BadPlugin(f"the permission of {tool.name} is no Permission")
    if not isinstance(tool.parameters, Mapping) or not all(map(_is_parameter, tool.parameters.items())):
        raise BadPlugin(f"the parameters of {tool.name} are not names with a `type` and a `description`")
    return tool


def check_result(result: object) -> ToolResult:
    """Return the result of a tool, a long text cut; raise `ToolMisused` if it is neither a text nor a PNG picture."""
    match result:
        case str():
            return result if len(result) <= RESULT_LIMIT else _closed(result[:RESULT_LIMIT]) + _CUT
        case Picture(text=str(), png=bytes()) if result.png.startswith(_PNG):
            return result
        case _:
            raise ToolMisused("this tool returned neither a text nor a picture. Do not call it again.")


def _closed(text: str) -> str:
    """Close the mark of a document's text that a cut has left open."""
    is_open = text.rfind(f"<{TAG} ") > text.rfind(f"</{TAG}>")
    return f"{text}\n</{TAG}>" if is_open else text


def _is_parameter(item: tuple[Any, Any]) -> bool:
    name, schema = item
    return (
        isinstance(name, str)
        and bool(_NAME.fullmatch(name))
        and isinstance(schema, Mapping)
        and isinstance(schema.get("type"), str)
        and schema["type"] in _TYPES
        and isinstance(schema.get("description"), str)
    )
