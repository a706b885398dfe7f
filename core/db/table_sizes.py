"""Sizes of tables, as PostgreSQL estimates them: which way to read a table is faster depends on its size."""

import time
from typing import Any, Final

from django.db import connection
from django.db.models import Model

LARGE: Final = 10_000  # rows
SAMPLE: Final = 400  # rows
_SECONDS: Final = 300.0
_known: dict[str, tuple[float, bool]] = {}


def is_large(model: type[Model]) -> bool:
    """Return whether the table of a model has many rows; it is looked up every few minutes in each process."""
    table = model._meta.db_table
    looked_up, large = _known.get(table, (0.0, False))
    if table not in _known or time.monotonic() - looked_up > _SECONDS:
        large = estimated_rows(table) >= LARGE
        _known[table] = (time.monotonic(), large)
    return large


def estimated_rows(table: str) -> int:
    """Return how many rows the last ANALYZE or VACUUM of a table has found; 0 before the first."""
    connection.ensure_connection()
    # Not by Django's cursor: the number of queries of a request must not depend on when this is looked up.
    found = connection.connection.execute(
        "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = to_regclass(%s)", [table]
    ).fetchone()
    return int(found[0]) if found else 0


def sample_keys(model: type[Model]) -> list[Any]:
    """Return the keys of about `SAMPLE` rows of a table, or of all if it has fewer; the same ones each time."""
    table = model._meta.db_table
    percent = min(100.0, 100 * SAMPLE / max(1, estimated_rows(table)))
    key = model._meta.pk.column if model._meta.pk else "id"
    with connection.cursor() as cursor:
        sql = f'SELECT "{key}" FROM "{table}" TABLESAMPLE SYSTEM (%s) REPEATABLE (7) LIMIT %s'  # noqa: S608 - names of a model
        cursor.execute(sql, [percent, 2 * SAMPLE])
        return [value for (value,) in cursor.fetchall()]
