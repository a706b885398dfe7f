"""The tools that read: the built-in ones, and those of plug-ins."""

from functools import cache

from core.plugins import BadPlugin, Installed, PluginProblem, installed
from corpuses.conversations.proposals.tools import PROPOSING
from corpuses.conversations.tool_types import Tool
from corpuses.conversations.tools import TOOLS

GROUP = "cartulary.tools"
_NAMES = frozenset(tool.name for tool in (*TOOLS, *PROPOSING))


def available_tools() -> tuple[Tool, ...]:
    """Return the built-in tools and those of plug-ins (an entry point refers to a `Tool`)."""
    return (*TOOLS, *_installed().plugins.values())


def problems() -> tuple[PluginProblem, ...]:
    """Return the installed tools that cannot be used."""
    return _installed().problems


@cache
def _installed() -> Installed[Tool]:
    return installed(GROUP, _tool, built_in=_NAMES)


def _tool(loaded: object) -> Tool:
    if not isinstance(loaded, Tool):
        raise BadPlugin(f"{loaded!r} is no Tool")
    if loaded.name in _NAMES:
        raise BadPlugin(f"there is another {loaded.name!r}")
    return loaded
