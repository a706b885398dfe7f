"""List documents, describe one, read its pages."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from core.api.rest.pagination import NEWEST_FIRST
from core.errors import Invalid
from corpuses.mcp.calls import Call, page_of
from corpuses.mcp.fields import CorpusId, DocumentId, NextCursor, Page, Paged, Url, WithText
from corpuses.mcp.registry import Arguments, Result, tool
from corpuses.memberships.api.selectors import list_documents as visible_documents
from corpuses.memberships.api.selectors import visible_memberships
from corpuses.providers.sending import sendable
from documents.api.reads import record_opened
from documents.api.rest.documents import DocumentSerializer
from documents.models import Document
from documents.structure import headings_of, page_ranges, text_slices

READ_LIMIT: Final = 20_000  # characters returned by one call
MAX_PAGES: Final = 500
MAX_HEADINGS: Final = 200
_HEADING_LENGTH: Final = 200
_LAST: Final = 2**31 - 1


class DocumentsArguments(Paged):
    """A list of documents."""

    corpus: Annotated[CorpusId | None, Field(description="Only documents in this corpus.")] = None
    folder: Annotated[UUID | None, Field(description="Only documents in this folder of the corpus.")] = None
    search: Annotated[str, Field(max_length=200, description="Words of the title or the file name.")] = ""
    state: Annotated[Document.State | None, Field(description="Only documents in this state.")] = None


class Problem(Result):
    """The reason why something failed."""

    code: str
    message: str


class DocumentEntry(Result):
    """A document."""

    id: UUID
    title: str
    filename: str
    state: Annotated[
        str, Field(description="`processing`, `ready`, `partial` (some parts could not be read) or `failed`.")
    ]
    page_count: int
    language: Annotated[str, Field(description="ISO 639-1; empty if it is unknown.")]
    created: datetime
    url: Url


class DocumentsResult(WithText):
    """A page of documents, the newest first."""

    documents: list[DocumentEntry]
    next_cursor: NextCursor = None


@tool("list_documents", "List documents")
def list_documents(call: Call, arguments: DocumentsArguments) -> DocumentsResult:
    """List documents, the newest first: those of a corpus or folder, else the user's own and shared ones.

    Use `search` instead to find documents by what is written in them.
    """
    if arguments.corpus is not None:
        call.corpus(arguments.corpus)
    lookups: dict[str, Any] = {} if arguments.state is None else {"state": arguments.state}
    rows = visible_documents(
        call.actor, corpus=arguments.corpus, folder=arguments.folder, search=arguments.search, **lookups
    )
    page, following = page_of(sendable(rows), NEWEST_FIRST, cursor=arguments.cursor, limit=arguments.limit)
    return DocumentsResult(documents=[_entry(call, each) for each in page], next_cursor=following)


class DocumentArguments(Arguments):
    """A document."""

    document: DocumentId


class Heading(Result):
    """A heading, or a bookmark of the file."""

    title: str
    level: int
    page: int


class CorpusOfDocument(Result):
    """A corpus that the document is in."""

    id: UUID
    title: str


class DocumentResult(DocumentEntry, WithText):
    """A document with its outline."""

    mime_type: str
    failure: Annotated[Problem | None, Field(description="Why it could not be processed.")] = None
    warnings: Annotated[list[Problem], Field(description="Parts that could not be read.")]
    corpora: list[CorpusOfDocument]
    outline: Annotated[list[Heading], Field(description=f"The first {MAX_HEADINGS} headings.")]
    newest_version: Annotated[UUID | None, Field(description="Of an older version: the newest one.")] = None
    job: Annotated[UUID | None, Field(description="The newest job that processed it, for `get_job`.")] = None


@tool("get_document", "Get a document")
def get_document(call: Call, arguments: DocumentArguments) -> DocumentResult:
    """Describe one document: title, state, number of pages, outline, the corpora that it is in.

    If its state is `failed`, `failure` says why. Use the pages of the outline to decide what to read with `read_pages`.
    """
    document = record_opened(call.document(arguments.document), call.actor)
    body = DocumentSerializer.represent_one(document, call.actor)
    memberships = visible_memberships(call.actor).filter(document=document.newest_id).select_related("corpus")
    failure = Problem(code=document.failure_code, message=document.failure_message) if document.failure_code else None
    return DocumentResult(
        **_entry(call, document).model_dump(),
        mime_type=document.mime_type,
        failure=failure,
        warnings=[Problem(**each) for each in (document.revision.warnings if document.revision else [])],
        corpora=[CorpusOfDocument(id=each.corpus_id, title=each.corpus.title) for each in memberships],
        outline=_outline(document),
        newest_version=body["newest_version"],
        job=body["job"],
    )


class PagesArguments(DocumentArguments):
    """Pages of a document."""

    first_page: Page = 1
    last_page: Annotated[Page, Field(description="By default as many pages as fit.")] = _LAST
    offset: Annotated[
        int, Field(ge=0, le=_LAST, description="Skip these characters of the first page; `next_offset` of before.")
    ] = 0


class PageText(Result):
    """The text of a page, or a part of it."""

    page: int
    text: str


class PagesResult(WithText):
    """The text of pages, and how to go on."""

    document: UUID
    title: str
    page_count: int
    pages: list[PageText]
    next_page: Annotated[int | None, Field(description="To go on, send it as `first_page`; absent at the end.")] = None
    next_offset: Annotated[int | None, Field(description="To go on, send it as `offset`.")] = None
    url: Url


@tool("read_pages", "Read pages")
def read_pages(call: Call, arguments: PagesArguments) -> PagesResult:
    """Read the text of pages of a document, up to 20,000 characters at once.

    If there is more, `next_page` and `next_offset` say how to go on. Read selectively: use the outline of
    `get_document`, `search` or `find_in_document` to learn which pages matter.
    """
    document, revision = call.readable(arguments.document)
    record_opened(document, call.actor)
    ranges = page_ranges(revision, arguments.first_page, min(arguments.last_page, arguments.first_page + MAX_PAGES))
    if not ranges:
        raise Invalid(f"The pages are 1 to {document.page_count}.", field="first_page")
    places, next_page, next_offset = _within_limit(ranges, arguments.offset)
    last = ranges[-1][0]
    if next_page is None and last < min(arguments.last_page, document.page_count):
        next_page, next_offset = last + 1, 0
    texts = text_slices([(revision, start, end) for _, start, end in places])
    return PagesResult(
        document=document.pk,
        title=document.title,
        page_count=document.page_count,
        pages=[PageText(page=number, text=text) for (number, _, _), text in zip(places, texts, strict=True)],
        next_page=next_page,
        next_offset=next_offset,
        url=call.document_url(document.pk, page=places[0][0]),
    )


_Range = tuple[int, int, int]  # number, start, end


def _within_limit(ranges: list[_Range], offset: int) -> tuple[list[_Range], int | None, int | None]:
    """Return as many pages, or parts of them, as one call returns, and where to go on: the page and the offset."""
    places: list[_Range] = []
    left = READ_LIMIT
    for number, start, end in ranges:
        begin = min(end, start + (0 if places else offset))
        if left <= 0:
            return places, number, 0
        stop = min(end, begin + left)
        places.append((number, begin, stop))
        left -= stop - begin
        if stop < end:
            return places, number, stop - start
    return places, None, None


def _entry(call: Call, document: Document) -> DocumentEntry:
    return DocumentEntry(
        id=document.pk,
        title=document.title,
        filename=document.filename,
        state=document.state,
        page_count=document.page_count,
        language=document.language,
        created=document.created,
        url=call.document_url(document.pk),
    )


def _outline(document: Document) -> list[Heading]:
    """Return the bookmarks of the file, else the headings that the parser has recognized."""
    revision = document.revision
    if revision is None:
        return []
    if revision.outline:
        bookmarks = revision.outline[:MAX_HEADINGS]
        return [Heading(title=title, level=level, page=page or 1) for title, level, page in bookmarks]
    items = headings_of(revision.pk)[:MAX_HEADINGS]
    texts = text_slices([(revision.pk, each.start, min(each.end, each.start + _HEADING_LENGTH)) for each in items])
    return [
        Heading(title=" ".join(text.split()), level=each.level or 1, page=each.page)
        for each, text in zip(items, texts, strict=True)
    ]
