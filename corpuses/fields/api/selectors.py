"""Visible fields of documents and their values, and the lists of documents that they filter and sort."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from core.access import Actor, VisibleQuerySet
from core.api.graphql.loaders import as_batch
from core.api.ordering import Order
from core.errors import Invalid
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.values import normalise
from corpuses.models import Corpus, CorpusDocument
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.models import Document

_LAST: Final = "\U0010ffff"  # follows all texts in the order of code points


def field_order(key: UUID, *, descending: bool = False) -> Order:
    """Return the order by the values of a field; documents without a value are last in both directions.

    The name of its column has the key of the field, so that a cursor of another field is refused.
    """
    values = FieldValue.objects.filter(field=key, document=OuterRef("pk")).values("sort_key")[:1]
    name, sign = f"field_{key.hex}", "-" if descending else ""
    expression = Coalesce(Subquery(values), Value("" if descending else _LAST))
    return Order((f"{sign}{name}", f"{sign}id"), {name: expression}, sorts_keys=True)


FIELD_ORDER: Final = Order(("position", "id"))
_RANGES: Final = {DocumentField.Type.NUMBER, DocumentField.Type.DATE}
_FILTERS: Final = ("field_equals", "field_contains", "field_from", "field_to", "field_empty")

GetField = Callable[[UUID], DocumentField]


def list_field_values(
    actor: Actor, corpus: Corpus | None, *, document: UUID | None = None, field: UUID | None = None
) -> "QuerySet[FieldValue]":
    """Return the visible values of documents in a visible corpus, or in all; of a document or a field, if given."""
    rows = visible_rows(FieldValue, actor, corpus=corpus).select_related("field")
    if document is not None:
        rows = rows.filter(document=document)
    return rows if field is None else rows.filter(field=field)


def values_by_document(actor: Actor, corpus: UUID, documents: Iterable[Document]) -> dict[UUID, list[FieldValue]]:
    """Return the values that visible documents have in a corpus, in the order of its fields; one query.

    There are none if the corpus is not visible.
    """
    rows = FieldValue.objects.filter(
        corpus=corpus,
        corpus__in=Corpus.objects.in_scope(actor, None),
        document__in=[document.pk for document in documents],
    )
    found: dict[UUID, list[FieldValue]] = {}
    for row in as_batch(rows.select_related("field").order_by("field__position", "field_id")):
        found.setdefault(row.document_id, []).append(row)
    return found


def with_fields(
    rows: VisibleQuerySet[Document], filters: Mapping[str, Any], get_field: GetField
) -> VisibleQuerySet[Document]:
    """Keep the documents whose value of a field matches; raise `NotFound` if it, or that of the order, is not visible.

    `filters` has the arguments that `split_arguments` has taken.
    """
    if (sorted_by := filters.get("sort_field")) is not None:
        get_field(sorted_by)
    given = {name: filters[name] for name in _FILTERS if filters.get(name) is not None}
    key = filters.get("field")
    if key is None:
        if given:
            raise Invalid("Send the field as well.", field="field")
        return rows
    field = get_field(key)
    is_empty = given.pop("field_empty", False)
    matching = FieldValue.objects.filter(field=field).filter(*(_condition(field, *each) for each in given.items()))
    if not is_empty:
        return rows.filter(pk__in=matching.values("document"))
    if given:
        raise Invalid("A document without a value has none to compare. Send only `field_empty`.", field="field_empty")
    members = CorpusDocument.objects.filter(corpus=field.corpus_id)
    return rows.filter(pk__in=members.values("document")).exclude(pk__in=matching.values("document"))


def split_arguments(filters: dict[str, Any]) -> dict[str, Any]:
    """Take the arguments of `with_fields` out of those of a list."""
    names = ("field", "sort_field", "descending", *_FILTERS)
    return {name: filters.pop(name) for name in names if name in filters}


def visible_field(actor: Actor) -> GetField:
    """Return the function that returns visible fields by their keys."""
    return lambda key: get_visible_row(DocumentField, actor, key)


def order_by_field(arguments: Mapping[str, Any]) -> Order | None:
    """Return the order of the arguments of a list, if it is by a field."""
    key = arguments.get("sort_field")
    return field_order(key, descending=bool(arguments.get("descending"))) if key else None


def _condition(field: DocumentField, name: str, text: str) -> Q:
    """Return the condition of a filter; raise `Invalid` if its text is no value of the field."""
    if name == "field_contains":
        return Q(text__icontains=text)
    if name != "field_equals" and field.type not in _RANGES:
        raise Invalid("Only numbers and dates have a range. Use `field_contains` or `field_equals`.", field=name)
    value = normalise(field.type, field.choices, [text])
    if value is None:
        return Q(pk__in=[])
    if name == "field_from":
        return Q(sort_key__gte=value.sort_key)
    if name == "field_to":
        return Q(sort_key__lte=value.sort_key)
    if field.type == DocumentField.Type.LIST:
        return Q(values__contains=value.values)
    return Q(sort_key=value.sort_key) & (Q() if field.type in _RANGES else Q(text__iexact=value.text))
