"""Extracts: the same questions, answered for many documents."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from core.access import Permission, TokenScope, require
from core.api.rest.pagination import NEWEST_FIRST, OLDEST_FIRST
from corpuses.extracts import runs
from corpuses.extracts.api.rest.cells import load_cells, rows_of
from corpuses.extracts.api.rest.extracts import fieldset_of, load_states
from corpuses.extracts.api.rest.fieldsets import columns_by_holder
from corpuses.extracts.models import Column, Extract, ExtractRow, Fieldset
from corpuses.extracts.summaries import summaries_of
from corpuses.mcp.calls import Call, page_of, readable_documents
from corpuses.mcp.fields import CorpusId, DocumentId, NextCursor, Paged, Url, WithText
from corpuses.mcp.registry import Arguments, Result, tool
from corpuses.visible_rows import visible_rows

_MAX_SOURCES = 3
_QUOTE_LENGTH = 1_000
_MAX_DOCUMENTS = 100


class Question(Result):
    """A question, and the type of its answers."""

    name: str
    question: str
    type: str


class FieldsetEntry(Result):
    """A set of questions of the corpus, which `start_extract` can answer."""

    id: UUID
    name: str
    questions: list[Question]


class ExtractEntry(Result):
    """One run of questions over documents."""

    id: UUID
    name: str
    state: Annotated[str, Field(description="`running`, `done`, `cancelled` or `out_of_budget`.")]
    row_count: Annotated[int, Field(description="The number of documents.")]
    rows_done: int
    rows_failed: int
    created: datetime
    url: Url


class ExtractsArguments(Paged):
    """A list of extracts."""

    corpus: CorpusId


class ExtractsResult(WithText):
    """The extracts of a corpus, the newest first, and the sets of questions that can be answered."""

    extracts: list[ExtractEntry]
    fieldsets: list[FieldsetEntry]
    next_cursor: NextCursor = None


@tool("list_extracts", "List extracts")
def list_extracts(call: Call, arguments: ExtractsArguments) -> ExtractsResult:
    """List the extracts of a corpus (tables of questions answered for each document) and its sets of questions.

    Read the answers of an extract with `get_extract_cells`; answer a set of questions with `start_extract`.
    """
    corpus = call.corpus(arguments.corpus)
    rows = visible_rows(Extract, call.actor, corpus=corpus)
    page, following = page_of(rows, NEWEST_FIRST, cursor=arguments.cursor, limit=arguments.limit)
    fieldsets = list(visible_rows(Fieldset, call.actor, corpus=corpus).order_by("name")[:_MAX_DOCUMENTS])
    columns = columns_by_holder(fieldsets)
    return ExtractsResult(
        extracts=_entries(call, page),
        fieldsets=[
            FieldsetEntry(id=each.pk, name=each.name, questions=[_question(column) for column in columns[each.pk]])
            for each in fieldsets
        ],
        next_cursor=following,
    )


class CellsArguments(Paged):
    """The cells of an extract."""

    extract: Annotated[UUID, Field(description="The id of an extract, as `list_extracts` returns it.")]
    document: Annotated[DocumentId | None, Field(description="Only the row of this document.")] = None


class Source(Result):
    """A passage that proves a value."""

    page: int
    quote: str
    url: Url


class CellEntry(Result):
    """The answer to a question about a document."""

    column: str
    status: Annotated[str, Field(description="`found`, `unproven`, `not_found`, `failed` or `skipped`.")]
    value: Annotated[str, Field(description="As it is shown; empty if there is none.")]
    problem: str
    review: Annotated[str, Field(description="`unreviewed`, `approved`, `rejected` or `edited` by a user.")]
    confidence: float | None = None
    sources: list[Source]


class RowEntry(Result):
    """The answers about a document."""

    document: UUID
    title: str
    state: Annotated[str, Field(description="`pending`, `running`, `done` or `failed`.")]
    message: str
    job: Annotated[UUID | None, Field(description="For `get_job`.")] = None
    cells: list[CellEntry]


class CellsResult(WithText):
    """Rows of an extract with their cells."""

    name: str
    questions: list[Question]
    rows: list[RowEntry]
    next_cursor: NextCursor = None


@tool("get_extract_cells", "Get the cells of an extract")
def get_extract_cells(call: Call, arguments: CellsArguments) -> CellsResult:
    """Return the answers of an extract, a row for each document, with the passages that prove them.

    Values with `review: unreviewed` were found by a program; check their sources before you rely on them.
    """
    extract = call.row(Extract, arguments.extract)
    call.corpus(extract.corpus_id)
    call.subject = extract
    columns = columns_by_holder([extract])[extract.pk]
    rows = rows_of(extract, call.actor, document=arguments.document).filter(document__in=readable_documents())
    page, following = page_of(rows, OLDEST_FIRST, cursor=arguments.cursor, limit=arguments.limit)
    names = {each.pk: each.name for each in columns}
    cells = load_cells(page)
    return CellsResult(
        name=extract.name,
        questions=[_question(each) for each in columns],
        rows=[_row(call, each, cells.get(each.pk, []), names) for each in page],
        next_cursor=following,
    )


class StartArguments(Arguments):
    """An extract to start."""

    corpus: CorpusId
    fieldset: Annotated[UUID, Field(description="The set of questions, as `list_extracts` returns it.")]
    documents: Annotated[
        list[UUID] | None, Field(max_length=_MAX_DOCUMENTS, description="By default all documents of the corpus.")
    ] = None
    name: Annotated[str, Field(max_length=100, description="By default that of the set of questions.")] = ""


class StartedResult(Result):
    """The extract that was started."""

    extract: ExtractEntry


@tool("start_extract", "Start an extract", scope=TokenScope.WRITE, rate_class="write", is_idempotent=False)
def start_extract(call: Call, arguments: StartArguments) -> StartedResult:
    """Answer a set of questions for documents of a corpus, in the background, one job for each document.

    It needs the permission to edit the corpus, and may cost money if the engine of the corpus is a language model: ask
    the user first. Then call `get_extract_cells` every few seconds until no row is pending or running.
    """
    corpus = require(call.actor, Permission.EDIT, call.corpus(arguments.corpus))
    fieldset = fieldset_of(corpus, call.actor, arguments.fieldset)
    draft = runs.ExtractDraft(fieldset=fieldset, name=arguments.name, documents=arguments.documents)
    extract = runs.start_extract(draft, corpus=corpus, actor=call.actor)
    call.subject = extract
    return StartedResult(extract=_entries(call, [extract])[0])


def _entries(call: Call, extracts: Any) -> list[ExtractEntry]:
    summaries, states = summaries_of(extracts, call.actor), load_states(extracts)
    return [
        ExtractEntry(
            id=each.pk,
            name=each.name,
            state=states[each.pk],
            row_count=summaries[each.pk].row_count,
            rows_done=summaries[each.pk].rows.get("done", 0),
            rows_failed=summaries[each.pk].rows.get("failed", 0),
            created=each.created,
            url=call.url(f"/c/{each.corpus_id}", tab="extract", extract=each.pk),
        )
        for each in extracts
    ]


def _question(column: Column) -> Question:
    return Question(name=column.name, question=column.question, type=column.type)


def _row(call: Call, row: ExtractRow, cells: list[dict[str, Any]], names: dict[UUID, str]) -> RowEntry:
    return RowEntry(
        document=row.document_id,
        title=row.document.title,
        state=row.state,
        message=row.message,
        job=row.job,
        cells=[_cell(call, row, each, names[each["column"]]) for each in cells if each["column"] in names],
    )


def _cell(call: Call, row: ExtractRow, cell: dict[str, Any], name: str) -> CellEntry:
    return CellEntry(
        column=name,
        status=cell["status"],
        value=cell["text"],
        problem=cell["problem"],
        review=cell["review"],
        confidence=cell["confidence"],
        sources=[
            Source(
                page=each["page"],
                quote=each["quote"][:_QUOTE_LENGTH],
                url=call.document_url(row.document_id, page=each["page"], **{"from": each["start"], "to": each["end"]}),
            )
            for each in cell["sources"][:_MAX_SOURCES]
        ],
    )
