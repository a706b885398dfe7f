"""Compare two extracts: cells about the same document and question that have different values."""

from typing import Any, Final

from django.db.models import F, Q, QuerySet

from corpuses.extracts.models import Cell

_THERE: Final = "row__document__extract_rows"


def differing_cells(cells: "QuerySet[Cell]", other: Any) -> "QuerySet[Cell]":
    """Return the answered cells for which the extract `other` has another value; `other_id` is the cell there.

    `other` is a key, or an expression for it. Columns correspond to each other if one is a copy of the other, or both
    are copies of the same one. One join: a subquery for each of 400,000 cells would take minutes.
    """
    answered = set(Cell.Status) - set(Cell.OPEN)
    matched = cells.filter(
        Q(status__in=answered),
        # In one call: these conditions are about the same row and cell.
        **{
            f"{_THERE}__extract": other,
            f"{_THERE}__cells__column__lineage": F("column__lineage"),
            f"{_THERE}__cells__status__in": answered,
        },
    )
    matched = matched.annotate(other_id=F(f"{_THERE}__cells"), other_sort_key=F(f"{_THERE}__cells__sort_key"))
    return matched.exclude(sort_key=F("other_sort_key"))
