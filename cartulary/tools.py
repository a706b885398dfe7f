"""Public names for tools of language models. Import from here: modules of the product may move."""

from core.roles import Permission
from corpuses.conversations.tool_types import (
    Picture,
    Tool,
    ToolContext,
    ToolMisused,
    ToolResult,
    described,
    integer_of,
    marked,
    text_of,
)

__all__ = [
    "Permission",
    "Picture",
    "Tool",
    "ToolContext",
    "ToolMisused",
    "ToolResult",
    "described",
    "integer_of",
    "marked",
    "text_of",
]
