"""What is deleted while others write about it: the deletion holds the row, the writers hear that it is gone."""

from django.db import IntegrityError
from psycopg.errors import ForeignKeyViolation

from core.errors import NotFound
from core.models import Owned, VisibleQuerySet


def hold(thing: Owned) -> None:
    """Lock a row, until the transaction ends, against everything that would refer to it; `NotFound` when it is gone.

    Without it, what others write between collecting what goes with a row and deleting it makes that fail.
    """
    rows: VisibleQuerySet[Owned] = type(thing).objects  # type: ignore[attr-defined]  # every table has one
    if not rows.select_for_update().filter(pk=thing.pk).exists():
        raise NotFound


def gone_meanwhile(error: Exception) -> NotFound | None:
    """Give what to tell a writer whose row refers to one that was deleted before the end of the transaction."""
    if isinstance(error, IntegrityError) and isinstance(error.__cause__, ForeignKeyViolation):
        return NotFound("What this belongs to was deleted at this moment.")
    return None
