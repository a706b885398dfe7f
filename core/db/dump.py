"""Write all rows of the database to files, and load them into an empty database, through PostgreSQL's COPY.

No client tools are needed, any version of PostgreSQL reads the files, and an ordinary role may load them: tables come
from the migrations, so no extension has to be created.
"""

import gzip
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

_CHUNK: Final = 1 << 20
_TABLES: Final = """
SELECT relname, array_agg(attname::text ORDER BY attnum) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
GROUP BY relname ORDER BY relname"""
_SEQUENCES: Final = "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public'"


class DumpError(Exception):
    """The files or the database do not allow it; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class TableFile:
    """The rows of one table in a file."""

    columns: list[str]
    rows: int
    sha256: str


@contextmanager
def snapshot() -> Iterator[None]:
    """Read one state of all tables during the block, while others write."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def applied_migrations() -> list[list[str]]:
    """Return the migrations of the database, as pairs of app and name."""
    return sorted([app, name] for app, name in MigrationRecorder(connection).applied_migrations())


def sequences() -> dict[str, int]:
    """Return the last values of the sequences that were used."""
    with connection.cursor() as cursor:
        cursor.execute(_SEQUENCES)
        return {name: value for name, value in cursor.fetchall() if value is not None}


def write_tables(folder: Path) -> dict[str, TableFile]:
    """Write the rows of each table to a file of the folder. Call it in a `snapshot`."""
    return {table: _write(table, columns, folder / f"{table}.gz") for table, columns in _tables().items()}


def require_empty() -> None:
    """Raise unless the database has no tables: nothing is overwritten."""
    if connection.introspection.table_names():
        raise DumpError(
            "This database has tables. Create an empty one with the extension vector, and set DATABASE_URL."
        )


def create_tables(migrations: Iterable[Iterable[str]]) -> None:
    """Apply these migrations to an empty database; raise if this version does not have all of them."""
    wanted = {tuple(each) for each in migrations}
    call_command("check", databases=["default"], verbosity=0)
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    replaced = {key for migration in executor.loader.disk_migrations.values() for key in migration.replaces}
    if unknown := wanted - graph.nodes.keys() - replaced:
        app, name = min(unknown)
        raise DumpError(
            f"The backup was made by a later version: this one has no migration {app}.{name}. Install that one."
        )
    known = wanted & graph.nodes.keys()
    last = [
        key
        for key in known
        if not any(child.key in known and child.key[0] == key[0] for child in _children(graph, key))
    ]
    executor.migrate(sorted(last))


def load_tables(folder: Path, tables: Mapping[str, TableFile], values: Mapping[str, int]) -> None:
    """Replace the rows of all tables by those of the files, in one transaction; set the sequences."""
    if missing := tables.keys() ^ _tables().keys():
        raise DumpError(f"The backup and the migrations disagree about the table {min(missing)}.")
    with transaction.atomic(), connection.cursor() as cursor:
        for table in tables:
            # Triggers of users would record changes, or refuse them. Foreign keys are checked at the end.
            cursor.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(sql.Identifier(table)))
            cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        for table, file in tables.items():
            _load(table, file, folder / f"{table}.gz")
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in tables:
            cursor.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(sql.Identifier(table)))
        for name, value in values.items():
            cursor.execute("SELECT setval(%s, %s)", [name, value])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def verify_file(path: Path, sha256: str) -> bool:
    """Check whether the content of a file has this hash."""
    try:
        with path.open("rb") as source:
            return hashlib.file_digest(source, "sha256").hexdigest() == sha256
    except FileNotFoundError:
        return False


def _tables() -> dict[str, list[str]]:
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        return dict(cursor.fetchall())


def _write(table: str, columns: list[str], path: Path) -> TableFile:
    statement = sql.SQL("COPY {} ({}) TO STDOUT").format(sql.Identifier(table), _joined(columns))
    with gzip.open(path, "wb", compresslevel=3) as target, connection.cursor() as cursor:
        with cursor.copy(statement) as copy:
            for chunk in copy:
                target.write(chunk)
        rows = cursor.rowcount
    with path.open("rb") as source:
        return TableFile(columns, rows, hashlib.file_digest(source, "sha256").hexdigest())


def _load(table: str, file: TableFile, path: Path) -> None:
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _joined(file.columns))
    with gzip.open(path, "rb") as source, connection.cursor() as cursor:
        with cursor.copy(statement) as copy:
            for chunk in _chunks(source):
                copy.write(chunk)
        if cursor.rowcount != file.rows:
            raise DumpError(f"{table} has {cursor.rowcount} rows instead of {file.rows}: the backup is damaged.")


def _chunks(source: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    read: Callable[[], bytes] = lambda: source.read(_CHUNK)  # noqa: E731  # for `iter`
    return iter(read, b"")


def _joined(columns: Iterable[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _children(graph: Any, key: tuple[str, str]) -> Iterable[Any]:
    return graph.node_map[key].children if key in graph.node_map else ()
