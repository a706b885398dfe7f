"""Compare two extracts: cells about the same document and question that have different values."""

from django.db.models import F, OuterRef, QuerySet, Subquery, UUIDField

from corpuses.extracts.models import Cell, Extract


def differing_cells(extract: Extract, other: Extract) -> "QuerySet[Cell]":
    """Return the answered cells of `extract` for which `other` has another value; `other_id` is the cell there.

    Columns correspond to each other if one is a copy of the other, or both are copies of the same one.
    """
    counterpart = Cell.objects.filter(
        row__extract=other,
        row__document=OuterRef("row__document"),
        column__lineage=OuterRef("column__lineage"),
    ).exclude(status__in=Cell.OPEN)
    cells = Cell.objects.filter(row__extract=extract).exclude(status__in=Cell.OPEN)
    cells = cells.annotate(
        other_id=Subquery(counterpart.values("pk")[:1], output_field=UUIDField()),
        other_sort_key=Subquery(counterpart.values("sort_key")[:1]),
    )
    return cells.filter(other_id__isnull=False).exclude(sort_key=F("other_sort_key"))
