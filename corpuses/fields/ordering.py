"""The order of documents by their values of a field."""

from typing import Final
from uuid import UUID

from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from core.api.ordering import Order
from corpuses.fields.models import FieldValue

_LAST: Final = "\U0010ffff"  # follows all texts in the order of code points


def field_order(key: UUID, *, descending: bool = False) -> Order:
    """Return the order by the values of a field; documents without a value are last in both directions.

    The name of its column has the key of the field, so that a cursor of another field is refused.
    """
    values = FieldValue.objects.filter(field=key, document=OuterRef("pk")).values("sort_key")[:1]
    name, sign = f"field_{key.hex}", "-" if descending else ""
    expression = Coalesce(Subquery(values), Value("" if descending else _LAST))
    return Order((f"{sign}{name}", f"{sign}id"), {name: expression}, sorts_keys=True)
