"""Call a tool for an answer: each call is stored and audited before it begins."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.errors import DomainError
from corpuses.conversations import states
from corpuses.conversations.live import log_tool_call
from corpuses.conversations.models import Conversation, Message, ToolCall
from corpuses.conversations.scope import comment_author_of, current_conversation, user_of
from corpuses.conversations.tool_types import Tool, ToolMisused, ToolResult
from corpuses.conversations.tools import AnswerContext, without_marks
from corpuses.llm.addresses import without_addresses
from corpuses.llm.answers import without_unstorable
from tasks.errors import StopWorking

logger = logging.getLogger(__name__)

_SUMMARY: Final = 300
_NUMBERS: Final = frozenset({"first", "last", "start", "end"})  # of pages and characters


def call_tool(message: Message, tool: Tool, arguments: Mapping[str, Any]) -> ToolResult:
    """Return the result of a tool; what was wrong, for the model, if it cannot be called like this."""
    actor = user_of(message)
    arguments = without_unstorable(dict(arguments))
    call = _begin(message, tool, arguments)
    try:
        context = AnswerContext(actor, current_conversation(message), message)
        _require_of_author(tool, context.conversation)
        result: ToolResult = tool.run(context, arguments)
        state = ToolCall.State.COMPLETE
    except (ToolMisused, DomainError) as error:
        result, state = f"Error: {error}", ToolCall.State.FAILED
    except StopWorking:
        raise
    except Exception:  # tools of plug-ins may raise anything; the model goes on without them
        logger.exception("tool.failed", extra={"message_id": message.pk, "tool": tool.name})
        result, state = "Error: this tool has failed. Do not call it again.", ToolCall.State.FAILED
    text = result if isinstance(result, str) else result.text
    beginning = " ".join(without_marks(text[: 4 * _SUMMARY]).split())
    call.state, call.summary, call.length = state, without_unstorable(beginning)[:_SUMMARY], len(text)
    call.picture_size = 0 if isinstance(result, str) else len(result.png)
    names = ("state", "summary", "length", "picture_size")
    ToolCall.objects.filter(pk=call.pk).update(**{name: getattr(call, name) for name in names})
    log_tool_call(message, call)
    return result


def _require_of_author(tool: Tool, conversation: Conversation) -> None:
    """Require the permission of a tool from the user who asked in a comment, if one did."""
    comment_author = comment_author_of(conversation)
    if comment_author is not None and tool.permission != Permission.VIEW and conversation.corpus is not None:
        require(comment_author, tool.permission, conversation.corpus)


def _places(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that say what a tool reads: ids and numbers, and no text."""
    found: dict[str, Any] = {
        name: value for name, value in arguments.items() if type(value) is int and name in _NUMBERS
    }
    with suppress(ValueError):
        found["document"] = str(UUID(str(arguments.get("document"))))
    return found


def _shown(value: Any) -> Any:
    """Return a JSON value that a model has written, as users see it."""
    match value:
        case str():
            return without_addresses(value, "")
        case list():
            return [_shown(part) for part in value]
        case dict():
            return {without_addresses(name, ""): _shown(part) for name, part in value.items()}
        case _:
            return value


def _begin(message: Message, tool: Tool, arguments: Mapping[str, Any]) -> ToolCall:
    with transaction.atomic():
        states.lock_attempt(message)
        call = ToolCall.objects.create(message=message, name=tool.name, arguments=_shown(dict(arguments)))
        record(Action.TOOL_CALLED, message, actor=user_of(message), tool=tool.name, **_places(arguments))
    log_tool_call(message, call)
    return call
