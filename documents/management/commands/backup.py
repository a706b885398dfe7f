"""Back up the database and all stored files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.db.dump import DumpError
from documents.services import backups


class Command(BaseCommand):
    help = "Write all rows and stored files to a folder; only files that it does not have are copied."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep-days", type=int, help="then delete backups older than this, but never the newest")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        try:
            report = backups.create(folder)
        except (DumpError, OSError) as error:
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(f"{report.name}: {report.rows} rows, {report.files} files, {report.copied} of them new")
        for sha256 in report.damaged:
            self.stderr.write(f"Not in the backup, because it is missing or has changed: {sha256}")
        if (days := options["keep_days"]) is not None:
            self.stdout.write(f"{backups.delete_old(folder, keep_days=days)} old backups deleted")
