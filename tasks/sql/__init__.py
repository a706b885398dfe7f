"""The hot functions of the runtime, as PostgreSQL keeps them. Every file is safe to run again."""

from pathlib import Path

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create or replace all functions; for `migrations.RunPython`. A migration that changes a file calls this again."""
    # An earlier migration installs the functions of today, which may use columns that a later one adds.
    schema_editor.execute("set local check_function_bodies = off", params=None)
    for source in sorted(Path(__file__).parent.glob("*.sql")):
        schema_editor.execute(source.read_text(encoding="utf-8"), params=None)
