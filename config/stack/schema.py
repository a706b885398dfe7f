"""Compare `core/db/schema.sql` with the migrations, or write it: `python -m config.stack.schema [--write]`.

It is what `pg_dump` of the embedded PostgreSQL prints of a database in which all migrations were run, without what
belongs to a session, and with the rows that Django keeps of migrations, content types and permissions.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import psycopg
from psycopg import sql

from config.stack.paths import PROJECT
from config.stack.postgres import SUPERUSER, Cluster
from config.stack.temporary_engines import SETTINGS, temporary_engines
from core.db import schema_file

_DATABASE: Final = "migrated"
_LOADED: Final = "loaded"
_DUMP: Final = ("--schema-only", "--no-owner", "--no-privileges", "--no-comments")
# Of the session that would load it; commands of psql; comments.
_LEFT_OUT: Final = re.compile(r"^(SET |SELECT pg_catalog\.set_config|\\|--|$)")
# Keys of permissions are as Django gives them; applied is when the file is loaded.
_ROWS: Final = {
    "django_migrations": "select app, name from django_migrations order by id",
    "django_content_type": "select id, app_label, model from django_content_type order by id",
    "auth_permission": "select id, content_type_id, codename, name from auth_permission order by id",
}


def main() -> int:
    """Compare or write; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the file; else check that it is current")
    if parser.parse_args().write:
        schema_file.FILE.write_text(schema_file.compose(migrated_schema()), encoding="utf-8")
        return 0
    if schema_file.is_current():
        return 0
    sys.stderr.write("core/db/schema.sql is older than the migrations: run `make migrations WRITE=1`.\n")
    return 1


def migrated_schema() -> str:
    """Run all migrations in a new database; return its schema as SQL."""
    with temporary_engines() as engines:
        engines.cluster.ensure_database(_DATABASE)
        env = {**os.environ, **engines.environment(), "DATABASE_URL": engines.cluster.django_url(_DATABASE)}
        env["DJANGO_SETTINGS_MODULE"] = SETTINGS
        command = [sys.executable, str(PROJECT / "manage.py"), "migrate", "--one-by-one", "--verbosity", "0"]
        subprocess.run(command, env=env, check=True)
        # Loaded once more, because PostgreSQL writes expressions that it has read from a dump in another form.
        engines.cluster.ensure_database(_LOADED)
        with psycopg.connect(engines.cluster.conninfo(_LOADED)) as connection:
            connection.execute(dump(engines.cluster, _DATABASE).encode())
        return dump(engines.cluster, _LOADED)


def dump(cluster: Cluster, database: str) -> str:
    """Return the schema of a database, with the rows of `_ROWS`."""
    program = str(cluster.engine.program.with_name("pg_dump"))
    command = [program, *_DUMP, "--host", str(cluster.sockets), "--username", SUPERUSER, database]
    dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = ["set local check_function_bodies = off;", *_without_session(dumped.splitlines())]
    with psycopg.connect(cluster.conninfo(database)) as connection:
        for table, query in _ROWS.items():
            lines += _inserts(connection, table, query)
    return "\n".join(lines) + "\n"


def _without_session(lines: list[str]) -> Iterator[str]:
    """Leave out lines outside of functions that belong to the session, comments and empty lines."""
    is_body = False
    for line in lines:
        if is_body or not _LEFT_OUT.match(line):
            yield line
        if re.search(r"\$[a-z_]*\$", line) and len(re.findall(r"\$[a-z_]*\$", line)) % 2:
            is_body = not is_body


def _inserts(connection: "psycopg.Connection[tuple[object, ...]]", table: str, query: str) -> list[str]:
    """Return statements that insert these rows, and set the sequence of their key."""
    cursor = connection.execute(query)
    names = [column.name for column in cursor.description or ()]
    rows = cursor.fetchall()
    if table == "django_migrations":
        names, rows = [*names, "applied"], [(*row, sql.SQL("now()")) for row in rows]
    values = [sql.SQL("({})").format(sql.SQL(", ").join(map(_literal, row))) for row in rows]
    insert = sql.SQL("insert into public.{} ({}) values\n{};").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, names)), sql.SQL(",\n").join(values)
    )
    if "id" not in names:
        return [insert.as_string(connection)]
    qualified = sql.SQL("public.{}").format(sql.Identifier(table))
    last = sql.SQL("select setval(pg_get_serial_sequence({}, 'id'), (select max(id) from {}));")
    return [insert.as_string(connection), last.format(f"public.{table}", qualified).as_string(connection)]


def _literal(value: object) -> sql.Composable:
    return value if isinstance(value, sql.Composable) else sql.Literal(value)


if __name__ == "__main__":
    sys.exit(main())
