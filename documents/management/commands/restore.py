"""Restore a backup into an empty database and file store, or verify it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

import psycopg
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseFault

from core.db.dump import DumpError
from core.errors import DependencyFault
from documents.services import backups

_AGAIN: Final = "Repair the cause and restore again, into an empty database; stored files are not copied twice."


def _reason(error: OSError | DependencyFault) -> str:
    """Return the message, with what the store has said."""
    details = error.data.get("reason", "") if isinstance(error, DependencyFault) else ""
    return f"{error} {details}".strip().rstrip(".")


class Command(BaseCommand):
    help = "Load a backup into an empty database and put its files into the store, then migrate to this version."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("name", nargs="?", default="", help="of one backup; default: the newest")
        parser.add_argument("--key-file", type=Path, help="the private key of an encrypted backup")
        parser.add_argument("--check", action="store_true", help="only read all files of the backup and compare hashes")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup = backups.find(options["folder"], options["name"], key_file=options["key_file"])
            if options["check"]:
                self._check(backup)
                return
            other_tables = backups.restore(backup)
        except DumpError as error:
            raise CommandError(str(error)) from error
        except (OSError, DependencyFault) as error:
            raise CommandError(f"A file could not be read or stored: {_reason(error)}. {_AGAIN}") from error
        except (DatabaseFault, psycopg.Error) as error:
            raise CommandError(f"The rows were not loaded: {error}. {_AGAIN}") from error
        for table in other_tables:
            self.stderr.write(f"Not restored, because no migration makes this table: {table}")
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"{backup.name} is restored")

    def _check(self, backup: backups.Backup) -> None:
        if bad := backups.verify(backup):
            raise CommandError(f"{backup.name} is damaged: {', '.join(bad[:10])}")
        self.stdout.write(f"{backup.name} is complete")
