"""`extend type` in code: a higher package adds a field to a type of a lower one; imports keep their direction."""

from typing import Any

import graphene


class FieldExists(RuntimeError):
    """Two packages add the same field to a type."""


def extend(object_type: Any, name: str, field: graphene.Field) -> None:
    """Add `name` (snake case) to a GraphQL type. Call at import time, before the schema is built."""
    fields = object_type._meta.fields
    if name in fields:
        raise FieldExists(f"{object_type.__name__}.{name}")
    fields[name] = field
