"""Encrypt stored secrets with the current SECRET_KEY, so that earlier ones are no longer needed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core import stored_secrets


class Command(BaseCommand):
    help = "Encrypt passwords of documents and keys of other servers with the current SECRET_KEY."

    def handle(self, *args: Any, **options: Any) -> None:
        report = stored_secrets.reencrypt()
        self.stdout.write(f"{report.encrypted} of {report.total} secrets encrypted again")
        if report.unreadable:
            raise CommandError(
                f"{report.unreadable} secrets cannot be read. Put the SECRET_KEY that encrypted them into"
                " SECRET_KEY_FALLBACKS and run this again; or users enter them again."
            )
