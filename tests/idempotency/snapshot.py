"""Snapshots of the product's tables and file store that can be compared between two runs.

Left out is what may differ: times, counters of tries, lines of logs, events, accounts of the scheduler. Keys are drawn
anew in each run, so a row is known by what it says and by the rows that it points to.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import DateTimeField, ForeignKey, Model

PACKAGES: Final = ("users", "documents", "corpuses", "tasks")
LEFT_OUT: Final = {
    "corpuses_llmusage",  # an answer that is asked for again after a crash is paid for again
    "tasks_joblog",  # a crash leaves a line
    "events_event",  # a row that is written twice has two events; only the final rows are compared
    "tasks_workerbeat",
    "tasks_schedulerstate",
    "tasks_schedule",
    "tasks_tenantqueue",
}
VOLATILE: Final = {
    *("fence", "queue_rank", "holder", "pid", "worker_key", "charge", "used", "request_id", "is_long"),
    *("attempts", "failures", "crashes", "runs"),
    *("password", "lineage", "group"),  # drawn anew
    *("input_tokens", "output_tokens", "cost"),  # the questions of a request share them; after a crash fewer are asked
}
# Enough for the longest way from a row to another by which it is known.
_ROUNDS: Final = 6
_POINTS: Final = " points to "
_KEY: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NAME: Final = re.compile(r"\b[0-9a-f]{8}\b")


@dataclass(frozen=True, slots=True)
class _Row:
    table: str
    key: str
    says: Mapping[str, Any]
    points: Mapping[str, tuple[str, str]]


def snapshot() -> Counter[str]:
    """Count every row and every file of the store."""
    rows = [row for model in models() for row in _rows_of(model)]
    known = {_place(row.table, row.key): row.table for row in rows}
    for _ in range(_ROUNDS):
        known = {_place(row.table, row.key): _hash(_described(row, known)) for row in rows}
    return Counter(f"{row.table} {_described(row, known)}" for row in rows) + Counter(_files())


def difference(found: Counter[str], wanted: Counter[str]) -> str:
    """Return the rows with other values; if there are none, those with other references."""
    words = [Counter(row.partition(_POINTS)[0] for row in rows.elements()) for rows in (found, wanted)]
    here, there = words if words[0] != words[1] else (found, wanted)
    lines = [f"+ {row}" for row in (here - there).elements()] + [f"- {row}" for row in (there - here).elements()]
    return "\n".join(line[:1000] for line in lines[:20])


def tables_of_difference(found: Counter[str], wanted: Counter[str]) -> set[str]:
    """Return the tables whose rows differ in their own values; references are not compared."""
    words = [Counter(_NAME.sub("", row.partition(_POINTS)[0]) for row in rows.elements()) for rows in (found, wanted)]
    return {row.split()[0] for row in (words[0] - words[1]) + (words[1] - words[0])}


def models() -> list[type[Model]]:
    """Return the models of the tables to compare."""
    found = [model for model in apps.get_models(include_auto_created=True) if model._meta.app_label in PACKAGES]
    return [model for model in found if model._meta.db_table not in LEFT_OUT and model._meta.managed]


def _rows_of(model: type[Model]) -> Iterator[_Row]:
    meta = model._meta
    points = {field.column: field for field in meta.concrete_fields if isinstance(field, ForeignKey)}
    silent = VOLATILE | {field.column for field in meta.concrete_fields if isinstance(field, DateTimeField)}
    with connection.cursor() as cursor:
        cursor.execute(f"select to_jsonb(it) from {connection.ops.quote_name(meta.db_table)} it")
        found = [json.loads(text) if isinstance(text, str) else text for (text,) in cursor.fetchall()]
    for values in found:
        yield _Row(
            table=meta.db_table,
            key=str(values[meta.pk.column]),
            says={
                name: value
                for name, value in values.items()
                if name not in silent and name not in points and not _is_drawn(name, meta.pk)
            },
            points={
                name: _place(field.related_model._meta.db_table, str(values[name]))
                for name, field in points.items()
                if values[name] is not None
            },
        )


def _is_drawn(name: str, pk: Any) -> bool:
    """Check whether the column is a generated key; other keys, such as the hash of a blob, are compared."""
    return name == pk.column and pk.get_internal_type() in {"BigAutoField", "AutoField", "UUIDField"}


def _place(table: str, key: str) -> tuple[str, str]:
    """UUIDs are unique among all tables, and stand in texts without their table."""
    return ("", key) if _KEY.fullmatch(key) else (table, key)


def _described(row: _Row, known: Mapping[tuple[str, str], str]) -> str:
    points = {name: known.get(place, "nothing") for name, place in row.points.items()}
    text = _KEY.sub(lambda found: known.get(("", found[0]), found[0]), json.dumps(row.says, sort_keys=True))
    return f"{text}{_POINTS}{points}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _files() -> Iterator[str]:
    folder = Path(settings.DATA_DIR) / "blobs"
    files = (path for path in folder.rglob("*") if path.is_file() and ".incoming" not in path.parts)
    return (f"file {path.relative_to(folder)} {path.stat().st_size}" for path in files)
