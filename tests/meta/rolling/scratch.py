"""A copy of the test's database with rows in every app, to be migrated up and down."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from tests.copies import ROOT

# The order in which the first migrations go; each app depends on those behind it.
APPS = ("corpuses", "documents", "events", "tasks", "audit", "users")
SCRATCH = "up_and_down"
MIGRATE = """
import django, json, sys
from django.core.management import call_command
django.setup()
for target in json.loads(sys.argv[1]):
    call_command("migrate", *target, verbosity=0)
"""


class Database:
    """A copy of the test's database that can be migrated to any state."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._url = f"postgres://{names['USER']}@/{names['HOST']}/{SCRATCH}"
        self.sources = ROOT  # its packages come before those of the checkout
        self._conninfo = f"host={names['HOST']} user={names['USER']} dbname={SCRATCH}"

    def migrate(self, *targets: tuple[str, ...]) -> None:
        """Migrate to one target after the other."""
        command = [sys.executable, "-c", MIGRATE, json.dumps(targets)]
        environment = os.environ | {"DATABASE_URL": self._url, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
        environment |= {"PYTHONPATH": str(self.sources), "PYTHONSAFEPATH": "1"}
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
        assert done.returncode == 0, (targets, done.stderr[-3000:])

    def rows(self) -> Counter[str]:
        """Count the rows of each table."""
        with psycopg.connect(self._conninfo) as line:
            tables = line.execute("select tablename from pg_tables where schemaname = 'public'").fetchall()
            return Counter(
                {
                    name: line.execute(
                        psycopg.sql.SQL("select count(*) from {}").format(psycopg.sql.Identifier(name))
                    ).fetchone()[0]
                    for (name,) in tables
                    if name.partition("_")[0] in APPS
                }
            )

    def query(self, text: str) -> list[tuple[Any, ...]]:
        """Run a query and return its rows."""
        with psycopg.connect(self._conninfo) as line:
            return line.execute(text).fetchall()

    def schema(self) -> list[tuple[str, ...]]:
        """Return columns, constraints and indexes by name, without casts and brackets."""
        return [(name, _CASTS.sub("", definition), *rest) for name, definition, *rest in self.query(_SCHEMA)]


_SCHEMA = r"""
select table_name || '.' || column_name, data_type, is_nullable, coalesce(column_default, '')
  from information_schema.columns where table_schema = 'public'
union all select conrelid::regclass || '!' || conname, pg_get_constraintdef(oid), '', ''
  from pg_constraint where connamespace = 'public'::regnamespace
union all select tablename || '#' || indexname, indexdef, '', '' from pg_indexes where schemaname = 'public'
union all select tgrelid::regclass || '@' || tgname, pg_get_triggerdef(oid), '', ''
  from pg_trigger where not tgisinternal
order by 1, 2
"""
# They are in other places in expressions that were loaded from a dump.
_CASTS = re.compile(r"::(?:text|character varying)|[()]|\[\]")


@contextmanager
def scratch_database() -> Iterator[Database]:
    """Copy the test's database with its current rows."""
    names = settings.DATABASES["default"]
    connection.close()
    with psycopg.connect(f"host={names['HOST']} user={names['USER']} dbname=postgres", autocommit=True) as line:
        line.execute(f"create database {SCRATCH} template {names['NAME']}")
        yield Database(names)
        line.execute(f"drop database {SCRATCH} with (force)")
