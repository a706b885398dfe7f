"""Search documents, and find a text in one of them."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from core.api.rest.validation import django_request
from corpuses.mcp.calls import Call, readable_documents
from corpuses.mcp.fields import CorpusId, DocumentId, Page, Url, WithText
from corpuses.mcp.registry import Arguments, Result, tool
from corpuses.search.api.rest.find import find
from corpuses.search.api.rest.search import QUERY_HELP
from corpuses.search.api.selectors import start_search
from corpuses.search.find import MAX_QUERY
from documents.structure import text_slices

_AROUND: Final = 120  # characters before and after a match
_MAX_OFFSET: Final = 1_000


class SearchArguments(Arguments):
    """A search."""

    query: Annotated[str, Field(min_length=1, max_length=1_000, description=QUERY_HELP)]
    corpus: Annotated[CorpusId | None, Field(description="Only documents in this corpus.")] = None
    limit: Annotated[int, Field(ge=1, le=20, description="The greatest number of documents.")] = 8
    offset: Annotated[int, Field(ge=0, le=_MAX_OFFSET, description="`next_offset` of the previous result.")] = 0


class FoundPassage(Result):
    """A passage that matches."""

    page: int
    quote: str
    score: Annotated[float, Field(description="Between 0 and 1.")]
    url: Url


class FoundDocument(Result):
    """A document that matches, with its best passages."""

    id: UUID
    title: str
    page_count: int
    passages: list[FoundPassage]
    url: Url


class SearchResult(WithText):
    """The documents that match, best first."""

    documents: list[FoundDocument]
    total_count: int
    next_offset: int | None = None
    notices: Annotated[list[str], Field(description="Why nothing was found, or what in the query is unknown.")]


@tool("search", "Search documents", rate_class="search")
def search(call: Call, arguments: SearchArguments) -> SearchResult:
    """Search the documents that the user can see, by words and by meaning, and return their best passages.

    Use it first when you do not know which document has the answer. The query may be a question, and it understands
    operators: "an exact phrase", -without, label:, type:, in:, title:, before: and after: a date. Read the pages around
    a passage with `read_pages` before you rely on it.
    """
    if arguments.corpus is not None:
        call.corpus(arguments.corpus)
    found = start_search(
        call.actor, query=arguments.query, corpus=arguments.corpus, documents=readable_documents().values("pk")
    )
    documents = found.documents(limit=arguments.limit, offset=arguments.offset)
    following = arguments.offset + arguments.limit
    return SearchResult(
        documents=[
            FoundDocument(
                id=each.document.pk,
                title=each.document.title,
                page_count=each.document.page_count,
                url=call.document_url(each.document.pk, c=arguments.corpus),
                passages=[
                    FoundPassage(
                        page=hit.page,
                        quote=hit.quote,
                        score=round(hit.score, 3),
                        url=call.document_url(each.document.pk, page=hit.page, **{"from": hit.start, "to": hit.end}),
                    )
                    for hit in each.passages
                ],
            )
            for each in documents
        ],
        total_count=found.total_count,
        next_offset=following if following < min(found.page_count, _MAX_OFFSET) else None,
        notices=[each.message for each in found.notices],
    )


class FindArguments(Arguments):
    """A search in a document."""

    document: DocumentId
    query: Annotated[str, Field(min_length=1, max_length=MAX_QUERY, description="The text to find.")]
    match_case: Annotated[bool, Field(description="Upper and lower case must be the same.")] = False
    whole_words: bool = False
    regex: Annotated[bool, Field(description="The query is a regular expression; a line break is a space.")] = False
    first_page: Page = 1
    last_page: Page = 2**31 - 1
    limit: Annotated[int, Field(ge=1, le=100)] = 30
    offset: Annotated[int, Field(ge=0, le=100_000, description="`next_offset` of the previous result.")] = 0


class FoundMatch(Result):
    """A match, with the text around it."""

    page: int
    start: Annotated[int, Field(description="In characters of the document's text.")]
    end: int
    before: str
    text: str
    after: str
    url: Url


class FindResult(WithText):
    """The matches, in the order of the text."""

    matches: list[FoundMatch]
    total_count: Annotated[int, Field(description="Of the whole document.")]
    next_offset: int | None = None


@tool("find_in_document", "Find a text in a document", rate_class="search")
def find_in_document(call: Call, arguments: FindArguments) -> FindResult:
    """Find every place of a text or a regular expression in one document, with its page and the words around it.

    Use it for exact words: names, numbers, defined terms, clause headings. Line breaks, hyphens at line ends and
    typographic quotes do not matter. Use `search` to find by meaning.
    """
    document, revision = call.readable(arguments.document)
    options = arguments.model_dump(exclude={"document", "regex"}) | {"is_regex": arguments.regex}
    found = find(call.actor, document.pk, options, request=django_request(call.request))
    matches = found["matches"]
    around = [(revision, max(0, each.start - _AROUND), each.end + _AROUND) for each in matches]
    return FindResult(
        matches=[
            FoundMatch(
                page=each.page,
                start=each.start,
                end=each.end,
                before=text[: each.start - start],
                text=each.quote,
                after=text[each.end - start :],
                url=call.document_url(document.pk, page=each.page, **{"from": each.start, "to": each.end}),
            )
            for each, (_, start, _), text in zip(matches, around, text_slices(around), strict=True)
        ],
        total_count=found["total_count"],
        next_offset=found["next_offset"],
    )
