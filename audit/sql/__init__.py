"""The triggers of the audit log. The file is safe to run again."""

from pathlib import Path

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create or replace the triggers; for `migrations.RunPython`."""
    source = Path(__file__).parent / "append_only.sql"
    schema_editor.execute(source.read_text(encoding="utf-8"), params=None)
