"""Fieldsets in GraphQL: the questions of extracts."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import graphene
from graphql_relay import to_global_id

from core.access import require_user
from core.api.graphql.connections import Children, related_list
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.loaders import as_batch, load_for_batch, visible_related_object
from core.api.graphql.mutations import ID, Payload, Permanently, mutation
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.rest.pagination import OLDEST_FIRST
from core.errors import Invalid
from corpuses import models as corpora
from corpuses.actions.api.graphql import CorpusAction as ActionType
from corpuses.actions.models import CorpusAction
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.extracts import fieldsets, models
from corpuses.extracts.api.rest.fieldsets import (
    ColumnSerializer,
    FieldsetSerializer,
    TemplateSerializer,
    column_drafts,
    columns_by_holder,
)
from corpuses.extracts.columns import MAX_COLUMNS, ColumnDraft
from corpuses.extracts.templates import all_templates
from corpuses.extracts.templates.template import Template
from corpuses.visible_rows import get_visible_row, visible_rows


class Column(ResourceType):
    """A question, and the type of its answers."""

    class Meta:
        resource = ColumnSerializer

    id = graphene.ID(required=True, resolver=lambda column, _: to_global_id("Column", str(column.pk)))
    uuid = graphene.UUID(required=True, resolver=lambda column, _: column.pk)
    schema = JSONObject(description="The JSON Schema of an OBJECT.")


def columns_field() -> graphene.Field:
    """Return the field with the columns of a fieldset or an extract."""
    return graphene.List(graphene.NonNull(Column), required=True, resolver=_columns)


def _columns(holder: Any, _: Info) -> list[models.Column]:
    def load(holders: list[Any]) -> Mapping[Any, list[models.Column]]:
        found = columns_by_holder(holders)
        as_batch(column for columns in found.values() for column in columns)
        return found

    columns: list[models.Column] = load_for_batch(holder, "column_rows", load, [])
    return columns


class Fieldset(ResourceType):
    """A named set of questions of a corpus."""

    class Meta:
        resource = FieldsetSerializer
        model = models.Fieldset
        exclude = ("corpus", "columns")

    columns = columns_field()

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Fieldset:
        return get_visible_row(models.Fieldset, info.context.actor, parse_uuid(key))


class TemplateColumn(graphene.ObjectType):
    """A question of a ready-made fieldset."""

    name = graphene.String(required=True)
    question = graphene.String(required=True)
    type = graphene.Field(enum_type(models.Column.Type), required=True)


class FieldsetTemplate(ResourceType):
    """A ready-made fieldset, to be copied and changed."""

    class Meta:
        resource = TemplateSerializer
        exclude = ("columns",)

    columns = graphene.List(graphene.NonNull(TemplateColumn), required=True)


def _templates(_root: object, info: Info) -> list[Template]:
    require_user(info.context.actor)
    return all_templates()


class FieldsetQueries(RootQueries):
    """Fields of the root."""

    fieldset_templates = graphene.List(
        graphene.NonNull(FieldsetTemplate), required=True, resolver=_templates, description="The ready-made fieldsets."
    )


def _fieldsets(corpus: corpora.Corpus, info: Info) -> list[models.Fieldset]:
    rows = visible_rows(models.Fieldset, info.context.actor)
    return related_list(corpus, "fieldsets", Children(rows, "corpus_id", OLDEST_FIRST))


extend(
    Corpus,
    "fieldsets",
    graphene.Field(graphene.List(graphene.NonNull(Fieldset)), required=True, resolver=_fieldsets),
)


def _fieldset(action: CorpusAction, _: Info) -> models.Fieldset | None:
    return visible_related_object(action, "fieldset_id", models.Fieldset.objects.all)


extend(
    ActionType,
    "fieldset",
    graphene.Field(Fieldset, resolver=_fieldset, description="The fieldset that the questions belong to."),
)


class ColumnInput(graphene.InputObjectType):
    """A column. With the id of an existing one, that one is changed."""

    id = graphene.ID()
    name = graphene.String(required=True)
    question = graphene.String(required=True)
    instructions = graphene.String()
    type = graphene.Field(enum_type(models.Column.Type))
    choices = graphene.List(graphene.NonNull(graphene.String))
    items = graphene.Field(enum_type(models.Column.Type))
    schema = JSONObject()


Columns = Annotated[list[Any], graphene.List(graphene.NonNull(ColumnInput))]


def read_columns(columns: Sequence[Any] | None) -> list[ColumnDraft] | None:
    """Return the drafts of columns; `None` if there are none in the request."""
    if columns is None:
        return None
    if len(columns) > MAX_COLUMNS:
        raise Invalid(f"Send 1 to {MAX_COLUMNS} columns.", field="columns")
    return column_drafts([_read_column(column) for column in columns])


def _read_column(column: Any) -> dict[str, Any]:
    # `column.items` is the field of this name.
    given = {name: value for name, value in dict(column).items() if value is not None}
    for name in ("type", "items"):
        if name in given:
            given[name] = getattr(given[name], "value", given[name])
    if "id" in given:
        given["id"] = parse_key(given["id"], "Column")
    return given


@mutation(fieldset=Fieldset)
def create_fieldset(
    info: Info,
    *,
    corpus_id: ID,
    name: str = "",
    description: str = "",
    template: Annotated[str, "The slug of a ready-made fieldset, of which a copy is made."] = "",
    columns: Columns = [],  # noqa: B006  # read only
) -> Payload:
    """Create a fieldset: with columns, or a copy of a ready-made one."""
    corpus = get_corpus_by_id(info.context.user, corpus_id)
    draft = fieldsets.FieldsetDraft(
        name=name, description=description, template=template, columns=read_columns(columns) or []
    )
    return {"fieldset": fieldsets.create_fieldset(draft, corpus=corpus, actor=info.context.user)}


@mutation(fieldset=Fieldset)
def update_fieldset(
    info: Info,
    *,
    id: ID,
    name: str | None = None,
    description: str | None = None,
    columns: Annotated[list[Any] | None, graphene.List(graphene.NonNull(ColumnInput)), "Replaces all columns."] = None,
    version: str | None = None,
) -> Payload:
    """Change a fieldset; absent fields stay as they are, and extracts that were started before keep their columns."""
    changed = fieldsets.update_fieldset(
        _get(info, id),
        actor=info.context.user,
        name=name,
        description=description,
        columns=read_columns(columns),
        expected=version,
    )
    return {"fieldset": changed}


@mutation(fieldset=Fieldset)
def copy_fieldset(
    info: Info,
    *,
    id: ID,
    corpus_id: Annotated[ID | None, "Default: the corpus of the fieldset."] = None,
    name: Annotated[str, "Default: one that is free."] = "",
) -> Payload:
    """Copy a fieldset."""
    actor = info.context.user
    fieldset = _get(info, id)
    corpus = get_corpus_by_id(actor, corpus_id) if corpus_id else fieldset.corpus
    return {"fieldset": fieldsets.copy_fieldset(fieldset, corpus=corpus, actor=actor, name=name)}


@mutation(deleted_id=graphene.ID())
def delete_fieldset(info: Info, *, id: ID, permanently: Permanently = False) -> Payload:
    """Delete a fieldset; its extracts stay."""
    fieldset = _get(info, id)
    key = str(fieldset.pk)
    fieldsets.delete_fieldset(fieldset, actor=info.context.user, permanently=permanently)
    return {"deleted_id": to_global_id("Fieldset", key)}


def _get(info: Info, value: str) -> models.Fieldset:
    return get_visible_row(models.Fieldset, info.context.user, parse_key(value, "Fieldset"))
