"""Tools of language models. Modules of plug-ins import this one, so it imports no tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from corpuses.conversations.tools import ToolContext


class ToolMisused(ValueError):
    """A wrong call of a tool; the message explains the error to the model."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture (PNG) as the result of a tool, and a text about it."""

    text: str
    png: bytes


ToolResult: TypeAlias = str | Picture


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its description for the model, its parameters (JSON Schema properties, all required), its function."""

    name: str
    description: str
    parameters: Mapping[str, Mapping[str, str]]
    run: "Callable[[ToolContext, Mapping[str, Any]], ToolResult]"

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the arguments."""
        return {"type": "object", "properties": dict(self.parameters), "required": list(self.parameters)}
