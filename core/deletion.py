"""The bin: rows are marked as deleted first, and removed from the database later (`core.models.Deletable`)."""

from collections.abc import Callable
from datetime import datetime
from itertools import chain, count
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db.models import Manager, Model, QuerySet
from django.utils import timezone

M = TypeVar("M", bound=Model)

_NAME_LENGTH: Final = 100  # of the columns of names


class LiveManager(Manager[M]):
    """The rows that are not in the bin."""

    def get_queryset(self) -> QuerySet[M]:
        return super().get_queryset().filter(deleted_at=None)


def move_to_bin(rows: "QuerySet[Any]", *, user_id: UUID | None, moment: datetime | None = None) -> int:
    """Mark rows as deleted and return how many; give the same `moment` to what shall be restored together."""
    return rows.update(deleted_at=moment or timezone.now(), deleted_by=user_id)


def take_from_bin(rows: "QuerySet[Any]") -> int:
    """Undo `move_to_bin` and return how many rows were restored."""
    return rows.exclude(deleted_at=None).update(deleted_at=None, deleted_by=None)


def is_in_bin(obj: Model) -> bool:
    """Check whether an object was deleted; always false for models without a bin."""
    return getattr(obj, "deleted_at", None) is not None


def free_name(name: str, is_taken: Callable[[str], bool], *, limit: int = _NAME_LENGTH) -> str:
    """Return the name, or with a number behind it, shortened to the limit, if something else has that name."""
    endings = (f" ({number})" for number in count(2))
    numbered = (name[: limit - len(ending)].rstrip() + ending for ending in endings)
    return next(each for each in chain([name], numbered) if not is_taken(each))
