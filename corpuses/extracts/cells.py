"""The columns of a cell for an answer, and for none."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F

from corpuses.extracts.columns import question_hash, question_of
from corpuses.extracts.engines.protocol import Answer, Question
from corpuses.extracts.models import SORT_KEY_LENGTH, Cell, Column
from corpuses.extracts.values import DoesNotFit, Options, normalise
from corpuses.search.sentences import Span
from documents.models import DocumentRevision, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedValue:
    """A value: normalised (`None` if the answer does not fit the type, and then the `problem`), shown, and sorted."""

    value: Any
    text: str
    sort_key: str
    problem: str = ""
    places: Sequence[Span] = ()


def typed_value(raw: str, question: Question, *, language: str, document: str = "") -> TypedValue:
    """Return the value of an answer, which is not empty, in a document of this language.

    Its `places` are passages of the document that it depends on besides the answer.
    """
    options = Options(
        language=language or "en",
        name=question.name,
        question=question.text,
        document=document,
        choices=question.choices,
        items=question.items or "string",
        schema=question.schema or {},
    )
    try:
        value = normalise(question.type, raw, options)
    except DoesNotFit as error:
        return TypedValue(value=None, text=raw, sort_key=raw.casefold()[:SORT_KEY_LENGTH], problem=str(error))
    return TypedValue(
        value=value.data,
        text=value.text or raw,
        sort_key=value.sort_key[:SORT_KEY_LENGTH],
        places=[Span(*place) for place in value.places],
    )


# Of a cell without an answer. What answers before it took is kept: the budget of the extract counts it.
EMPTY: Final[Mapping[str, Any]] = {
    "raw": "",
    "value": None,
    "text": "",
    "sort_key": "",
    "problem": "",
    "sources": [],
    "confidence": None,
    "engine": "",
    "question_hash": "",
    "has_conflict": False,
    "review": Cell.Review.UNREVIEWED,
    "reviewer": None,
    "reviewed": None,
    "is_source_picked": False,
}
QUOTE_LIMIT: Final = 5_000


class Sources:
    """Describes passages of a revision; the pages are fetched once."""

    def __init__(self, revision: DocumentRevision) -> None:
        self._revision = revision
        pages = Page.objects.filter(revision=revision).order_by("text_start", "number")
        self._pages = list(pages.values_list("text_start", "number"))

    @property
    def language(self) -> str:
        """The language of the document."""
        return self._revision.language

    @property
    def text(self) -> str:
        """The text of the document."""
        return self._revision.text

    def describe(self, spans: Sequence[Span]) -> list[dict[str, Any]]:
        """Return the passages with their pages and quotes."""
        return [
            {"start": span.start, "end": span.end, "page": self._page_at(span.start), "quote": self._quote(span)}
            for span in spans
        ]

    def _page_at(self, offset: int) -> int:
        found = bisect_right(self._pages, offset, key=lambda page: page[0])
        return self._pages[max(0, found - 1)][1] if self._pages else 1

    def _quote(self, span: Span) -> str:
        return self._revision.text[span.start : span.end]


def columns_of_answer(answer: Answer, column: Column, sources: Sources) -> dict[str, Any]:
    """Return what the answer of an engine changes in a cell; tokens and cost are those of all its answers."""
    values = dict(EMPTY) | {
        "engine": answer.engine,
        "question_hash": question_hash(column),
        "confidence": answer.confidence,
        "input_tokens": F("input_tokens") + answer.input_tokens,
        "output_tokens": F("output_tokens") + answer.output_tokens,
        "cost": F("cost") + answer.cost,
        "raw": answer.raw,
    }
    if answer.failure:
        return values | {"status": Cell.Status.FAILED, "problem": answer.failure}
    if not answer.raw:
        return values | {"status": Cell.Status.NOT_FOUND}
    is_proven = bool(answer.spans) and not answer.is_unproven
    typed = typed_value(answer.raw, question_of(column), language=sources.language, document=sources.text)
    spans = list(dict.fromkeys([*answer.spans, *(typed.places if is_proven else ())]))
    return (
        values
        | _columns_of(typed)
        | {"status": Cell.Status.FOUND if is_proven else Cell.Status.UNPROVEN, "sources": sources.describe(spans)}
    )


def value_columns(raw: str, column: Column, *, language: str) -> dict[str, Any]:
    """Return the values of a cell for an answer of a user, which is not empty."""
    return _columns_of(typed_value(raw, question_of(column), language=language))


def _columns_of(typed: TypedValue) -> dict[str, Any]:
    return {"value": typed.value, "text": typed.text, "sort_key": typed.sort_key, "problem": typed.problem}
