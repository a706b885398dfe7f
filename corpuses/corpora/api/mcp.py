"""List corpora."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from corpuses.corpora.api.rest.corpora import PERSONAL_FIRST, CorpusSerializer
from corpuses.corpora.api.selectors import list_corpora as visible_corpora
from corpuses.mcp.calls import Call, page_of
from corpuses.mcp.fields import NextCursor, Paged, Url, WithText
from corpuses.mcp.registry import Result, tool


class CorporaArguments(Paged):
    """A list of corpora."""

    search: Annotated[str, Field(max_length=200, description="Words of the title or the description.")] = ""


class CorpusEntry(Result):
    """A corpus: a set of documents that users work on together."""

    id: UUID
    title: str
    description: Annotated[str, Field(description="Empty if nothing in the corpus can be read here.")]
    document_count: Annotated[int, Field(description="The number of documents that the user can see.")]
    is_public: bool
    allows_language_models: Annotated[bool, Field(description="If not, nothing in it can be read here.")]
    url: Url


class CorporaResult(WithText):
    """A page of corpora."""

    corpora: list[CorpusEntry]
    next_cursor: NextCursor = None


@tool("list_corpora", "List corpora")
def list_corpora(call: Call, arguments: CorporaArguments) -> CorporaResult:
    """List the corpora (sets of documents) that the user owns or that others have shared, with their sizes."""
    rows = visible_corpora(call.actor, search=arguments.search)
    page, following = page_of(rows, PERSONAL_FIRST, cursor=arguments.cursor, limit=arguments.limit)
    shown = CorpusEntry.model_fields.keys() - {"url"}
    return CorporaResult(
        corpora=[
            CorpusEntry(**{name: body[name] for name in shown}, url=call.url(f"/c/{body['id']}"))
            for body in map(_without_text, CorpusSerializer.represent(page, call.actor))
        ],
        next_cursor=following,
    )


def _without_text(body: dict[str, Any]) -> dict[str, Any]:
    """Leave out the description of a corpus that language models may not read; users recognise it by its title."""
    return body if body["allows_language_models"] else {**body, "description": ""}
