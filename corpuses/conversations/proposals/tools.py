"""The tools with which a language model proposes changes. They only store proposals, which the user decides on."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from core.access import permissions_on
from core.db.rows import get_row
from core.errors import NotFound
from corpuses.annotations.models import Annotation
from corpuses.comments.services import TEXT_LIMIT
from corpuses.conversations.models import Proposal
from corpuses.conversations.proposals.permissions import WITHOUT_CORPUS, kinds_permitted
from corpuses.conversations.states import lock_attempt, record_proposals
from corpuses.conversations.tool_types import Tool, ToolMisused, described, integer_of, text_of
from corpuses.conversations.tools import DOCUMENT, AnswerContext
from corpuses.conversations.view import DocumentView
from corpuses.extracts.models import Cell
from corpuses.llm.addresses import without_addresses
from corpuses.models import Corpus
from documents.models import Document, DocumentRevision
from documents.structure import page_at
from users.models import User

LIMIT: Final = 50  # proposals for an answer
RUN_LIMIT: Final = 200  # for the answer to an action
_LABEL_LENGTH: Final = 100
_DONE: Final = "Proposed. The user decides on it after your answer; do not say that it is done."


def proposing_tools(corpus: Corpus | None, actor: User) -> tuple[Tool, ...]:
    """Return the tools for the changes that a user may make in the corpus of a conversation.

    Without one, these are the changes of documents; the user chooses the corpus that gets them.
    """
    permitted = WITHOUT_CORPUS if corpus is None else kinds_permitted(permissions_on(actor, corpus))
    return tuple(tool for kind, tool in _TOOLS.items() if kind in permitted)


def _propose_annotation(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    document = context.document(arguments)
    page = integer_of(arguments, "page")
    return _store(
        context,
        Proposal.Kind.ANNOTATION,
        document,
        label=_label(document, arguments),
        text=_written(document, arguments, "note") if arguments.get("note") else "",
        **_place(document.revision, text_of(arguments, "quote"), page=page),
    )


def _propose_relation(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    source, target = _annotation(context, arguments, "source"), _annotation(context, arguments, "target")
    if source.pk == target.pk or source.document_id != target.document_id:
        raise ToolMisused("'source' and 'target' must be two annotations of one document.")
    return _store(
        context,
        Proposal.Kind.RELATION,
        source.document,
        label=_label(source.document, arguments),
        source=source,
        target=target,
        quote=source.quote,
        page=source.page,
        start=source.start,
        end=source.end,
    )


def _propose_comment(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    document = context.document(arguments)
    text = _written(document, arguments, "text")
    if len(text) > TEXT_LIMIT:
        raise ToolMisused(f"a comment has {TEXT_LIMIT} characters at most.")
    return _store(context, Proposal.Kind.COMMENT, document, text=text)


def _propose_cell(context: AnswerContext, arguments: Mapping[str, Any]) -> str:
    rows = Cell.objects.filter(
        row__extract__corpus=_corpus(context),
        row__extract__deleted_at=None,
        row__document__in=context.documents().order_by(),
    )
    cell = get_row(rows.select_related("row__document", "row__revision"), pk=_key(arguments, "cell"))
    return _store(
        context,
        Proposal.Kind.CELL,
        cell.row.document,
        cell=cell,
        text=_written(cell.row.document, arguments, "value"),
        **_place(cell.row.revision, text_of(arguments, "quote")),
    )


@transaction.atomic
def _store(context: AnswerContext, kind: Proposal.Kind, document: Document, **fields: Any) -> str:
    lock_attempt(context.message)
    proposals = Proposal.objects.filter(message=context.message)
    if proposals.filter(kind=kind, document=document, **fields).exists():
        return "You have proposed this already."
    limit = RUN_LIMIT if context.conversation.run else LIMIT
    if proposals.count() >= limit:
        raise ToolMisused(f"there are {limit} proposals already; that is enough.")
    Proposal.objects.create(message=context.message, kind=kind, document=document, **fields)
    record_proposals(context.conversation, about=document.pk)
    return _DONE


def _place(revision: DocumentRevision | None, quote: str, *, page: int | None = None) -> dict[str, Any]:
    if revision is None:
        raise NotFound
    view = DocumentView(revision)
    span = view.find(quote, page=page)
    if span is None:
        raise ToolMisused("these words are not in the document. Copy them exactly.")
    found = view.text(span.start, span.end)
    return {"quote": found, "page": page_at(revision.pk, span.start), "start": span.start, "end": span.end}


def _annotation(context: AnswerContext, arguments: Mapping[str, Any], name: str) -> Annotation:
    rows = Annotation.objects.filter(corpus=_corpus(context), document__in=context.documents().order_by())
    return get_row(rows.select_related("document"), pk=_key(arguments, name))


def _corpus(context: AnswerContext) -> Corpus:
    if context.conversation.corpus is None:
        raise ToolMisused("this conversation is about no corpus.")
    return context.conversation.corpus


def _key(arguments: Mapping[str, Any], name: str) -> UUID:
    try:
        return UUID(text_of(arguments, name))
    except ValueError:
        raise ToolMisused(f"{name!r} must be an id that another tool returned.") from None


def _label(document: Document, arguments: Mapping[str, Any]) -> str:
    label = " ".join(_written(document, arguments, "label").split())
    if len(label) > _LABEL_LENGTH:
        raise ToolMisused(f"a label has {_LABEL_LENGTH} characters at most.")
    return label


def _written(document: Document, arguments: Mapping[str, Any], name: str) -> str:
    """Return a text of the model for users, without the addresses that the document does not contain."""
    return without_addresses(text_of(arguments, name), document.revision.text if document.revision else "")


_QUOTE: Final = described("string", "the words of the document, copied exactly")
_ANNOTATION: Final = Tool(
    "propose_annotation",
    "Propose to label words of a document. Prefer labels that list_annotations shows.",
    DOCUMENT
    | {
        "page": described("integer", "the page of the words"),
        "quote": _QUOTE,
        "label": described("string", "the name of a label; a new name creates it"),
        "note": described("string", "the reason, or an empty text"),
    },
    _propose_annotation,
)
_RELATION: Final = Tool(
    "propose_relation",
    "Propose to relate an annotation to another one of the same document.",
    {
        "source": described("string", "the id of an annotation"),
        "target": described("string", "the id of another annotation"),
        "label": described("string", "the name of the relation, a label"),
    },
    _propose_relation,
)
_COMMENT: Final = Tool(
    "propose_comment",
    "Propose a comment on a document, for the members of the corpus.",
    DOCUMENT | {"text": described("string", "the comment")},
    _propose_comment,
)
_CELL: Final = Tool(
    "propose_cell",
    "Propose the value of a cell of an extract, with the words of the document that prove it.",
    {
        "cell": described("string", "the id of a cell, from list_cells"),
        "value": described("string", "the value"),
        "quote": _QUOTE,
    },
    _propose_cell,
)
_TOOLS: Final[Mapping[Proposal.Kind, Tool]] = {
    Proposal.Kind.ANNOTATION: _ANNOTATION,
    Proposal.Kind.RELATION: _RELATION,
    Proposal.Kind.COMMENT: _COMMENT,
    Proposal.Kind.CELL: _CELL,
}
PROPOSING: Final = tuple(_TOOLS.values())
