"""Delete and relabel several annotations at once in GraphQL."""

from datetime import datetime
from typing import Annotated, Any

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key, parse_keys_for
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import enum_type
from core.errors import Invalid
from corpuses.annotations import selections
from corpuses.annotations.api.rest.annotations import LABELS_HELP
from corpuses.annotations.api.selectors import get_visible_annotations, review_suggestions
from corpuses.annotations.models import Annotation
from corpuses.annotations.selections import MAX_ANNOTATIONS
from corpuses.corpora.api.edit_groups import Group


@mutation(reviewed=graphene.Int(description="how many were changed"))
def review_annotations(
    info: Info,
    *,
    ids: Annotated[list[ID] | None, "Of suggestions of one corpus."] = None,
    corpus_id: Annotated[ID | None, "All suggestions of a corpus that match the following filters."] = None,
    document_id: ID | None = None,
    label_ids: Annotated[list[ID] | None, LABELS_HELP] = None,
    label_id: Annotated[ID | None, "One more label."] = None,
    source: Annotated[str | None, enum_type(Annotation.Source)] = None,
    search: str | None = None,
    created_after: Annotated[datetime | None, "Created at this time or later."] = None,
    created_before: Annotated[datetime | None, "Created before this time."] = None,
    placement: Annotated[str | None, enum_type(Annotation.Placement)] = None,
    review: Annotated[str, enum_type(Annotation.Review)],
    group: Group = None,
) -> Payload:
    """Accept or reject pending suggestions, or make accepted ones pending again; rejected ones move to the bin."""
    if ids is not None and not 0 < len(ids) <= MAX_ANNOTATIONS:
        raise Invalid(f"Send 1 to {MAX_ANNOTATIONS} annotations.", field="ids")
    keys = {"corpus": (corpus_id, "Corpus"), "document": (document_id, "Document")}
    filters: dict[str, Any] = {name: parse_key(value, node) for name, (value, node) in keys.items() if value}
    labels = [*(label_ids or ()), *([label_id] if label_id else ())]
    filters["label"] = parse_keys_for(info.context.user, labels, "Label", field="labelIds")
    filters |= {"source": source, "search": search, "placement": placement}
    filters |= {"created__gte": created_after, "created__lt": created_before}
    filters = {name: value for name, value in filters.items() if value}
    reviewed = review_suggestions(
        info.context.user,
        Annotation.Review(review),
        group=group,
        annotations=None if ids is None else {parse_key(each, "Annotation") for each in ids},
        **filters,
    )
    return {"reviewed": reviewed}


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
