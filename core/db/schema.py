"""Compare the database with this version: missing migrations, tables and extensions."""

import pkgutil
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from django.apps import apps
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

from core.db import schema_file

# Not trusted: only a superuser may create it (`pg_available_extension_versions`).
EXTENSION: Final = "vector"
_ANEW: Final = (
    "Versions before 0.1 are not upgraded: export with the version that made it, then begin with an empty one."
)
_CREATE: Final = f"As a superuser of PostgreSQL, run CREATE EXTENSION {EXTENSION}; in this database, then migrate."


def missing_migrations(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the migrations of this version that the database does not have; those of later versions do not count."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    return sorted(f"{app}.{name}" for app, name in _migrations() if (app, name) not in applied)


def _other_migrations(connection: BaseDatabaseWrapper) -> list[str]:
    """Return applied migrations of our apps that this version does not have.

    Those of a later version come on top of all of ours; where some of ours are missing, they are of another history.
    """
    known = set(_migrations())
    applied = MigrationRecorder(connection).applied_migrations().keys()
    return sorted(f"{app}.{name}" for app, name in applied if app in schema_file.PACKAGES and (app, name) not in known)


def missing_tables(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the tables of this version that the database does not have, as after a restore with errors."""
    expected = {model._meta.db_table for model in apps.get_models(include_auto_created=True) if _has_table(model)}
    return sorted(expected - set(connection.introspection.table_names()))


def problems(connection: BaseDatabaseWrapper) -> list[str]:
    """Return what prevents this version from using the database, in sentences; none if it is complete."""
    if missing := missing_migrations(connection):
        return [f"The database lacks {len(missing)} migrations of this version, {missing[0]} among them."]
    return [f"The table {name} does not exist." for name in missing_tables(connection)]


@register(Tags.database)
def check_database(databases: Sequence[str] | None = None, **_: Any) -> Iterator[CheckMessage]:
    """Check the extension and, if all migrations are applied, the tables; `migrate` runs this before it begins."""
    for alias in databases or ():
        connection = connections[alias]
        if not _can_have_extension(connection):
            yield Error(f"The database has no extension {EXTENSION}.", hint=_CREATE, id="core.E002")
        missing = missing_migrations(connection)
        if missing and (other := _other_migrations(connection)):
            message = f"The database has migrations that this version does not know, {other[0]} among them."
            yield Error(message, hint=_ANEW, id="core.E001")
        if not missing:
            hint = f"Restore it again, with the extension {EXTENSION} created first: docs/howto/backup.md."
            for name in missing_tables(connection):
                yield Error(f"The table {name} does not exist.", hint=hint, id="core.E003")


def _can_have_extension(connection: BaseDatabaseWrapper) -> bool:
    """Check whether the extension exists, or this role may create it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = %s)"
            " OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)"
            " OR EXISTS (SELECT FROM pg_available_extension_versions WHERE name = %s AND trusted)",
            [EXTENSION, EXTENSION],
        )
        return bool(cursor.fetchone()[0])


def _migrations() -> Iterator[tuple[str, str]]:
    """List the migrations of all apps by the names of their files: importing them would take a second."""
    for config in apps.get_app_configs():
        name = f"{config.name}.migrations"
        if find_spec(name) is not None:
            for module in pkgutil.iter_modules(import_module(name).__path__):
                if not module.name.startswith("_"):
                    yield config.label, module.name


def _has_table(model: Any) -> bool:
    return bool(model._meta.managed) and not model._meta.proxy
