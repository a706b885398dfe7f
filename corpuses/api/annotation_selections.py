"""Several annotations that are changed at once, for REST and GraphQL."""

from collections.abc import Collection
from uuid import UUID

from core.errors import Invalid, NotFound
from corpuses.annotations.models import Annotation
from corpuses.annotations.selections import MAX_ANNOTATIONS
from corpuses.api.access import visible_rows
from users.models import User


def get_visible_annotations(actor: User, keys: Collection[UUID]) -> list[Annotation]:
    """Return these visible annotations; raise `NotFound` if one of them is missing."""
    keys = set(keys)
    if len(keys) > MAX_ANNOTATIONS:
        raise Invalid(f"Send at most {MAX_ANNOTATIONS} annotations at once.", field="annotations")
    rows = list(visible_rows(Annotation, actor).filter(pk__in=keys).select_related("corpus"))
    if len(rows) != len(keys):
        raise NotFound("Not all of these annotations were found.", field="annotations")
    return rows
