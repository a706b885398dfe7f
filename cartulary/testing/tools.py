"""Contract test for tools of language models: declarations, results, and errors that explain wrong arguments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from cartulary.testing.bad_files import raise_violations
from core.errors import DomainError, NotFound
from core.plugins import BadPlugin
from corpuses.conversations import tool_checking
from corpuses.conversations.tool_types import Tool, ToolContext, ToolMisused, text_of

_ODD: Final[Sequence[Any]] = (None, True, -1, 2**63, 1.5, "", "x" * 100_000, "\u05d0\u0301\u200d\U0001f9fe", [], {})


class NoDocuments:
    """A context in which no document may be read.

    Tools that use `documents()` as a query need an empty one: `NoDocuments(Document.objects.none())`.
    """

    actor: Any = None

    def __init__(self, documents: Any = ()) -> None:
        self._documents = documents

    def documents(self) -> Any:
        """Return no documents."""
        return self._documents

    def document(self, arguments: Mapping[str, Any]) -> Any:
        """Raise `NotFound`, or `ToolMisused` if the argument is no id."""
        try:
            UUID(text_of(arguments, "document"))
        except ToolMisused:
            raise
        except ValueError:
            raise ToolMisused("'document' must be an id that another tool returned.") from None
        raise NotFound


def check_tool(tool: Tool, context: ToolContext | None = None, calls: Sequence[Mapping[str, Any]] = ()) -> None:
    """Call a tool with odd arguments, and with yours: these must have a result in `context`."""
    raise_violations(list(_violations(tool, context or NoDocuments(), calls)))


def _violations(tool: Tool, context: ToolContext, calls: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    try:
        tool_checking.check_tool(tool)
    except BadPlugin as error:
        yield str(error)
        return
    for arguments in calls:
        yield from _on_call(tool, context, arguments, must_succeed=True)
    example = calls[0] if calls else dict.fromkeys(tool.parameters, "x")
    if not calls:
        yield from _on_call(tool, context, example)
    for name in tool.parameters:
        yield from _on_call(tool, context, {key: value for key, value in example.items() if key != name})
        for value in _ODD:
            yield from _on_call(tool, context, {**example, name: value})


def _on_call(
    tool: Tool, context: ToolContext, arguments: Mapping[str, Any], *, must_succeed: bool = False
) -> Iterator[str]:
    name = f"with the arguments {str(arguments)[:80]}"
    try:
        result = tool.run(context, arguments)
    except (ToolMisused, DomainError) as error:
        if must_succeed:
            yield f"{name}: {error}"
        elif not str(error):
            yield f"{name}: the error does not explain anything to the model"
        return
    except Exception as error:  # noqa: BLE001  # a plug-in may raise anything
        yield f"{name}: it raises {type(error).__name__}: {error}"
        return
    try:
        checked = tool_checking.check_result(result)
    except ToolMisused as error:
        yield f"{name}: {error}"
        return
    if checked is not result:
        yield f"{name}: the result has more than {tool_checking.RESULT_LIMIT:,} characters"
