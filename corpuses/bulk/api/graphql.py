"""Changes of all documents that a filter selects, in GraphQL."""

from typing import Annotated, Any

import graphene

from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import visible_related_object
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.rest.pagination import NEWEST_FIRST
from core.errors import Invalid
from corpuses import models as corpora
from corpuses.bulk import models, services
from corpuses.bulk.api.rest import (
    EXPECTED_HELP,
    QUERY_HELP,
    BulkChangeListQuery,
    BulkChangeSerializer,
    SkippedSerializer,
    skipped_of,
)
from corpuses.bulk.api.selectors import MAX_EXCLUDED, get_bulk_change, list_bulk_changes
from corpuses.bulk.api.selectors import create_bulk_change as create
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import visible_corpora
from tasks.api.graphql.failures import Failure, failure


def _corpus(change: models.BulkChange, info: Info) -> corpora.Corpus | None:
    return visible_related_object(change, "corpus_id", lambda: visible_corpora(info.context.actor))


class SkippedDocuments(ResourceType):
    """Documents that were skipped for one reason."""

    class Meta:
        resource = SkippedSerializer


class BulkChange(ResourceType):
    """A change of many documents by a job. Those that are neither changed nor skipped were as wanted before."""

    class Meta:
        resource = BulkChangeSerializer
        model = models.BulkChange
        exclude = ("corpus", "skipped", "error")

    corpus = graphene.Field(Corpus, resolver=_corpus, description="That of the list, or added to.")
    skipped = graphene.List(
        graphene.NonNull(SkippedDocuments),
        required=True,
        resolver=lambda change, _: skipped_of(change),
    )
    query = graphene.Field(JSONObject, required=True, resolver=lambda change, _: change.query)
    target = graphene.Field(JSONObject, required=True, resolver=lambda change, _: change.target)
    error = graphene.Field(Failure, resolver=lambda change, _: failure(change.error_code, change.error_message))

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.BulkChange:
        return get_bulk_change(info.context.actor, parse_uuid(key))


BulkChangeConnection = connection_of(BulkChange)


def _bulk_changes(_root: object, info: Info, *, window: Window, **filters: Any) -> Slice[models.BulkChange]:
    return page(list_bulk_changes(info.context.actor, **filters), NEWEST_FIRST, window)


class BulkChangeQueries(RootQueries):
    """Fields of the root."""

    bulk_changes = connection_field(
        BulkChangeConnection, _bulk_changes, query=BulkChangeListQuery, description="Yours, newest first."
    )


@mutation(bulk_change=BulkChange)
def create_bulk_change(  # the fields of the input
    info: Info,
    *,
    kind: Annotated[str, enum_type(models.BulkChange.Kind)],
    query: Annotated[dict[str, Any], JSONObject, f"With the names of REST. {QUERY_HELP}"],
    excluded_ids: Annotated[list[ID] | None, f"Documents to leave out, at most {MAX_EXCLUDED}."] = None,
    expected: Annotated[int | None, EXPECTED_HELP] = None,
    label_id: Annotated[ID | None, "To add or to remove."] = None,
    field_id: Annotated[ID | None, "To set."] = None,
    values: Annotated[list[str] | None, "Of the field; none clear it."] = None,
    folder_id: Annotated[ID | None, "To move to; absent: to the top."] = None,
    corpus_id: Annotated[ID | None, "To add to."] = None,
) -> Payload:
    """Change all documents that a filter selects, in a job; those that you may not change are skipped."""
    if len(excluded_ids or []) > MAX_EXCLUDED:
        raise Invalid(f"Exclude at most {MAX_EXCLUDED} documents.", field="excludedIds")
    options: dict[str, Any] = {
        "label": parse_key(label_id, "Label") if label_id else None,
        "field": parse_key(field_id, "DocumentField") if field_id else None,
        "corpus": parse_key(corpus_id, "Corpus") if corpus_id else None,
        "values": values,
        "expected": expected,
    }
    if folder_id:
        options["folder"] = parse_key(folder_id, "Folder")
    excluded = [parse_key(each, "Document") for each in excluded_ids or []]
    change = create(info.context.user, kind=kind, query=query, excluded=excluded, **options)
    return {"bulk_change": change}


@mutation(bulk_change=BulkChange)
def undo_bulk_change(info: Info, *, id: ID) -> Payload:
    """Undo a change of many documents, in a job; those that were changed since are skipped."""
    actor, key = info.context.user, parse_key(id, "BulkChange")
    return {"bulk_change": services.undo_bulk_change(get_bulk_change(actor, key), actor=actor)}
