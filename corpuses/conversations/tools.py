"""The tools with which a language model reads documents. They use the permissions that the user has at each call.

Text of documents is data: it is marked as such, and nothing in it can end the mark.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from core.access import VisibleQuerySet, list_scope
from core.db.rows import get_row
from core.errors import NotFound
from corpuses.annotations.models import Annotation
from corpuses.conversations.models import Conversation, Message
from corpuses.conversations.scope import comment_author_of, readable_documents
from corpuses.conversations.tool_types import (
    TAG,
    Picture,
    Tool,
    ToolMisused,
    ToolResult,
    described,
    integer_of,
    marked,
    text_of,
)
from corpuses.conversations.view import DocumentView
from corpuses.extracts.models import Cell, Extract
from corpuses.models import Corpus
from corpuses.search.corpus_search import load_passages
from corpuses.search.embedders import WORDS_ONLY, Meaning, embedder_of
from corpuses.search.filters import SearchedDocuments
from corpuses.search.ranking import rank
from documents.models import Document
from users.models import User

M = TypeVar("M", bound=Model)
READ_LIMIT: Final = 8_000  # characters returned by one call
_LISTED: Final = 50
_PASSAGES: Final = 8
_PAGES: Final = 5
_LINES: Final = 100
_MOST_SKIPPED: Final = 1_000_000
_LINE: Final = 1_000  # characters of the words of an annotation, and of a value
_MARKS: Final = re.compile(rf"</?{TAG}\b[^>]*>")


@dataclass(frozen=True, slots=True)
class AnswerContext:
    """The user for whom a tool is called, the conversation, and the answer that is being written."""

    actor: User
    conversation: Conversation
    message: Message

    def documents(self) -> Any:
        """Return the documents that may be read now."""
        return readable_documents(self.conversation, self.actor)

    def corpora(self) -> VisibleQuerySet[Corpus]:
        """Return the corpus that the conversation is about, or the own and the shared ones, if visible now."""
        corpus = self.conversation.corpus
        rows = Corpus.objects.in_scope(self.actor, list_scope(None, within=corpus))
        return rows if corpus is None else rows.filter(pk=corpus.pk)

    def corpora_of_members(self) -> VisibleQuerySet[Corpus]:
        """Return those of which the user, and one who asked in a comment, are members: only these see extracts."""
        comment_author = comment_author_of(self.conversation)
        rows = self.corpora().of_member(self.actor)
        return rows.of_member(comment_author) if comment_author else rows

    def document(self, arguments: Mapping[str, Any]) -> Document:
        """Return the document that an argument names; raise `NotFound` for any that may not be read."""
        try:
            key = UUID(text_of(arguments, "document"))
        except ValueError:
            raise ToolMisused("'document' must be an id that another tool returned.") from None
        found: Document = get_row(self.documents().select_related("revision"), pk=key)
        return found


def without_marks(result: str) -> str:
    """Return the result of a tool without the marks around text of documents, for users."""
    return _MARKS.sub("", result)


def _list_documents(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    skip = _skip(arguments)
    rows = list(context.documents().order_by("title", "pk")[skip : skip + _LISTED + 1])
    lines = [marked(row, row.title) for row in rows[:_LISTED]]
    if len(rows) > _LISTED:
        lines.append(f"There are more: go on with skip={skip + _LISTED}, or search for passages in all of them.")
    return "\n".join(lines) or "There are no documents."


def _search(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    query = text_of(arguments, "query")
    documents = SearchedDocuments(context.documents())
    meaning = Meaning(query, embedder_of(context.conversation.corpus))
    found = load_passages(list(rank(documents, query, meaning=meaning, has_floor=False))[:_PASSAGES])
    lines = [marked(each.revision.document, each.text, page=each.page, start=each.start) for each in found]
    lines = lines or ["No passage matches."]
    return "\n".join([*lines, WORDS_ONLY] if meaning.is_unknown else lines)


def _read_pages(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    document = context.document(arguments)
    view = _view(document)
    first, last = integer_of(arguments, "first"), integer_of(arguments, "last")
    pages = [view.pages[number] for number in range(first, min(last, first + _PAGES - 1) + 1) if number in view.pages]
    if not pages:
        raise ToolMisused(f"the pages are 1 to {len(view.pages)}.")
    return _excerpt(document, pages[0].start, pages[-1].end)


def _read_text(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    document = context.document(arguments)
    start, end = integer_of(arguments, "start"), integer_of(arguments, "end")
    length = _view(document).length
    if not 0 <= start < min(end, length):
        raise ToolMisused(f"the text has {length} characters, and 'end' must come after 'start'.")
    return _excerpt(document, start, end)


def _excerpt(document: Document, start: int, end: int) -> str:
    stop = min(end, start + READ_LIMIT)
    rest = f"\nCut: go on with read_text from {stop}." if stop < end else ""
    return marked(document, _view(document).text(start, stop), start=start, end=stop) + rest


def _outline(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    document = context.document(arguments)
    lines = [f"{'#' * each.level} {each.text} (page {each.page}, {each.start})" for each in _view(document).outline()]
    return marked(document, "\n".join(lines)) if lines else "The document has no headings."


def _find(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    document = context.document(arguments)
    span = _view(document).find(text_of(arguments, "words"))
    if span is None:
        return "These words are not in the document."
    return _excerpt(document, max(0, span.start - 300), span.end + 300)


def _look(context: AnswerContext, arguments: Mapping[str, Any]) -> ToolResult:
    picture = _view(context.document(arguments)).thumbnail_png()
    return "There is no picture of this document." if picture is None else Picture("The first page:", picture)


def _list_annotations(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    document = context.document(arguments)
    annotations = Annotation.objects.filter(corpus__in=context.corpora(), document=document)
    rows = annotations.select_related("label", "corpus").order_by("start", "pk")
    lines = [
        f"{row.pk} {_corpus_name(context, row.corpus)}{row.label.name}: {_shortened(row.quote)} (page {row.page})"
        for row in _shown(rows, arguments)
    ]
    return _lines(document, lines, arguments) if lines else "There are no annotations."


def _list_cells(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    document = context.document(arguments)
    extracts = Extract.objects.filter(corpus__in=context.corpora_of_members(), deleted_at=None)
    rows = Cell.objects.filter(row__document=document, row__extract__in=extracts)
    cells = rows.select_related("row__extract__corpus", "column").order_by("-row__extract_id", "column__order", "pk")
    lines = [
        f"{each.pk} {_corpus_name(context, each.row.extract.corpus)}{each.row.extract.name} / {each.column.name}: "
        f"{_shortened(each.text or each.status)}"
        for each in _shown(cells, arguments)
    ]
    return _lines(document, lines, arguments) if lines else "There are no extracts of this document."


def _corpus_name(context: AnswerContext, corpus: Corpus) -> str:
    """Return the name of a corpus for a line, if the conversation is about several."""
    return "" if context.conversation.corpus_id else f"{corpus.title} / "


def _shown(rows: QuerySet[M], arguments: Mapping[str, Any]) -> QuerySet[M]:
    """Return the rows after those to skip, one more than are listed at once."""
    skip = _skip(arguments)
    return rows[skip : skip + _LINES + 1]


def _lines(document: Document, lines: Sequence[str], arguments: Mapping[str, Any]) -> str:
    """Return as many lines as one call may return, and how to go on."""
    lengths = accumulate(len(line) + 1 for line in lines)
    count = sum(number <= _LINES and length <= READ_LIMIT for number, length in enumerate(lengths, start=1))
    rest = f"\nThere are more: go on with skip={_skip(arguments) + count}." if count < len(lines) else ""
    return marked(document, "\n".join(lines[:count])) + rest


def _skip(arguments: Mapping[str, Any]) -> int:
    skip = 0 if arguments.get("skip") is None else integer_of(arguments, "skip")
    if not 0 <= skip <= _MOST_SKIPPED:
        raise ToolMisused(f"'skip' must be 0 to {_MOST_SKIPPED}.")
    return skip


def _shortened(text: str) -> str:
    return text if len(text) <= _LINE else f"{text[:_LINE]}…"


def _view(document: Document) -> DocumentView:
    if document.revision is None:
        raise NotFound
    return DocumentView(document.revision)


_SKIP: Final = {"skip": described("integer", "how many to leave out, to read on after a result with as many")}
DOCUMENT: Final = {"document": described("string", "the id of the document")}
TOOLS: Final = (
    Tool("list_documents", "List the documents with their ids and titles.", {}, _list_documents, optional=_SKIP),
    Tool(
        "search",
        "Find passages of all documents by meaning and by words.",
        {"query": described("string", "what to look for")},
        _search,
    ),
    Tool(
        "read_pages",
        "Read pages of a document, five at most.",
        DOCUMENT | {"first": described("integer", "counted from 1"), "last": described("integer", "counted from 1")},
        _read_pages,
    ),
    Tool(
        "read_text",
        "Read the text of a document between two offsets.",
        DOCUMENT
        | {
            "start": described("integer", "first character, counted from 0"),
            "end": described("integer", "one past the last"),
        },
        _read_text,
    ),
    Tool("outline", "List the headings of a document with pages and offsets.", DOCUMENT, _outline),
    Tool(
        "find",
        "Find exact words in a document, and read the text around them.",
        DOCUMENT | {"words": described("string", "the words, exactly")},
        _find,
    ),
    Tool("look_at_first_page", "See a small picture of the first page of a document.", DOCUMENT, _look),
    Tool(
        "list_annotations",
        "List the annotations of a document, with their ids.",
        DOCUMENT,
        _list_annotations,
        optional=_SKIP,
    ),
    Tool(
        "list_cells",
        "List the cells of extracts of a document, with their ids and values.",
        DOCUMENT,
        _list_cells,
        optional=_SKIP,
    ),
)
