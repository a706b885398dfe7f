"""Resources: corpora, documents and their pages as text, for programs that attach these to a conversation."""

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeVar
from uuid import UUID

from mcp_types import ListResourcesResult, ReadResourceResult, Resource, ResourceTemplate, TextResourceContents
from rest_framework.request import Request

from audit.actions import Action
from audit.log import record_call
from core.access import TokenScope, require_scope
from core.api.rest.pagination import NEWEST_FIRST
from core.errors import NotFound
from corpuses.mcp.calls import Call, page_of
from corpuses.mcp.errors import Failure, describe
from corpuses.mcp.fields import NOTE
from corpuses.memberships.api.selectors import list_documents
from corpuses.providers.sending import sendable
from documents.api.reads import record_opened
from documents.structure import page_ranges, text_slice

R = TypeVar("R")

MAX_DOCUMENTS: Final = 100  # of the text of a corpus
MAX_TEXT: Final = 100_000  # characters of a document; its pages have the rest
_SIZE: Final = 50
_TEXT: Final = "text/plain"
_KEY: Final = r"(?P<key>[0-9a-f-]{36})"
_CORPUS: Final = re.compile(rf"cartulary://corpora/{_KEY}")
_DOCUMENT: Final = re.compile(rf"cartulary://documents/{_KEY}")
_PAGE: Final = re.compile(rf"cartulary://documents/{_KEY}/pages/(?P<number>[1-9]\d{{0,8}})")

TEMPLATES: Final = (
    ResourceTemplate(
        uri_template="cartulary://corpora/{id}",
        name="corpus",
        title="Corpus",
        description=f"The title of a corpus and its newest documents, up to {MAX_DOCUMENTS}, with their URIs.",
        mime_type=_TEXT,
    ),
    ResourceTemplate(
        uri_template="cartulary://documents/{id}",
        name="document",
        title="Document",
        description=f"The text of a document, up to {MAX_TEXT:,} characters.",
        mime_type=_TEXT,
    ),
    ResourceTemplate(
        uri_template="cartulary://documents/{id}/pages/{n}",
        name="page",
        title="Page of a document",
        description="The text of one page, counted from 1.",
        mime_type=_TEXT,
    ),
)


def list_resources(request: Request, cursor: str) -> ListResourcesResult | Failure:
    """Return the user's own and shared documents, the newest first."""
    return recorded(Call.of(request), "list_resources", lambda call: _list(call, cursor))


def read_resource(request: Request, uri: str) -> ReadResourceResult | Failure:
    """Return the text of a resource."""
    return recorded(Call.of(request), "read_resource", lambda call: _contents(call, uri))


def recorded(call: Call, tool: str, read: Callable[[Call], R]) -> R | Failure:
    """Return what a function reads, or a failure. Every call is in the audit log."""
    try:
        require_scope(call.actor, (TokenScope.READ,))
        result = read(call)
    except Exception as error:  # noqa: BLE001  # `describe` logs what is unexpected
        body = describe(error)
        record_call(Action.MCP_TOOL_CALLED, call.subject, actor=call.actor, reason=body["code"], tool=tool)
        return Failure(body)
    record_call(Action.MCP_TOOL_CALLED, call.subject, actor=call.actor, tool=tool)
    return result


def _list(call: Call, cursor: str) -> ListResourcesResult:
    page, following = page_of(sendable(list_documents(call.actor)), NEWEST_FIRST, cursor=cursor, limit=_SIZE)
    resources = [
        Resource(uri=f"cartulary://documents/{each.pk}", name=str(each.pk), title=each.title, mime_type=_TEXT)
        for each in page
    ]
    return ListResourcesResult(resources=resources, next_cursor=following)


def _contents(call: Call, uri: str) -> ReadResourceResult:
    return ReadResourceResult(contents=[TextResourceContents(uri=uri, text=_read(call, uri), mime_type=_TEXT)])


def _read(call: Call, uri: str) -> str:
    for pattern, read in _READERS.items():
        if found := pattern.fullmatch(uri):
            return read(call, _key(found["key"]), found.groupdict())
    raise NotFound


def _key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFound from None


def _read_corpus(call: Call, key: UUID, _: Mapping[str, str]) -> str:
    corpus = call.corpus(key)
    rows = sendable(list_documents(call.actor, corpus=key))
    page, _following = page_of(rows, NEWEST_FIRST, cursor="", limit=MAX_DOCUMENTS)
    lines = [f"{each.title}: cartulary://documents/{each.pk} ({each.page_count} pages)" for each in page]
    return "\n".join([NOTE, "", corpus.title, corpus.description, *lines])


def _read_document(call: Call, key: UUID, _: Mapping[str, str]) -> str:
    document, revision = call.readable(key)
    record_opened(document, call.actor)
    text = text_slice(revision, 0, MAX_TEXT + 1)
    rest = f"\n[The text goes on; read its pages: cartulary://documents/{key}/pages/1]" if len(text) > MAX_TEXT else ""
    return f"{NOTE}\n\n{document.title}\n\n{text[:MAX_TEXT]}{rest}"


def _read_page(call: Call, key: UUID, parts: Mapping[str, str]) -> str:
    document, revision = call.readable(key)
    number = int(parts["number"])
    ranges = page_ranges(revision, number, number)
    if not ranges:
        raise NotFound
    record_opened(document, call.actor)
    _, start, end = ranges[0]
    return f"{NOTE}\n\n{document.title}, page {number}\n\n{text_slice(revision, start, min(end, start + MAX_TEXT))}"


_READERS: Final[Mapping[re.Pattern[str], Callable[[Call, UUID, Mapping[str, str]], str]]] = {
    _CORPUS: _read_corpus,
    _DOCUMENT: _read_document,
    _PAGE: _read_page,
}
