"""Extracts in GraphQL: runs of a fieldset over documents."""

from typing import Any
from uuid import UUID

import graphene
from django.db.models import F

from core.access import Actor, Permission, require, require_user
from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key_for, parse_keys_for
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch, related_object, visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.ordering import Order
from core.api.rest.pagination import OLDEST_FIRST
from corpuses import models as corpora
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id, visible_corpora
from corpuses.extracts import models
from corpuses.extracts.api.graphql.cells import CellConnection, CellDifferenceConnection, ExtractRowConnection
from corpuses.extracts.api.graphql.fieldsets import Fieldset, columns_field
from corpuses.extracts.api.rest.cells import (
    CellQuery,
    DifferenceQuery,
    RowQuery,
    matching_cells,
    matching_rows,
)
from corpuses.extracts.api.rest.estimates import EngineSerializer, EstimateSerializer, estimate_extract
from corpuses.extracts.api.rest.extracts import (
    CancelExtractView,
    ExtractCountsSerializer,
    ExtractDocumentsView,
    ExtractQuery,
    ExtractSerializer,
    ExtractsView,
    ExtractView,
    RerunExtractView,
    load_counts,
)
from corpuses.extracts.api.rest.suggestions import SourceSuggestionsView
from corpuses.extracts.comparison import differing_cells
from corpuses.extracts.engines.protocol import Engine
from corpuses.extracts.engines.registry import all_engines
from corpuses.extracts.estimates import MAX_DOCUMENTS, Estimate
from corpuses.visible_rows import get_visible_row, visible_children, visible_rows
from users import models as users
from users.api.graphql.users import User


def _counts_type() -> type[graphene.ObjectType]:
    types = dict.fromkeys(("tokens", "cost", "seconds"), graphene.Float)
    types |= dict.fromkeys(("waiting_code", "waiting_message"), graphene.String)
    fields: dict[str, Any] = {
        name: graphene.Field(types.get(name, graphene.Int), description=field.help_text, required=True)
        for name, field in ExtractCountsSerializer().fields.items()
    }
    return type("ExtractCounts", (graphene.ObjectType,), fields | {"__doc__": ExtractCountsSerializer.__doc__})


ExtractCounts = _counts_type()


def _counts(extract: models.Extract, info: Info) -> dict[str, Any]:
    counts: dict[str, Any] = load_for_batch(extract, "counts", lambda rows: load_counts(rows, info.context.actor), {})
    return counts


def _corpus(extract: models.Extract, info: Info) -> corpora.Corpus:
    return related_object(extract, "corpus_id", lambda: visible_corpora(info.context.actor))


def _fieldset(extract: models.Extract, _: Info) -> models.Fieldset | None:
    return visible_related_object(extract, "fieldset_id", models.Fieldset.objects.all)


def _previous(extract: models.Extract, _: Info) -> models.Extract | None:
    return visible_related_object(extract, "previous_id", models.Extract.objects.all)


def _creator(extract: models.Extract, info: Info) -> users.User | None:
    return visible_related_object(extract, "creator_id", users.User.objects.all, known=[info.context.actor])


def _rows(
    extract: models.Extract, info: Info, *, window: Window, order: Order, **filters: Any
) -> Slice[models.ExtractRow]:
    rows = matching_rows(visible_children(models.ExtractRow, info.context.actor), **filters)
    return related_page(extract, _key("rows", filters, order), Children(rows, "extract_id", order), window)


def _cells(extract: models.Extract, info: Info, *, window: Window, order: Order, **filters: Any) -> Slice[models.Cell]:
    cells = matching_cells(visible_children(models.Cell, info.context.actor), **filters)
    return related_page(extract, _key("cells", filters, order), Children(cells, "row__extract_id", order), window)


def _key(name: str, filters: dict[str, Any], order: Order) -> tuple[Any, ...]:
    return (name, *sorted(filters.items()), order)


def _differences(
    extract: models.Extract, info: Info, *, window: Window, other: UUID | None = None, **filters: Any
) -> Slice[models.Cell]:
    actor = info.context.actor
    cells = matching_cells(visible_children(models.Cell, actor), **filters)
    if other is None:
        before = cells.filter(row__extract__previous__deleted_at=None)  # it may be in the bin
        cells = differing_cells(before, F("row__extract__previous"))
    else:
        _require_visible(extract, other, actor)
        cells = differing_cells(cells, other)
    children = Children(cells, "row__extract_id", OLDEST_FIRST)
    return related_page(extract, _key("differences", {"other": other, **filters}, OLDEST_FIRST), children, window)


def _require_visible(extract: models.Extract, other: UUID, actor: Actor) -> None:
    """Raise `NotFound` if the other extract is not visible; one check for the batch."""

    def check(extracts: list[models.Extract]) -> dict[UUID, bool]:
        get_visible_row(models.Extract, actor, other)
        return {each.pk: True for each in extracts}

    load_for_batch(extract, ("is visible", other), check, default=True)


class Extract(ResourceType):
    """One run of questions over documents of a corpus."""

    class Meta:
        resource = ExtractSerializer
        model = models.Extract
        exclude = ("corpus", "fieldset", "previous", "columns", "counts", "creator")
        views = (
            ExtractsView,
            ExtractView,
            CancelExtractView,
            RerunExtractView,
            ExtractDocumentsView,
            SourceSuggestionsView,
        )

    corpus = graphene.Field(Corpus, required=True, resolver=_corpus)
    fieldset = graphene.Field(Fieldset, resolver=_fieldset)
    previous = graphene.Field(lambda: Extract, resolver=_previous, description="The run before it.")
    creator = graphene.Field(User, resolver=_creator)
    columns = columns_field()
    counts = graphene.Field(ExtractCounts, required=True, resolver=_counts)
    rows = connection_field(ExtractRowConnection, _rows, query=RowQuery)
    cells = connection_field(CellConnection, _cells, query=CellQuery)
    differences = connection_field(
        CellDifferenceConnection,
        _differences,
        query=DifferenceQuery,
        description="The cells for which another extract has another value.",
    )


ExtractConnection = connection_of(Extract)


class ExtractEngine(ResourceType):
    """An engine of extracts."""

    class Meta:
        resource = EngineSerializer


class ExtractEstimate(ResourceType):
    """The expected size of an extract."""

    class Meta:
        resource = EstimateSerializer


def _engines(_root: object, info: Info) -> list[Engine]:
    require_user(info.context.actor)
    return all_engines()


def _estimate(
    _root: object,
    info: Info,
    *,
    corpus_id: str,
    fieldset_id: str,
    engine: str = "",
    document_ids: list[str] | None = None,
) -> Estimate:
    actor = info.context.user
    corpus = require(actor, Permission.EDIT, get_corpus_by_id(actor, corpus_id))
    fieldset = parse_key_for(actor, fieldset_id, "Fieldset")
    documents = None
    if document_ids is not None:
        documents = parse_keys_for(actor, document_ids, "Document", field="documentIds", most=MAX_DOCUMENTS)
    return estimate_extract(corpus, actor, fieldset=fieldset, engine=engine, documents=documents)


class ExtractQueries(RootQueries):
    """Fields of the root."""

    extract_engines = graphene.List(graphene.NonNull(ExtractEngine), required=True, resolver=_engines)
    estimate_extract = graphene.Field(
        ExtractEstimate,
        required=True,
        resolver=_estimate,
        corpus_id=graphene.ID(required=True),
        fieldset_id=graphene.ID(required=True),
        engine=graphene.String(),
        document_ids=graphene.List(graphene.NonNull(graphene.ID)),
        description="Estimate an extract before it is started.",
    )


def _extracts(
    corpus: corpora.Corpus, info: Info, *, window: Window, order: Order, **filters: Any
) -> Slice[models.Extract]:
    rows = visible_rows(models.Extract, info.context.actor).filter(**filters)
    key = ("extracts", *sorted(filters.items()), order)
    return related_page(corpus, key, Children(rows, "corpus_id", order), window)


extend(Corpus, "extracts", connection_field(ExtractConnection, _extracts, query=ExtractQuery))
