"""The test database: a copy of a migrated one; after a test, only tables with rows are truncated."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.conf import settings
from django.db import connection
from django.test import TransactionTestCase

from config.stack.temporary_engines import TEMPLATE

# Their rows depend on the models only, and Django would create them again after each test.
_KEPT = frozenset({"django_migrations", "django_content_type", "auth_permission"})


@contextmanager
def cloned_database() -> Iterator[None]:
    """Use a new copy of the migrated database. Its server ends with the tests."""
    name = f"test_{connection.settings_dict['NAME']}"
    with connection._nodb_cursor() as cursor:  # Django's own way to the server
        cursor.execute(f'create database "{name}" template "{TEMPLATE}"')
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    TransactionTestCase._fixture_teardown = truncate_written  # the hook of pytest-django's fixtures
    yield
    connection.close()


@cache
def _tables() -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted(set(names) - _KEPT)


def truncate_written(_case: TransactionTestCase | None = None) -> None:
    """Truncate the tables that have rows."""
    with connection.cursor() as cursor:
        cursor.execute(" union all ".join(f"(select '{table}' from {table} limit 1)" for table in _tables()))
        written = [table for (table,) in cursor.fetchall()]
        if written:
            cursor.execute(f"truncate {', '.join(written)} cascade")
