"""Copies of rows in another corpus."""

from typing import Any, TypeVar

from django.db.models import Model

M = TypeVar("M", bound=Model)


def copy_row(row: M, **changes: Any) -> M:
    """Return a new row with the columns of this one and the given changes; its key is a new one, unless it is given."""
    columns = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    return type(row)(**{name: getattr(row, name) for name in columns} | changes)
