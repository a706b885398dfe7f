"""Labels in GraphQL."""

from typing import Annotated
from uuid import UUID

import graphene
from graphql_relay import to_global_id

from core.api.graphql.connections import Children, related_list
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.mutations import ID, Payload, Permanently, mutation
from core.api.graphql.resource_types import ResourceType
from corpuses import models as corpora
from corpuses.annotations import models
from corpuses.annotations.api.rest.labels import LABEL_ORDER, LabelSerializer
from corpuses.annotations.labels import merging
from corpuses.annotations.labels import services as labels
from corpuses.corpora.api.edit_groups import Group
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.visible_rows import get_visible_row


class Label(ResourceType):
    """A label of a corpus."""

    class Meta:
        resource = LabelSerializer
        model = models.Label
        exclude = ("corpus", "parent")

    parent_uuid = graphene.UUID(resolver=lambda label, _: label.parent_id, description="The label above it.")

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Label:
        return get_visible_row(models.Label, info.context.actor, parse_uuid(key))


def _labels(corpus: corpora.Corpus, _: Info, *, archived: bool | None = None) -> list[models.Label]:
    rows = (
        models.Label.objects.all() if archived is None else models.Label.objects.filter(archived__isnull=not archived)
    )
    return related_list(corpus, ("labels", archived), Children(rows, "corpus_id", LABEL_ORDER))


extend(
    Corpus,
    "labels",
    graphene.Field(
        graphene.List(graphene.NonNull(Label)),
        required=True,
        resolver=_labels,
        archived=graphene.Boolean(description="Only archived labels, or only the others."),
    ),
)


@mutation(label=Label)
def create_label(
    info: Info,
    *,
    corpus_id: ID,
    name: str,
    color: str = "",
    description: str = "",
    parent_id: Annotated[ID | None, "The label above it. Labels have at most three levels."] = None,
    group: Group = None,
) -> Payload:
    """Create a label, or return the label of this name unchanged. Without a color, one is chosen."""
    actor = info.context.user
    corpus = get_corpus_by_id(actor, corpus_id)
    parent = parse_key(parent_id, "Label") if parent_id else None
    look = {"name": name, "color": color, "description": description}
    return {"label": labels.create_label(corpus, **look, parent=parent, actor=actor, group=group)}


@mutation(label=Label)
def update_label(
    info: Info,
    *,
    id: ID,
    name: str | None = None,
    color: str | None = None,
    description: str | None = None,
    position: Annotated[int | None, "Its new place among the labels with the same parent, from 0."] = None,
    archived: Annotated[bool | None, "True archives it with the labels below it, false restores it."] = None,
    version: str | None = None,
    group: Group = None,
) -> Payload:
    """Change or move a label, which its annotations keep; absent fields stay as they are."""
    changed = labels.update_label(
        _get(info, parse_key(id, "Label")),
        actor=info.context.user,
        name=name,
        color=color,
        description=description,
        position=position,
        archived=archived,
        expected=version,
        group=group,
    )
    return {"label": changed}


@mutation(label=Label)
def move_label(info: Info, *, id: ID, parent_id: ID | None = None, position: int | None = None) -> Payload:
    """Move a label with those below it to another parent of its corpus; without `parentId` to the top."""
    parent = parse_key(parent_id, "Label") if parent_id else None
    label = _get(info, parse_key(id, "Label"))
    return {"label": labels.update_label(label, actor=info.context.user, parent=parent, position=position)}


@mutation(label=Label, deleted_id=graphene.ID())
def merge_labels(
    info: Info,
    *,
    id: ID,
    into_id: Annotated[ID, "Another label of the same corpus, which is returned."],
    group: Group = None,
) -> Payload:
    """Merge a label into another one, which all its annotations and documents get; it is moved to the bin."""
    key = parse_key(id, "Label")
    label, into = _get(info, key), _get(info, parse_key(into_id, "Label"))
    return {
        "label": merging.merge_label(label, into, actor=info.context.user, group=group),
        "deleted_id": to_global_id("Label", str(key)),
    }


@mutation(deleted_id=graphene.ID())
def delete_label(
    info: Info, *, id: ID, with_annotations: bool = False, permanently: Permanently = False, group: Group = None
) -> Payload:
    """Delete a label; one that is in use only together with its annotations, and from documents."""
    key = parse_key(id, "Label")
    labels.delete_label(
        _get(info, key),
        actor=info.context.user,
        with_annotations=with_annotations,
        permanently=permanently,
        group=group,
    )
    return {"deleted_id": to_global_id("Label", str(key))}


def _get(info: Info, key: UUID) -> models.Label:
    return get_visible_row(models.Label, info.context.user, key)
