"""Delete and relabel several annotations at once in GraphQL."""

from typing import Annotated

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import ID, Payload, mutation
from corpuses.annotations import selections
from corpuses.annotations.api.selectors import get_visible_annotations
from corpuses.annotations.models import Annotation
from corpuses.corpora.api.edit_groups import Group

Ids = Annotated[list[ID], f"Of annotations of one corpus, at most {selections.MAX_ANNOTATIONS}."]


@mutation(deleted=graphene.Int(description="how many were deleted"))
def delete_annotations(info: Info, *, ids: Ids, group: Group = None) -> Payload:
    """Delete several annotations, all or none of them, as one edit."""
    annotations = _annotations(info, ids)
    return {"deleted": selections.delete_annotations(annotations, actor=info.context.user, group=group)}


@mutation(relabelled=graphene.Int(description="how many did not have the label before"))
def relabel_annotations(
    info: Info, *, ids: Ids, label_id: ID | None = None, label: str = "", group: Group = None
) -> Payload:
    """Change the label of several annotations, by id or by name (a new name creates it), all or none, as one edit.

    Pending suggestions are accepted by it.
    """
    relabelled = selections.relabel_annotations(
        _annotations(info, ids),
        actor=info.context.user,
        label_id=parse_key(label_id, "Label") if label_id else None,
        label_name=label,
        group=group,
    )
    return {"relabelled": relabelled}


def _annotations(info: Info, ids: list[ID]) -> list[Annotation]:
    return get_visible_annotations(info.context.user, {parse_key(each, "Annotation") for each in ids})
