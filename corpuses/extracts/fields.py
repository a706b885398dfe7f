"""Fields of documents: values that a user has approved or entered in an extract. A search filters by them."""

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Count, Max, QuerySet
from django.db.models.functions import Length

from core.errors import UserFault
from corpuses.extracts.models import Cell
from corpuses.models import Corpus
from corpuses.search.facets import MOST_VALUES, Documents, Facet, FacetName, FacetValue
from documents.models import Document

if TYPE_CHECKING:
    from core.access import Actor

MOST_FIELDS: Final = 10
MAX_VALUE: Final = 100  # characters; whole sentences are no values to choose from
_REVIEWED: Final = (Cell.Review.APPROVED, Cell.Review.EDITED)


class InvalidField(UserFault):
    """A field of the search cannot be read."""

    code = "invalid_search_field"
    what_to_do = "Use a `value` of the facet `field` unchanged: the id of the field, a colon, and the value."


def documents_with(actor: "Actor", field: str) -> QuerySet[Any, Any]:
    """Return the keys of the documents with this value of a field, which is visible; raise `InvalidField`."""
    key, _, text = field.partition(":")
    try:
        lineage = UUID(key)
    except ValueError:
        raise InvalidField(field="field") from None
    return _reviewed_cells(actor).filter(column__lineage=lineage, text=text).values("row__document")


def field_facets(actor: "Actor", documents: Documents) -> list[Facet]:
    """Return a facet for each of the fields that most of these documents have."""
    cells = _reviewed_cells(actor).filter(row__document__in=documents).annotate(length=Length("text"))
    rows = (
        cells.filter(length__lte=MAX_VALUE)
        .order_by()
        .values_list("column__lineage", "text")
        .annotate(name=Max("column__name"), documents=Count("row__document", distinct=True))
        .order_by("-documents", "name", "text")[: MOST_FIELDS * MOST_VALUES]
    )
    fields: defaultdict[UUID, list[FacetValue]] = defaultdict(list)
    names: dict[UUID, str] = {}
    for lineage, text, name, count in rows:
        names[lineage] = name
        fields[lineage].append(FacetValue(f"{lineage}:{text}", text, count))
    return [Facet(FacetName.FIELD, fields[each][:MOST_VALUES], names[each]) for each in list(fields)[:MOST_FIELDS]]


def _reviewed_cells(actor: "Actor") -> QuerySet[Cell]:
    """Return the approved values in extracts that `actor` may see, of documents that are still in their corpus."""
    return Cell.objects.filter(
        review__in=_REVIEWED,
        row__extract__deleted_at=None,
        row__extract__corpus__in=Corpus.objects.of_member(actor),
        row__document__in=Document.objects.visible_to(actor),
    ).exclude(text="")
