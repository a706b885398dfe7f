"""Get one row."""

from typing import Any, TypeVar

from django.db.models import Manager, Model, QuerySet

from core.errors import NotFound

M = TypeVar("M", bound=Model)


def get_row(rows: "QuerySet[M] | Manager[M]", **conditions: Any) -> M:
    """Return the first row that fulfils the conditions; raise `NotFound` if there is none."""
    found = rows.filter(**conditions).first()
    if found is None:
        raise NotFound
    return found
