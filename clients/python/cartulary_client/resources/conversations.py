"""Conversations: questions about documents, and their answers with citations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Self, TypedDict, Unpack

from cartulary_client.connection import new_idempotency_key
from cartulary_client.records import Record, values_of
from cartulary_client.resources.base import TIMEOUT, Ids, Resource, given
from cartulary_client.wait import parse_events, poll_while

_OPEN: Final = frozenset({"waiting", "running"})


@dataclass(frozen=True, slots=True)
class Conversation(Record):
    """Questions about a corpus, a document, or everything that you see."""

    id: str
    corpus: str | None
    document: str | None
    selection: list[dict[str, int]]
    title: str
    is_shared: bool
    is_mine: bool
    may_decide: bool
    created: datetime
    updated: datetime
    version: str


@dataclass(frozen=True, slots=True)
class Proposal(Record):
    """A change that the language model proposes; approving it makes the change."""

    id: str
    kind: str
    state: str
    document: str
    document_title: str
    label: str
    text: str
    column: str | None
    quote: str
    page: int | None
    start: int | None
    end: int | None
    target_quote: str | None
    made: str | None
    asked_by: dict[str, Any] | None
    may_approve: bool
    created: datetime
    decided: datetime | None


@dataclass(frozen=True, slots=True)
class Message(Record):
    """A question, or an answer. `sentences` have the `text` and the `citations` of each part of an answer.

    `has_answer` is false if the documents do not contain the answer; `error_code` says why an answer failed.
    """

    id: str
    conversation: str
    order: int
    role: str
    state: str
    text: str
    sentences: list[dict[str, Any]]
    tool_calls: list[dict[str, Any]]
    proposals: list[Proposal]
    has_answer: bool | None
    is_of_action: bool
    engine: str
    error_code: str
    error_message: str
    input_tokens: int
    output_tokens: int
    cost: str
    created: datetime
    finished: datetime | None

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Self:
        """Build a message with its proposals from the JSON of a response."""
        proposals = [Proposal.from_json(each) for each in body["proposals"]]
        return cls(**values_of(cls, {**body, "proposals": proposals}))


class Subject(TypedDict, total=False):
    """The subject of a conversation; `selection` has tokens of the document (`page`, `first`, `last`)."""

    corpus: str
    document: str
    selection: Sequence[Mapping[str, int]]


class Conversations(Resource):
    """The operations on conversations: `Client.conversations`."""

    def list(self, *, corpus: str = "", document: str = "", search: str = "") -> Iterator[Conversation]:
        """List your conversations, and those that are shared with you, newest first."""
        return self._list(Conversation, "/conversations", corpus=corpus, document=document, search=search)

    def get(self, conversation: str) -> Conversation:
        return Conversation.from_json(self._connection.get(f"/conversations/{conversation}"))

    def create(self, *, title: str = "", **subject: Unpack[Subject]) -> Conversation:
        """Start a conversation about a corpus, a document, or everything that you see."""
        return Conversation.from_json(self._connection.post("/conversations", given(title=title, **subject)))

    def rename(self, conversation: str, title: str, *, version: str = "") -> Conversation:
        body = self._connection.patch(f"/conversations/{conversation}", {"title": title}, version=version)
        return Conversation.from_json(body)

    def delete(self, conversation: str) -> None:
        self._connection.delete(f"/conversations/{conversation}")

    def messages(self, conversation: str) -> Iterator[Message]:
        """List the questions and answers of a conversation, oldest first."""
        return self._list(Message, f"/conversations/{conversation}/messages")

    def message(self, message: str) -> Message:
        return Message.from_json(self._connection.get(f"/messages/{message}"))

    def send(self, conversation: str, question: str, *, by_reader: bool = False) -> Message:
        """Ask a question; return its answer, which is not complete yet. See `wait` and `stream`.

        With `by_reader`, the offline reader answers, and nothing is sent to a language model.
        """
        body = {"text": question, "client_key": new_idempotency_key(), "by_reader": by_reader}
        return Message.from_json(self._connection.post(f"/conversations/{conversation}/messages", body)["answer"])

    def ask(self, conversation: str, question: str, *, by_reader: bool = False, timeout: float = TIMEOUT) -> Message:
        """Ask a question and return its answer when it has ended, see `send`; raise `WaitTimeout`."""
        return self.wait(self.send(conversation, question, by_reader=by_reader).id, timeout=timeout)

    def wait(self, message: str, *, timeout: float = TIMEOUT) -> Message:
        """Return an answer when it is complete, failed or cancelled; raise `WaitTimeout`."""
        poll_while(
            lambda: self.message(message).state in _OPEN,
            timeout=timeout,
            message="The question is still being answered.",
        )
        return self.message(message)

    def stream(self, conversation: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the events of a conversation: `text` with words of an answer, `tool_call`, `message` with its state.

        The server ends streams from time to time.
        """
        headers = {"Accept": "text/event-stream"}
        with self._connection.stream(
            f"/conversations/{conversation}/stream", headers=headers, timeout=None
        ) as response:
            yield from parse_events(response.iter_lines())

    def cancel(self, message: str) -> Message:
        """Cancel an answer; raise `Conflict` if it has ended."""
        return Message.from_json(self._connection.post(f"/messages/{message}/cancel"))

    def retry(self, message: str, *, by_reader: bool = False) -> Message:
        """Answer the last question again; `by_reader` uses the offline reader instead of the language model."""
        return Message.from_json(self._post_once(f"/messages/{message}/retry", {"by_reader": by_reader}))

    def save(self, message: str, kind: str, *, label: str = "", fieldset: str = "", corpus: str = "") -> Ids:
        """Save an answer as `annotations`, `note`, `comment` or `column`; return the ids of what was created.

        `corpus` gets them if the conversation is about none.
        """
        body = given(kind=kind, label=label, fieldset=fieldset, corpus=corpus)
        return list(self._post_once(f"/messages/{message}/save", body)["ids"])

    def approve(self, proposal: str, *, corpus: str = "") -> Proposal:
        """Make the change that a language model proposes; raise `Conflict` if it is decided or outdated.

        `corpus` gets it if the conversation is about none.
        """
        return Proposal.from_json(self._connection.post(f"/proposals/{proposal}/approve", given(corpus=corpus)))

    def reject(self, proposal: str) -> Proposal:
        return Proposal.from_json(self._connection.post(f"/proposals/{proposal}/reject"))
