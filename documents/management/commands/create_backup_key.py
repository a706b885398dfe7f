"""Create a key pair for encrypted backups."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core import encrypted_files


class Command(BaseCommand):
    help = "Write a new private key to a file, and print its public key for `backup --encrypt-to`."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        text, recipient = encrypted_files.new_key()
        try:
            handle = os.open(options["file"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"The key was not written. {error}") from error
        with os.fdopen(handle, "w") as file:
            file.write(text)
        self.stdout.write(recipient)
