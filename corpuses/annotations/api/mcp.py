"""List annotations, and propose one."""

from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from core.access import TokenScope
from core.errors import Invalid
from corpuses.annotations.api.rest.annotations import ANNOTATION_ORDER
from corpuses.annotations.api.selectors import list_annotations as visible_annotations
from corpuses.annotations.labels.services import label_name
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.proposals import propose_annotation as propose
from corpuses.annotations.services import AnnotationDraft, require_annotatable
from corpuses.mcp.calls import Call, page_of, readable_documents
from corpuses.mcp.fields import CorpusId, DocumentId, NextCursor, Page, Paged, Url, WithText
from corpuses.mcp.registry import Arguments, Result, tool
from corpuses.models import Corpus
from corpuses.search.quotes import LONGEST, locate
from corpuses.search.sentences import Span
from documents.structure import page_at, page_ranges, text_slice

_PLACE = ANNOTATION_ORDER.resolve("place")
_NEWEST = ANNOTATION_ORDER.resolve("newest")
_QUOTE_LENGTH: Final = 2_000
_LABEL_COUNT: Final = 200  # names in an error
_WHOLE: Final = 2**31 - 1


class QuoteNotFound(Invalid):
    """These words are not on this page."""

    code = "quote_not_found"
    what_to_do = "Read the page with `read_pages` and copy the words exactly; `page` says where they are, if anywhere."


class UnknownLabel(Invalid):
    """The corpus has no label of this name, and programs create none."""

    code = "label_unknown"
    what_to_do = "Use one of the names in `labels`. If none fits, ask the user to create the label."


class AnnotationsArguments(Paged):
    """A list of annotations."""

    document: Annotated[DocumentId | None, Field(description="Only annotations on this document.")] = None
    corpus: Annotated[CorpusId | None, Field(description="Only annotations in this corpus.")] = None
    label: Annotated[str, Field(max_length=100, description="Only annotations with the label of this name.")] = ""
    review: Annotated[
        Annotation.Review | None, Field(description="Only suggestions of programs in this state of review.")
    ] = None
    search: Annotated[str, Field(max_length=200, description="Words of the quote or the note.")] = ""


class AnnotationEntry(Result):
    """A labelled passage of a document."""

    id: UUID
    document: UUID
    corpus: UUID
    label: str
    page: int
    quote: str
    note: str
    source: Annotated[str, Field(description="`human`, `analyzer`, `agent` or `extract`.")]
    review: Annotated[
        str | None, Field(description="Of suggestions of programs: `pending` or `accepted`; absent for those of users.")
    ] = None
    url: Url


class AnnotationsResult(WithText):
    """A page of annotations: of a document in the order of its text, else the newest first."""

    annotations: list[AnnotationEntry]
    next_cursor: NextCursor = None


@tool("list_annotations", "List annotations")
def list_annotations(call: Call, arguments: AnnotationsArguments) -> AnnotationsResult:
    """List labelled passages: of a document (in the order of its text), of a corpus, or of all that the user can see.

    Those with `review: pending` are suggestions of programs that no user has accepted yet.
    """
    if arguments.corpus is not None:
        call.corpus(arguments.corpus)
    if arguments.document is not None:
        call.document(arguments.document)
    lookups: dict[str, Any] = {"label__name": arguments.label} if arguments.label else {}
    rows = visible_annotations(
        call.actor,
        corpus=arguments.corpus,
        document=arguments.document,
        search=arguments.search,
        review=arguments.review,
        **lookups,
    )
    rows = rows.filter(document__in=readable_documents(), corpus__allows_language_models=True).select_related("label")
    order = _PLACE if arguments.document else _NEWEST
    page, following = page_of(rows, order, cursor=arguments.cursor, limit=arguments.limit)
    return AnnotationsResult(annotations=[entry_of(call, each) for each in page], next_cursor=following)


def entry_of(call: Call, annotation: Annotation) -> AnnotationEntry:
    """Return an annotation as tools return it."""
    return AnnotationEntry(
        id=annotation.pk,
        document=annotation.document_id,
        corpus=annotation.corpus_id,
        label=annotation.label.name,
        page=annotation.page,
        quote=annotation.quote[:_QUOTE_LENGTH],
        note=annotation.note,
        source=annotation.source,
        review=annotation.review,
        url=call.document_url(annotation.document_id, c=annotation.corpus_id, a=annotation.pk),
    )


class ProposalArguments(Arguments):
    """A passage, its label, and the reason."""

    corpus: CorpusId
    document: DocumentId
    page: Page
    quote: Annotated[str, Field(min_length=1, max_length=LONGEST, description="The words, copied exactly.")]
    label: Annotated[
        str,
        Field(
            min_length=1,
            max_length=100,
            description="The name of a label of the corpus; the error for others lists them, up to 200.",
        ),
    ]
    note: Annotated[str, Field(max_length=2_000, description="The reason, for the user who reviews it.")] = ""


class ProposalResult(AnnotationEntry):
    """The suggestion, or the annotation that the passage has with this label already."""

    is_new: Annotated[bool, Field(description="False if the passage has the label already, or it was rejected.")]


@tool("propose_annotation", "Propose an annotation", scope=TokenScope.WRITE, rate_class="write")
def propose_annotation(call: Call, arguments: ProposalArguments) -> ProposalResult:
    """Suggest to label a passage of a document, by its exact words and its page. A user accepts or rejects it.

    Read the page first and copy the words exactly as they are. The label has to exist: users create labels. Proposing
    what users or programs have marked already has no effect; if `review` is `rejected`, do not propose it again.
    """
    corpus = call.corpus(arguments.corpus)
    document, revision = call.readable(arguments.document)
    require_annotatable(corpus, document, actor=call.actor)
    label = _label_of(corpus, arguments.label)
    span = _place_of(revision, arguments.quote, arguments.page)
    suggestion, is_new = propose(
        AnnotationDraft(label_id=label.pk, start=span.start, end=span.end, note=arguments.note),
        corpus=corpus,
        document=document,
        actor=call.actor,
        origin=f"mcp:{call.actor.pk}",
    )
    entry = entry_of(call, suggestion).model_dump()
    review = Annotation.Review.REJECTED if suggestion.deleted_at else suggestion.review
    return ProposalResult(**entry | {"review": review}, is_new=is_new)


def _label_of(corpus: Corpus, text: str) -> Label:
    """Return the label of this name; raise `UnknownLabel`, with the names that there are."""
    labels = Label.objects.filter(corpus=corpus)
    name = label_name(text)
    found = labels.filter(name=name).first()
    if found is not None:
        return found
    names = list(labels.filter(archived=None).order_by("position", "pk").values_list("name", flat=True)[:_LABEL_COUNT])
    known = f" Its labels: {', '.join(names)}." if names else " It has no labels yet."
    raise UnknownLabel(f"The corpus has no label “{name}”.{known}", field="label", labels=names)


def _place_of(revision: UUID, quote: str, page: int) -> Span:
    """Return where a quote is that begins on a page; raise `QuoteNotFound`, with its page if it is on another one."""
    text = text_slice(revision, 0, _WHOLE)
    ranges = page_ranges(revision, page, page + 1)
    if ranges and ranges[0][0] == page:
        place = Span(ranges[0][1], ranges[-1][2])
        found = locate(text[: place.end], quote, near=[place])
        if found is not None and place.start <= found.start < ranges[0][2]:
            return found
    elsewhere = locate(text, quote)
    if elsewhere is None:
        raise QuoteNotFound(field="quote")
    number = page_at(revision, elsewhere.start)
    raise QuoteNotFound(f"These words are on page {number}.", field="page", page=number)
