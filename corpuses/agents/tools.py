"""The tools of agents. A wrong call returns a message that explains the error to the model."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.plugins import BadPlugin, PluginProblem, installed
from corpuses.llm.client import Message, ToolCall

if TYPE_CHECKING:  # what a plug-in imports needs no tables
    from corpuses.agents.view import DocumentView

GROUP = "cartulary.tools"
READ_LIMIT = 8_000  # characters returned by one call
PASSAGES = 6
ANNOTATION_LIMIT = 200
LABEL_LENGTH = 100


class ToolMisused(ValueError):
    """A wrong call of a tool; the message explains the error to the model."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a tool: text, and a picture (PNG) if there is one."""

    text: str
    picture: bytes | None = None


@dataclass(slots=True)
class AgentWorkspace:
    """The document of an agent, and its annotations so far: (start, end, label). They are stored at the end."""

    view: "DocumentView"
    notes: list[tuple[int, int, str]] = field(default_factory=list)


Run = Callable[[AgentWorkspace, Mapping[str, Any]], ToolResult]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its description for the model and its function. `parameters` are JSON schema properties, all required."""

    name: str
    description: str
    parameters: Mapping[str, Mapping[str, str]]
    run: Run

    def declaration(self) -> Message:
        """Return the description that is sent to the model."""
        schema = {"type": "object", "properties": dict(self.parameters), "required": list(self.parameters)}
        function = {"name": self.name, "description": self.description, "parameters": schema}
        return {"type": "function", "function": function}


def available_tools() -> dict[str, Tool]:
    """Return the built-in tools and those of plug-ins (an entry point refers to a `Tool`)."""
    found = installed(GROUP, _tool, built_in=_NAMES).plugins
    return {tool.name: tool for tool in (*BUILT_IN, *found.values())}


def problems() -> tuple[PluginProblem, ...]:
    """Return the installed tools that cannot be used."""
    return installed(GROUP, _tool, built_in=_NAMES).problems


def _tool(loaded: object) -> Tool:
    if not isinstance(loaded, Tool):
        raise BadPlugin(f"{loaded!r} is no Tool")
    if loaded.name in _NAMES:
        raise BadPlugin(f"there is another {loaded.name!r}")
    return loaded


def use_tool(workspace: AgentWorkspace, tools: Mapping[str, Tool], call: ToolCall) -> ToolResult:
    """Call a tool; errors become results, so that the model can try again."""
    tool = tools.get(call.name)
    if tool is None:
        return ToolResult(f"Error: there is no tool {call.name!r}; there are {', '.join(tools)}.")
    try:
        return tool.run(workspace, _arguments(call))
    except ToolMisused as error:
        return ToolResult(f"Error: {error}")


def _arguments(call: ToolCall) -> dict[str, Any]:
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        raise ToolMisused("the arguments are not JSON.") from None
    if not isinstance(arguments, dict):
        raise ToolMisused("the arguments must be a JSON object.")
    return arguments


def _integer(arguments: Mapping[str, Any], name: str) -> int:
    value = arguments.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ToolMisused(f"{name!r} must be an integer.")
    return value


def _words(arguments: Mapping[str, Any], name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str) or not value.strip():
        raise ToolMisused(f"{name!r} must be a text that is not empty.")
    return value


def _read_page(workspace: AgentWorkspace, arguments: Mapping[str, Any]) -> ToolResult:
    page = workspace.view.pages.get(_integer(arguments, "page"))
    if page is None:
        raise ToolMisused(f"the pages are 1 to {len(workspace.view.pages)}.")
    return _excerpt(workspace, page.start, page.end)


def _read_text(workspace: AgentWorkspace, arguments: Mapping[str, Any]) -> ToolResult:
    start, end = _integer(arguments, "start"), _integer(arguments, "end")
    if not 0 <= start < min(end, workspace.view.length):
        raise ToolMisused(f"the text has {workspace.view.length} characters, and 'end' must come after 'start'.")
    return _excerpt(workspace, start, end)


def _excerpt(workspace: AgentWorkspace, start: int, end: int) -> ToolResult:
    stop = min(end, start + READ_LIMIT)
    rest = f"\n[cut: go on with read_text from {stop}]" if stop < end else ""
    return ToolResult(f"[{start}-{stop}]\n{workspace.view.text(start, stop)}{rest}")


def _search(workspace: AgentWorkspace, arguments: Mapping[str, Any]) -> ToolResult:
    found = workspace.view.search(_words(arguments, "query"), count=PASSAGES)
    excerpts = [f"[page {passage.page}, {passage.start}-{passage.end}]\n{passage.text}" for passage in found]
    return ToolResult("\n\n".join(excerpts) or "No passage of the document matches.")


def _outline(workspace: AgentWorkspace, arguments: Mapping[str, Any]) -> ToolResult:
    lines = [f"{'#' * line.level} {line.text} [page {line.page}, {line.start}]" for line in workspace.view.outline()]
    return ToolResult("\n".join(lines) or "The parser found no headings.")


def _look(workspace: AgentWorkspace, arguments: Mapping[str, Any]) -> ToolResult:
    picture = workspace.view.thumbnail_png()
    return ToolResult("There is no picture of this document." if picture is None else "The first page:", picture)


def _annotate(workspace: AgentWorkspace, arguments: Mapping[str, Any]) -> ToolResult:
    label, quote = _words(arguments, "label"), _words(arguments, "quote")
    if len(label) > LABEL_LENGTH:
        raise ToolMisused(f"a label has {LABEL_LENGTH} characters at most.")
    if len(workspace.notes) >= ANNOTATION_LIMIT:
        raise ToolMisused(f"there are {ANNOTATION_LIMIT} annotations already; that is enough.")
    span = workspace.view.find(quote, page=_integer(arguments, "page"))
    if span is None:
        raise ToolMisused("these words are not in the document. Copy them exactly.")
    workspace.notes.append((span.start, span.end, label))
    return ToolResult(f"Noted at {span.start}-{span.end}.")


def _is(kind: str, description: str) -> Mapping[str, str]:
    return {"type": kind, "description": description}


BUILT_IN = (
    Tool("read_page", "Read the text of one page.", {"page": _is("integer", "counted from 1")}, _read_page),
    Tool(
        "read_text",
        "Read the text between two offsets.",
        {"start": _is("integer", "first character, counted from 0"), "end": _is("integer", "one past the last")},
        _read_text,
    ),
    Tool(
        "search",
        "Find passages of the document by meaning and by words.",
        {"query": _is("string", "what to look for")},
        _search,
    ),
    Tool("outline", "List the headings with their pages and offsets.", {}, _outline),
    Tool("look_at_first_page", "See a small picture of the first page.", {}, _look),
    Tool(
        "annotate",
        "Mark words of the document with a label, for its readers.",
        {
            "label": _is("string", "a short name"),
            "quote": _is("string", "the words, copied exactly"),
            "page": _is("integer", "the page they are on"),
        },
        _annotate,
    ),
)
_NAMES = frozenset(tool.name for tool in BUILT_IN)
