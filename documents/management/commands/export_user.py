"""Export all data about one user, as data protection laws require on request."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from documents.services import personal_data
from users.models import User


class Command(BaseCommand):
    help = "Write everything about a user to a new ZIP file: rows as JSON, and uploaded files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['username']}.")
        try:
            report = personal_data.export(user, options["file"])
        except OSError as error:
            raise CommandError(f"The file was not written. {error}") from error
        self.stdout.write(f"{report.rows} rows, {report.files} files")
        for name in report.missing:
            self.stderr.write(f"Missing in the store: {name}")
