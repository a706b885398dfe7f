"""Every migration is taken back and applied again, on real PostgreSQL with rows in every app (T-13)."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tasks.testing import run_jobs
from tests.copies import ROOT
from tests.idempotency.conftest import begin, language_model

__all__ = ["language_model"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600), pytest.mark.long]

# The order in which the first migrations go; each app depends on those behind it.
APPS = ("corpuses", "documents", "tasks", "users")
SCRATCH = "up_and_down"
MIGRATE = """
import django, json, sys
from django.core.management import call_command
django.setup()
for target in json.loads(sys.argv[1]):
    call_command("migrate", *target, verbosity=0)
"""


class Database:
    """A copy of the test's database that may be changed, and the migrations that it is brought to."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._url = f"postgres://{names['USER']}@/{names['HOST']}/{SCRATCH}"
        self._conninfo = f"host={names['HOST']} user={names['USER']} dbname={SCRATCH}"

    def migrate(self, *targets: tuple[str, ...]) -> None:
        """Go to one after the other."""
        command = [sys.executable, "-c", MIGRATE, json.dumps(targets)]
        environment = os.environ | {"DATABASE_URL": self._url, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
        assert done.returncode == 0, (targets, done.stderr[-3000:])

    def rows(self) -> Counter[str]:
        """How many rows each table has."""
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

    def schema(self) -> list[tuple[str, ...]]:
        """Columns, constraints and indexes by name."""
        with psycopg.connect(self._conninfo) as line:
            return line.execute(_SCHEMA).fetchall()


_SCHEMA = """
select table_name || '.' || column_name, data_type, is_nullable, coalesce(column_default, '')
  from information_schema.columns where table_schema = 'public'
union all select conrelid::regclass || '!' || conname, pg_get_constraintdef(oid), '', ''
  from pg_constraint where connamespace = 'public'::regnamespace
union all select tablename || '#' || indexname, indexdef, '', '' from pg_indexes where schemaname = 'public'
union all select tgrelid::regclass || '@' || tgname, pg_get_triggerdef(oid), '', ''
  from pg_trigger where not tgisinternal
order by 1, 2
"""


@pytest.fixture
def database(transactional_db, language_model) -> Iterator[Database]:
    """With a document that was embedded and worked on by an agent, its jobs, and their lines."""
    begin("corpuses.agent")
    run_jobs()
    names = settings.DATABASES["default"]
    connection.close()
    with psycopg.connect(f"host={names['HOST']} user={names['USER']} dbname=postgres", autocommit=True) as line:
        line.execute(f"create database {SCRATCH} template {names['NAME']}")
        yield Database(names)
        line.execute(f"drop database {SCRATCH} with (force)")


# proves: T-13
def test_each_migration_goes_down_and_up_again_with_rows(database):
    before, schema = database.rows(), database.schema()
    assert {name.partition("_")[0] for name, count in before.items() if count} == set(APPS)
    kept = set(before)  # the tables that were there all the time
    for app, names in steps_down().items():
        database.migrate(*((app, name) for name in names))
        kept &= set(database.rows())
        database.migrate(())
        assert database.schema() == schema, app
    assert kept >= {"users_user", "tasks_job", "tasks_steprun", "documents_page", "corpuses_passage"}
    after = database.rows()
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}


# proves: T-13
def test_everything_goes_down_to_nothing_and_up_again(database):
    schema = database.schema()
    database.migrate(*((app, "zero") for app in APPS))
    assert database.rows() == {}
    database.migrate(())
    assert database.schema() == schema


def steps_down() -> dict[str, list[str]]:
    """The migrations of each app but the last, newest first: to go there is to take the next one back."""
    nodes = MigrationLoader(None).disk_migrations
    return {app: sorted((name for label, name in nodes if label == app), reverse=True)[1:] for app in APPS}
