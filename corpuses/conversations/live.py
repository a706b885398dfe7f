"""The events of a conversation, for its streams (`events.live_log`)."""

import asyncio
from collections.abc import Mapping
from functools import partial
from types import TracebackType
from typing import Any, Final, Self
from uuid import UUID

from corpuses.conversations.in_thread import InThread
from corpuses.conversations.models import Message, Proposal, ToolCall
from corpuses.conversations.source_list import SEPARATOR
from corpuses.llm.addresses import settled_length, without_addresses
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


# The words of an answer while they arrive, without addresses and the list of sources behind it. The sources come last,
# so that nothing is known yet that contains an address: the stored answer has those that they do.

_SHORTEST_PAUSE: Final = 0.05  # seconds between two events of an answer
_MOST_EVENTS: Final = 200  # a second, of all answers of this process: more delay the first words of others
_END: Final = f"\n{SEPARATOR}"
_open: Final[set["Writer"]] = set()


class Writer:
    """Logs in a task, so that the model is read meanwhile: the first words at once, then what arrives in each pause."""

    def __init__(self, message: Message, in_thread: InThread) -> None:
        self._message = message
        self._in_thread = in_thread
        self._has_words = asyncio.Event()
        self._logging = asyncio.Lock()
        self.begin()

    async def __aenter__(self) -> Self:
        _open.add(self)
        self._task = asyncio.create_task(self._log_all())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _open.discard(self)
        try:
            async with self._logging:  # nothing is logged after the end of the answer
                self._task.cancel()
        except asyncio.CancelledError:
            self._task.cancel()
            raise

    def begin(self) -> None:
        """Begin again: only the last response of the model is the answer."""
        self._text, self._read, self._logged = "", 0, 0

    def add(self, words: str) -> None:
        """Log these words, soon."""
        self._text += words
        self._has_words.set()

    async def _log_all(self) -> None:
        while True:
            await self._has_words.wait()
            self._has_words.clear()
            end = _end_of_words(self._text, self._read)
            if end > self._read:
                part, offset = without_addresses(self._text[self._read : end], ""), self._logged
                self._read, self._logged = end, offset + len(part)
                async with self._logging:
                    await self._in_thread(partial(log_text, self._message, part, offset=offset))
                await asyncio.sleep(max(_SHORTEST_PAUSE, len(_open) / _MOST_EVENTS))


def _end_of_words(text: str, start: int) -> int:
    """Return how much of a text that is not complete is certainly no separator, and no beginning of an address."""
    end = text.find(_END)
    if end >= 0:
        return end
    end = len(text) - next((size for size in range(len(_END) - 1, 0, -1) if text.endswith(_END[:size])), 0)
    return start + settled_length(text[start:end])
