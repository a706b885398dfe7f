"""Get one row, and save what has changed of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Manager, Model, QuerySet

from core.errors import DomainError, NotFound

M = TypeVar("M", bound=Model)


def get_row(rows: "QuerySet[M] | Manager[M]", **conditions: Any) -> M:
    """Return the first row that fulfils the conditions; raise `NotFound` if there is none."""
    found = rows.filter(**conditions).first()
    if found is None:
        raise NotFound
    return found


@contextmanager
def saved_changes(row: Model) -> Iterator[list[str]]:
    """Save the fields of a row that the block changes; afterwards the list has their names, in order.

    An empty list: nothing has changed, so nothing is saved, and there is nothing to record or to announce.
    """
    columns = {field.name: field.attname for field in row._meta.concrete_fields}
    before = {name: deepcopy(getattr(row, column)) for name, column in columns.items()}
    changed: list[str] = []
    yield changed
    changed += sorted(name for name, column in columns.items() if getattr(row, column) != before[name])
    if changed:
        row.save(update_fields=changed)


@contextmanager
def refuse_duplicate(constraint: str, error: DomainError) -> Iterator[None]:
    """Raise this error if the block violates this unique constraint; undo then what the block has written."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as violation:
        diagnostics = getattr(violation.__cause__, "diag", None)
        if getattr(diagnostics, "constraint_name", "") != constraint:
            raise
        raise error from None
