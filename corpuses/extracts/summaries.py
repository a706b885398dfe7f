"""State and counts of extracts, for all extracts of a page in a constant number of queries."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from django.db.models import Count, F, Max, Sum

from core.access import Actor
from corpuses.extracts.models import Cell, Extract, ExtractRow
from documents.models import Document

_OPEN_ROWS = (ExtractRow.State.PENDING, ExtractRow.State.RUNNING)


class ExtractState(StrEnum):
    """The state of an extract. `out_of_budget`: cells were skipped because its budget is used up."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    OUT_OF_BUDGET = "out_of_budget"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The number of visible rows by state and of cells by status and review, and what they took.

    `waiting`: how many of the pending rows wait for a service, and why, by the code of its error.
    """

    rows: Mapping[str, int]
    waiting: Mapping[str, tuple[int, str]]
    cells: Mapping[str, int]
    reviews: Mapping[str, int]
    columns: int
    tokens: int
    cost: Decimal
    seconds: float

    @property
    def row_count(self) -> int:
        return sum(self.rows.values())


def summaries_of(extracts: Sequence[Extract], actor: Actor) -> dict[UUID, Summary]:
    """Return the summary of each extract, of the documents that the actor sees; four queries."""
    visible = Document.objects.visible_to(actor)
    keys = [extract.pk for extract in extracts]
    rows: defaultdict[UUID, Counter[str]] = defaultdict(Counter)
    seconds: defaultdict[UUID, float] = defaultdict(float)
    waiting: defaultdict[UUID, dict[str, tuple[int, str]]] = defaultdict(dict)
    read = ExtractRow.objects.filter(extract__in=keys, document__in=visible).order_by()
    for key, state, code, count, message, spent_time in read.values_list("extract", "state", "code").annotate(
        Count("pk"), Max("message"), time=Sum(F("finished") - F("started"))
    ):
        rows[key][state] += count
        seconds[key] += spent_time.total_seconds() if spent_time else 0
        if state == ExtractRow.State.PENDING and code:
            waiting[key][code] = (count, message)
    cells: defaultdict[UUID, Counter[str]] = defaultdict(Counter)
    reviews: defaultdict[UUID, Counter[str]] = defaultdict(Counter)
    spent: defaultdict[UUID, list[Decimal | int]] = defaultdict(lambda: [0, Decimal(0)])
    shown = Cell.objects.filter(row__extract__in=keys, row__document__in=visible)
    counted = shown.values_list("row__extract", "status", "review").order_by()
    for key, status, review, count, received, sent, cost in counted.annotate(
        Count("pk"), Sum("input_tokens"), Sum("output_tokens"), Sum("cost")
    ):
        cells[key][status] += count
        reviews[key][review] += count
        spent[key][0] += received + sent
        spent[key][1] += cost
    columns = dict(Extract.with_deleted.filter(pk__in=keys).values_list("pk").annotate(Count("columns")))
    return {
        key: Summary(
            rows=rows[key],
            waiting=waiting[key],
            cells=cells[key],
            reviews=reviews[key],
            columns=columns.get(key, 0),
            tokens=int(spent[key][0]),
            cost=Decimal(spent[key][1]),
            seconds=seconds[key],
        )
        for key in keys
    }


def states_of(extracts: Sequence[Extract]) -> dict[UUID, ExtractState]:
    """Return the state of each extract; one query."""
    keys = [extract.pk for extract in extracts]
    open_rows = ExtractRow.objects.filter(extract__in=keys, state__in=_OPEN_ROWS).order_by()
    running = set(open_rows.values_list("extract", flat=True).distinct())
    stops = {Extract.Stop.CANCELLED: ExtractState.CANCELLED, Extract.Stop.BUDGET: ExtractState.OUT_OF_BUDGET}
    return {
        each.pk: ExtractState.RUNNING if each.pk in running else stops.get(Extract.Stop(each.stop), ExtractState.DONE)
        for each in extracts
    }
