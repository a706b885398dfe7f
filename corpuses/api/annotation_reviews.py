"""The review of suggestions, for REST and GraphQL."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from core.errors import Invalid
from corpuses.annotations import reviews
from corpuses.annotations.models import Annotation
from corpuses.api.annotation_selections import get_visible_annotations
from corpuses.api.selectors import get_visible_corpus, list_annotations
from users.models import User


def review_suggestions(
    actor: User,
    review: Annotation.Review,
    *,
    annotations: Collection[UUID] | None = None,
    corpus: UUID | None = None,
    group: UUID | None = None,
    **filters: Any,
) -> int:
    """Review suggestions by id, or all of a corpus that match the filters of its list; return how many were changed."""
    if annotations is not None:
        if corpus is not None or filters:
            raise Invalid("Send `annotations`, or a `corpus` with filters, not both.", field="annotations")
        return reviews.review_annotations(get_visible_annotations(actor, annotations), review, actor=actor, group=group)
    if corpus is None:
        raise Invalid("Send `annotations`, or the `corpus` whose suggestions are reviewed.", field="annotations")
    rows = list_annotations(actor, corpus=corpus, **filters)
    within = get_visible_corpus(actor, corpus)
    return reviews.review_matching(rows, within, review, actor=actor, group=group, **filters)
