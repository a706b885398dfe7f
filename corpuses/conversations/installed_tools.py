"""The tools that read: the built-in ones, and those of plug-ins."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from core.access import Permission, has_permission
from core.db.transactions import read_only
from core.errors import NotAllowed
from core.plugins import BadPlugin, Installed, PluginProblem, installed
from corpuses.conversations.proposals.tools import PROPOSING
from corpuses.conversations.tool_checking import check_result, check_tool
from corpuses.conversations.tool_types import Tool, ToolResult
from corpuses.conversations.tools import TOOLS, AnswerContext
from corpuses.models import Corpus
from users.models import User

GROUP = "cartulary.tools"


def available_tools(corpus: Corpus | None, actor: User) -> tuple[Tool, ...]:
    """Return the built-in tools, and those of plug-ins (an entry point refers to a `Tool`) that a user may call."""
    return (*TOOLS, *(tool for tool in _installed().plugins.values() if _may_call(tool, corpus, actor)))


def problems() -> tuple[PluginProblem, ...]:
    """Return the installed tools that cannot be used."""
    return _installed().problems


@cache
def _installed() -> Installed[Tool]:
    names = {tool.name for tool in (*TOOLS, *PROPOSING)}

    def create(loaded: object) -> Tool:
        tool = check_tool(loaded)
        if tool.name in names:
            raise BadPlugin(f"there is another {tool.name!r}")
        names.add(tool.name)
        return _checked(tool)

    return installed(GROUP, create, built_in=tuple(names))


def _may_call(tool: Tool, corpus: Corpus | None, actor: User) -> bool:
    """Check the permission of a tool: on the corpus of the conversation, or none but reading."""
    if tool.permission == Permission.VIEW:
        return True
    return corpus is not None and has_permission(actor, tool.permission, corpus)


def _checked(tool: Tool) -> Tool:
    """Return a tool of a plug-in that cannot write, and whose permission and result are checked at each call.

    A document may contain instructions that the model follows: only proposals write, after a user has approved them.
    """

    def run(context: AnswerContext, arguments: Mapping[str, Any]) -> ToolResult:
        if not _may_call(tool, context.conversation.corpus, context.actor):
            raise NotAllowed
        with read_only():
            return check_result(tool.run(context, arguments))

    return replace(tool, run=run)
