"""System check of `manage.py migrate` for databases older than the squashed migrations."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.checks import Error, Tags, register
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


@register(Tags.database)
def check_squashed_migrations(databases: Sequence[str] | None = None, **_options: Any) -> list[Error]:
    """Refuse a database in which some, but not all, of the migrations that one replaces were applied.

    Without the replaced files, Django leaves such a migration out: its message explains nothing, or there is none.
    """
    return [error for alias in databases or () for error in _errors(alias)]


def _errors(alias: str) -> Iterator[Error]:
    applied = set(MigrationRecorder(connections[alias]).applied_migrations())
    files = MigrationLoader(None).disk_migrations
    for (app, name), migration in files.items():
        replaced = {(label, each) for label, each in migration.replaces if (label, each) not in files}
        if replaced & applied and replaced - applied:
            yield Error(
                f"This database has only some of the migrations that {app}.{name} replaces.",
                hint="Start the version before it once, which applies the others (docs/howto/run.md, Upgrading).",
                id="core.E001",
            )
