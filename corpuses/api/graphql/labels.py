"""Labels in GraphQL."""

from uuid import UUID

import graphene
from graphql_relay import to_global_id

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.mutations import ID, Payload, Permanently, mutation
from core.api.graphql.resource_types import ResourceType
from corpuses.annotations import editing, models
from corpuses.annotations.services import create_label as create
from corpuses.api.access import get_visible_row
from corpuses.api.rest.labels import LabelSerializer
from corpuses.api.selectors import get_corpus_by_id


class Label(ResourceType):
    """A label of a corpus."""

    class Meta:
        resource = LabelSerializer
        model = models.Label
        exclude = ("corpus",)

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Label:
        return get_visible_row(models.Label, info.context.actor, parse_uuid(key))


@mutation(label=Label)
def create_label(info: Info, *, corpus_id: ID, name: str, color: str = "") -> Payload:
    """Create a label, or return the label of this name unchanged. Without a color, one is chosen."""
    corpus = get_corpus_by_id(info.context.user, corpus_id)
    return {"label": create(corpus, name=name, color=color, actor=info.context.user)}


@mutation(label=Label)
def update_label(
    info: Info, *, id: ID, name: str | None = None, color: str | None = None, version: str | None = None
) -> Payload:
    """Change the name or the color of a label; its annotations keep it."""
    label = _get(info, parse_key(id, "Label"))
    return {"label": editing.update_label(label, actor=info.context.user, name=name, color=color, expected=version)}


@mutation(deleted_id=graphene.ID())
def delete_label(info: Info, *, id: ID, with_annotations: bool = False, permanently: Permanently = False) -> Payload:
    """Delete a label; one that is in use only together with its annotations."""
    key = parse_key(id, "Label")
    editing.delete_label(
        _get(info, key), actor=info.context.user, with_annotations=with_annotations, permanently=permanently
    )
    return {"deleted_id": to_global_id("Label", str(key))}


def _get(info: Info, key: UUID) -> models.Label:
    return get_visible_row(models.Label, info.context.user, key)
