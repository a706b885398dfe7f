"""Restore a backup into an empty database and file store, or verify it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from core.db.dump import DumpError
from documents.services import backups


class Command(BaseCommand):
    help = "Load a backup into an empty database and put its files into the store, then migrate to this version."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("name", nargs="?", default="", help="of one backup; default: the newest")
        parser.add_argument("--check", action="store_true", help="only read all files of the backup and compare hashes")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup = backups.find(options["folder"], options["name"])
            if options["check"]:
                self._check(backup)
                return
            backups.restore(backup)
        except DumpError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"{backup.name} is restored")

    def _check(self, backup: backups.Backup) -> None:
        if bad := backups.verify(backup):
            raise CommandError(f"{backup.name} is damaged: {', '.join(bad[:10])}")
        self.stdout.write(f"{backup.name} is complete")
