"""The test database: a copy of a migrated one; after a test that commits, the rows of all tables are deleted."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase

from config.stack.temporary_engines import TEMPLATE

# Their rows depend on the models only, and Django would create them again after each test.
_KEPT = frozenset({"django_migrations", "django_content_type", "auth_permission"})

_LARGE = 500_000  # bytes; the planner and the next test would still see the size of what is deleted
_SIZES = """select relname, pg_relation_size(oid) from pg_class
where relnamespace = 'public'::regnamespace and relname = any(%s) and pg_relation_size(oid) > 0"""


@contextmanager
def cloned_database() -> Iterator[None]:
    """Use a new copy of the migrated database. Its server ends with the tests."""
    name = f"test_{connection.settings_dict['NAME']}"
    with connection._nodb_cursor() as cursor:  # Django's own way to the server
        cursor.execute(f'create database "{name}" template "{TEMPLATE}"')
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    TransactionTestCase._fixture_teardown = delete_all_rows  # the hook of pytest-django's fixtures
    yield
    connection.close()


@cache
def _tables() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(names) - _KEPT)


def delete_all_rows(_case: TransactionTestCase | None = None) -> None:
    """Delete the rows of all tables. Truncating takes 0.1 s, because it creates the files of tables and indexes."""
    with transaction.atomic(), connection.cursor() as cursor:
        # No triggers, no checks of foreign keys; and writes of a process that was just killed are waited for.
        tables = ", ".join(_tables())
        cursor.execute(f"set local session_replication_role = replica; lock table {tables} in share row exclusive mode")
        cursor.execute(_SIZES, [_tables()])
        sizes = dict(cursor.fetchall())
        small = [table for table, size in sizes.items() if size <= _LARGE]
        if small:
            cursor.execute("; ".join(f"delete from {table}" for table in small))
        if large := sizes.keys() - small:
            cursor.execute(f"truncate {', '.join(sorted(large))} cascade")


def waits_for_a_transaction() -> bool:
    """Check whether a transaction waits until another one has stored a row with the same value, or has not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'")
        return bool(cursor.fetchone()[0])
