"""The events of a conversation, for its streams (`events.live_log`)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from corpuses.conversations.models import Message, Proposal, ToolCall
from events import live_log


def log_name(conversation_id: UUID) -> str:
    """Return the name of the log of a conversation."""
    return live_log.name_of("conversation", str(conversation_id))


def log_state(message: Message) -> None:
    """Log that the state of a message has changed; clients fetch it."""
    _log(message, "message", {"state": message.state, "error_code": message.error_code})


def log_text(message: Message, text: str, *, offset: int) -> None:
    """Log words of an answer that is being written, and where they begin in it."""
    _log(message, "text", {"offset": offset, "text": text})


def log_tool_call(message: Message, call: ToolCall) -> None:
    """Log that a tool is called, or that its call has ended."""
    _log(message, "tool_call", {"id": call.pk, "name": call.name, "state": call.state})


def log_proposal(proposal: Proposal) -> None:
    """Log that a proposal was approved or rejected."""
    _log(proposal.message, "proposal", {"id": proposal.pk, "state": proposal.state})


def _log(message: Message, event: str, data: Mapping[str, Any]) -> None:
    live_log.append(log_name(message.conversation_id), event, {"message": message.pk, **data})
