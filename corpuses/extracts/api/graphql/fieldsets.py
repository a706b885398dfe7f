"""Fieldsets in GraphQL: the questions of extracts."""

from collections.abc import Mapping
from typing import Any

import graphene
from graphql_relay import to_global_id

from core.access import require_user
from core.api.graphql.connections import Children, related_list
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.loaders import as_batch, load_for_batch, visible_related_object
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.rest.pagination import OLDEST_FIRST
from corpuses import models as corpora
from corpuses.actions.api.graphql import CorpusAction as ActionType
from corpuses.actions.models import CorpusAction
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.extracts import models
from corpuses.extracts.api.rest.fieldsets import (
    ColumnSerializer,
    FieldsetCopiesView,
    FieldsetSerializer,
    FieldsetsView,
    FieldsetView,
    TemplateSerializer,
    columns_by_holder,
)
from corpuses.extracts.templates import all_templates
from corpuses.extracts.templates.template import Template
from corpuses.visible_rows import visible_rows


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
        views = (FieldsetsView, FieldsetView, FieldsetCopiesView)

    columns = columns_field()


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
