"""Edits in GraphQL: the list, undo and redo."""

from typing import Any

import graphene

from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.rest.pagination import NEWEST_FIRST
from corpuses.annotations import models
from corpuses.undo.api.rest import EditQuery, EditSerializer, RedoView, UndoView
from corpuses.undo.api.selectors import get_visible_edit, list_edits
from users.api.graphql.users import User


class Edit(ResourceType):
    """A change of an annotation, a relation, a comment, a thread, a label, a field, a folder or a cell, or of a
    document: of a label, a value, its title, its folder or its membership in the corpus.

    What it did not change of an annotation is null, before and after.
    """

    class Meta:
        resource = EditSerializer
        model = models.Edit
        exclude = ("corpus", "document", "actor")
        views = (UndoView, RedoView)

    annotation = graphene.UUID(resolver=lambda edit, _: edit.annotation_id)
    actor = graphene.Field(User, resolver=lambda edit, _: edit.actor)

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Edit:
        return get_visible_edit(info.context.actor, parse_uuid(key))


EditConnection = connection_of(Edit)


def _edits(_root: object, info: Info, *, window: Window, **filters: Any) -> Slice[models.Edit]:
    rows = list_edits(info.context.actor, **filters).select_related("actor", "annotation")
    return page(rows, NEWEST_FIRST, window)


class EditQueries(RootQueries):
    """Fields of the root."""

    edits = connection_field(
        EditConnection,
        _edits,
        query=EditQuery,
        description="The newest first, of corpora that you are a member of; of annotations in the bin only your own.",
    )
