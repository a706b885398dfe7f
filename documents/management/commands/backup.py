"""Back up the database and all stored files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.db.dump import DumpError
from core.errors import DependencyFault
from documents.services import backups


class Command(BaseCommand):
    help = "Write all rows and stored files to a folder; only files that it does not have are copied."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--encrypt-to",
            action="append",
            default=[],
            metavar="RECIPIENT",
            help="a public key of age (age1…) or SSH; again for more than one. `create_backup_key` makes one",
        )
        parser.add_argument("--keep-days", type=int, help="then delete backups older than this, but never the newest")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        try:
            report = backups.create(folder, recipients=options["encrypt_to"])
        except (DumpError, OSError, DependencyFault) as error:
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(f"{report.name}: {report.rows} rows, {report.files} files, {report.copied} of them new")
        for sha256 in report.damaged:
            self.stderr.write(f"Not in the backup, because it is missing or has changed: {sha256}")
        for table in report.other_tables:
            self.stderr.write(f"Not in the backup, because no migration of this version makes this table: {table}")
        if (days := options["keep_days"]) is not None:
            self._delete_old(folder, days)

    def _delete_old(self, folder: Path, days: int) -> None:
        try:
            deleted = backups.delete_old(folder, keep_days=days)
        except (DumpError, OSError) as error:
            raise CommandError(f"The backup was made, but old ones were not deleted. {error}") from error
        self.stdout.write(f"{deleted} old backups deleted")
