"""Write all rows of the database to files, and load them into an empty database, through PostgreSQL's COPY.

No client tools are needed, any version of PostgreSQL reads the files, and an ordinary role may load them: tables come
from the migrations, so no extension has to be created.
"""

import gzip
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from psycopg import sql

from core.db import schema_file

_CHUNK: Final = 1 << 20
_TABLES: Final = """
SELECT relname, array_agg(attname::text ORDER BY attnum) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
GROUP BY relname ORDER BY relname"""
# By the column that they belong to: names of sequences may differ between databases.
_SEQUENCES: Final = """
SELECT relname, attname, pg_sequence_last_value(sequence.seqrelid) FROM pg_sequence sequence
JOIN pg_depend ON objid = seqrelid AND classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass
AND deptype IN ('a', 'i')
JOIN pg_class ON pg_class.oid = refobjid JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
WHERE relnamespace = 'public'::regnamespace AND relname = ANY(%s) ORDER BY relname, attname"""
_SET_SEQUENCE: Final = "SELECT setval(pg_get_serial_sequence(quote_ident(%s), %s), %s)"


Open = Callable[[Path], AbstractContextManager[IO[bytes]]]


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


def sequences(tables: Iterable[str]) -> list[tuple[str, str, int]]:
    """Return table, column and last value of the sequences of these tables that were used."""
    with connection.cursor() as cursor:
        cursor.execute(_SEQUENCES, [list(tables)])
        return [(table, column, value) for table, column, value in cursor.fetchall() if value is not None]


def set_sequences(values: Iterable[Sequence[Any]]) -> None:
    """Set sequences to values of `sequences`, whatever their names are here."""
    with connection.cursor() as cursor:
        for table, column, value in values:
            cursor.execute(_SET_SEQUENCE, [table, column, value])
            if cursor.fetchone() == (None,):
                raise DumpError(f"The column {column} of the table {table} has no sequence.")


def write_tables(folder: Path, names: Callable[[str], str], create: Open) -> tuple[dict[str, TableFile], list[str]]:
    """Write the rows of each table of the migrations to a file of the folder. Call it in a `snapshot`.

    `names` returns the name of the file of a table, `create` opens it.

    Return also the names of other tables: they are not written, because a restore could not create them.
    """
    columns = _tables()
    known = _migrated_tables(columns.keys())
    written = {
        table: _write(table, columns[table], folder / names(table), create) for table in columns if table in known
    }
    return written, sorted(columns.keys() - known)


def require_empty() -> None:
    """Raise unless the database has no tables, so that nothing is overwritten, and the extensions that it needs."""
    if connection.introspection.table_names():
        raise DumpError(
            "This database has tables. Create an empty one with the extension vector, and set DATABASE_URL."
        )
    call_command("check", databases=["default"], verbosity=0)


def last_migrations(migrations: Iterable[Iterable[str]]) -> list[tuple[str, str]]:
    """Return the migrations that need all others of these; raise if this version does not have all of them."""
    wanted = {(app, name) for app, name in migrations}
    loader = MigrationLoader(connection)
    graph = loader.graph
    if unknown := _unknown(loader, wanted):
        app, name = min(unknown)
        raise DumpError(
            f"The backup was made by another version: this one has no migration {app}.{name}. Install that one."
        )
    known = wanted & graph.nodes.keys()
    return sorted(
        key
        for key in known
        if not any(child.key in known and child.key[0] == key[0] for child in _children(graph, key))
    )


def create_tables(targets: Collection[tuple[str, str]]) -> None:
    """Apply these migrations, and those that they need, to an empty database."""
    executor = MigrationExecutor(connection)
    is_this_version = set(executor.loader.graph.leaf_nodes()) <= set(targets)
    if not (is_this_version and schema_file.load(connection.connection)):
        executor.migrate(list(targets))


def load_tables(
    files: Mapping[str, TableFile], values: Iterable[Sequence[Any]], paths: Callable[[str], Path], read: Open
) -> list[str]:
    """Replace the rows of all tables by those of the files, in one transaction; set the sequences.

    Return the names of tables that no migration makes: their files are not loaded.
    """
    existing = _tables().keys()
    if missing := existing - files.keys():
        raise DumpError(f"The backup has no rows of the table {min(missing)}, which its migrations make.")
    tables = {table: file for table, file in files.items() if table in existing}
    with transaction.atomic(), connection.cursor() as cursor:
        for table in tables:
            # Triggers of users would record changes, or refuse them. Foreign keys are checked at the end.
            cursor.execute(sql.SQL("ALTER TABLE {} DISABLE TRIGGER USER").format(sql.Identifier(table)))
            cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
        for table, file in tables.items():
            _load(table, file, paths(table), read)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in tables:
            cursor.execute(sql.SQL("ALTER TABLE {} ENABLE TRIGGER USER").format(sql.Identifier(table)))
        set_sequences(value for value in values if value[0] in tables)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return sorted(files.keys() - existing)


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


def _unknown(loader: MigrationLoader, migrations: Set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those of the migrations that this version does not have."""
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    return {key for key in migrations if key not in loader.graph.nodes and key not in replaced}


def _migrated_tables(existing: Set[str]) -> Set[str]:
    """Return the tables that the applied migrations have made.

    This version may be later than the migrations. If it is earlier, it cannot say which tables they made: all count.
    """
    loader = MigrationLoader(connection)
    if _unknown(loader, loader.applied_migrations.keys()):
        return existing
    state = loader.project_state([key for key in loader.applied_migrations if key in loader.graph.nodes])
    models = state.apps.get_models(include_auto_created=True)
    tables = {model._meta.db_table for model in models if model._meta.managed and not model._meta.proxy}
    return tables | {MigrationRecorder.Migration._meta.db_table}


def _write(table: str, columns: list[str], path: Path, create: Open) -> TableFile:
    statement = sql.SQL("COPY {} ({}) TO STDOUT").format(sql.Identifier(table), _joined(columns))
    with create(path) as file, gzip.open(file, "wb", compresslevel=3) as target, connection.cursor() as cursor:
        with cursor.copy(statement) as copy:
            for chunk in copy:
                target.write(chunk)
        rows = cursor.rowcount
    with path.open("rb") as source:
        return TableFile(columns, rows, hashlib.file_digest(source, "sha256").hexdigest())


def _load(table: str, file: TableFile, path: Path, read: Open) -> None:
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), _joined(file.columns))
    with read(path) as opened, gzip.open(opened, "rb") as source, connection.cursor() as cursor:
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
