"""The users who may see an object: the access rules in the direction that events need."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import Model

from core.access.compiler import Part, viewers

Viewers = Mapping[UUID, frozenset[UUID]]


def viewers_of(
    model: type[Model], objects: Collection[UUID], users: Collection[UUID], *, public_counts: bool
) -> Viewers:
    """Return, for each object, those of the users who may see it; one query.

    With `public_counts`, all of them may see what is public; without, only users to whom access was granted count.
    Links do not count: it is not known who holds them.
    """
    found: defaultdict[UUID, set[UUID]] = defaultdict(set)
    if objects and users:
        statement = viewers(model, Part.ALL if public_counts else Part.GRANTED)
        for key, user in statement.rows({"objects": list(objects), "users": list(users)}):
            found[key] |= {user} if user else set(users)
    return {key: frozenset(seen_by) for key, seen_by in found.items()}
