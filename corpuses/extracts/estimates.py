"""Estimate an extract before it is started: documents, cells, tokens, cost and time."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil
from typing import Final
from uuid import UUID

from django.db.models import Avg, Count, F, Q
from django.db.models.functions import Extract as Part
from django.db.models.functions import Length

from core.access import Actor
from core.errors import Invalid
from corpuses.extracts.engines.protocol import Engine
from corpuses.extracts.limits import LONGEST_PASSAGE, PASSAGES, QUESTIONS, REQUEST_TEXT, WHOLE_TEXT
from corpuses.extracts.models import Cell, ExtractRow
from corpuses.llm.tokens import CHARACTERS_PER_TOKEN
from corpuses.models import Corpus
from corpuses.providers.services import price_of_model
from documents.models import Document, DocumentRevision

MAX_DOCUMENTS: Final = 10_000
_REQUEST_TOKENS: Final = 150  # instructions
_QUESTION_TOKENS: Final = 100  # with its part of the schema
_ANSWER_TOKENS: Final = 120
_DEFAULT_SECONDS: Final = 1.0  # for a cell, before anything was measured
_MEASURED_ROWS: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The expected size of an extract. Engines that use no language model cost no tokens."""

    documents: int
    columns: int
    tokens: int
    cost: Decimal
    seconds: float

    @property
    def cells(self) -> int:
        return self.documents * self.columns


def documents_to_read(corpus: Corpus, actor: Actor, documents: Sequence[UUID] | None) -> list[UUID]:
    """Return the keys of the parsed documents of a corpus that are visible to `actor`: these, or all of them."""
    newest = Document.objects.visible_to(actor).filter(superseded_by=None)
    rows = newest.filter(memberships__corpus=corpus, revision__isnull=False)
    if documents is not None:
        rows = rows.filter(pk__in=documents)
    keys = list(rows.order_by("pk").values_list("pk", flat=True)[: MAX_DOCUMENTS + 1])
    if len(keys) > MAX_DOCUMENTS:
        raise Invalid(f"Choose at most {MAX_DOCUMENTS} documents.", field="documents")
    return keys


def estimate(documents: Sequence[UUID], columns: int, engine: Engine) -> Estimate:
    """Estimate the cells of so many columns for documents."""
    tokens, cost = (0, Decimal(0)) if not engine.uses_model else _tokens(documents, columns)
    return Estimate(
        documents=len(documents),
        columns=columns,
        tokens=tokens,
        cost=cost,
        seconds=round(len(documents) * columns * _seconds_per_cell(engine), 1),
    )


def _tokens(documents: Sequence[UUID], columns: int) -> tuple[int, Decimal]:
    revisions = DocumentRevision.objects.filter(pk__in=Document.objects.filter(pk__in=documents).values("revision"))
    lengths = revisions.annotate(size=Length("text")).values_list("size", flat=True)
    read = sum(_read_tokens(size, columns) for size in lengths)
    written = len(documents) * columns * _ANSWER_TOKENS
    return read + written, price_of_model().of(read, written)


def _read_tokens(size: int, columns: int) -> int:
    """Return the tokens of the requests about a text: questions about a long one have passages of their own."""
    if size <= WHOLE_TEXT:
        requests, text = ceil(columns / QUESTIONS), size
    else:
        passages = min(size, PASSAGES * LONGEST_PASSAGE)
        requests = ceil(columns / max(1, min(QUESTIONS, REQUEST_TEXT // passages)))
        text = min(size, REQUEST_TEXT, columns * passages)
    return requests * (text // CHARACTERS_PER_TOKEN + _REQUEST_TOKENS) + columns * _QUESTION_TOKENS


def _seconds_per_cell(engine: Engine) -> float:
    """Return the average of the last rows that this engine has answered."""
    recent = ExtractRow.objects.filter(
        extract__engine=engine.name, state=ExtractRow.State.DONE, started__isnull=False
    ).order_by("-id")[:_MEASURED_ROWS]
    rows = ExtractRow.objects.filter(pk__in=recent.values("pk"))
    seconds = rows.aggregate(mean=Avg(Part(F("finished") - F("started"), "epoch")))["mean"]
    cells = Cell.objects.filter(row__in=recent.values("pk")).exclude(status__in=Cell.OPEN)
    counted = cells.aggregate(cells=Count("pk", filter=~Q(engine="")), rows=Count("row", distinct=True))
    if not seconds or not counted["cells"]:
        return _DEFAULT_SECONDS
    return float(seconds * counted["rows"] / counted["cells"])
