"""`manage.py migrate`, which loads a new database from `core/db/schema.sql` before it looks for what is missing."""

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections

from core.db import schema_file

# With one of these, only some migrations are to be run, or none.
_PARTIAL = ("app_label", "plan", "check_unapplied", "fake", "fake_initial", "prune", "one_by_one")


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--one-by-one", action="store_true", help="Run each migration, also in a new database.")

    def handle(self, *args: Any, **options: Any) -> None:
        if not any(options[name] for name in _PARTIAL):
            connection = connections[options["database"]]
            if not options["skip_checks"]:  # it may lack what the schema needs
                self.check(databases=[options["database"]])
            connection.ensure_connection()
            if schema_file.load(connection.connection) and options["verbosity"] >= 1:
                self.stdout.write("Loaded the schema of this version.")
            options["skip_checks"] = True
        super().handle(*args, **options)
