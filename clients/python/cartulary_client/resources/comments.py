"""Threads of comments about a corpus, a document or an annotation."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict, Unpack

from cartulary_client.records import Record
from cartulary_client.resources.base import Resource, given


@dataclass(frozen=True, slots=True)
class Thread(Record):
    """A discussion of a corpus, of a document in it, or of an annotation."""

    id: str
    corpus: str
    document: str | None
    annotation: str | None
    comment_count: int
    created: datetime
    latest: datetime | None
    is_resolved: bool
    resolved_at: datetime | None
    resolved_by: str | None
    version: str


@dataclass(frozen=True, slots=True)
class Comment(Record):
    """A comment in Markdown; a deleted one has no text and no author."""

    id: str
    thread: str
    author: dict[str, str] | None
    text: str
    mentions: list[dict[str, str]]
    is_deleted: bool
    created: datetime
    edited: datetime | None
    version: str


class ThreadFilters(TypedDict, total=False):
    """Filters of `Comments.threads`."""

    document: str
    annotation: str
    resolved: bool
    order_by: Literal["newest", "oldest", "latest"]


class Comments(Resource):
    """The operations on threads and comments: `Client.comments`."""

    def threads(self, corpus: str, **filters: Unpack[ThreadFilters]) -> Iterator[Thread]:
        """List the threads of a corpus; those of a document include those of its annotations."""
        return self._list(Thread, f"/corpuses/{corpus}/threads", **filters)

    def thread(self, thread: str) -> Thread:
        return Thread.from_json(self._connection.get(f"/threads/{thread}"))

    def start(self, corpus: str, text: str, *, document: str = "", annotation: str = "") -> Thread:
        """Start a thread with a comment about a document, an annotation, or else the corpus.

        `@` and a user name mentions a user.
        """
        body = given(text=text, document=document, annotation=annotation)
        return Thread.from_json(self._connection.post(f"/corpuses/{corpus}/threads", body))

    def resolve(self, thread: str, *, version: str = "") -> Thread:
        return self._set_resolved(thread, is_resolved=True, version=version)

    def reopen(self, thread: str, *, version: str = "") -> Thread:
        return self._set_resolved(thread, is_resolved=False, version=version)

    def list(self, thread: str) -> Iterator[Comment]:
        """List the comments of a thread, oldest first."""
        return self._list(Comment, f"/threads/{thread}/comments")

    def write(self, thread: str, text: str) -> Comment:
        return Comment.from_json(self._connection.post(f"/threads/{thread}/comments", {"text": text}))

    def edit(self, comment: str, text: str, *, version: str = "") -> Comment:
        """Change your comment; with `version` only if it still has that version, else `EditConflict`."""
        return Comment.from_json(self._connection.patch(f"/comments/{comment}", {"text": text}, version=version))

    def delete(self, comment: str) -> None:
        """Move a comment to the bin."""
        self._connection.delete(f"/comments/{comment}")

    def _set_resolved(self, thread: str, *, is_resolved: bool, version: str) -> Thread:
        body = self._connection.patch(f"/threads/{thread}", {"resolved": is_resolved}, version=version)
        return Thread.from_json(body)
