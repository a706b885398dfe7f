"""Write the audit log to standard output as JSON Lines."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand
from django.utils import timezone

from audit.entries import EntryFilter, all_entries, in_batches
from users.api.rest.audit_log import json_lines


class Command(BaseCommand):
    help = "Write the audit log to standard output as JSON Lines, oldest first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--after", type=_moment, help="entries of this time (ISO 8601) or later")
        parser.add_argument("--before", type=_moment, help="entries before this time")
        parser.add_argument("--action", help="`document.opened`, or a kind: `document.`")
        parser.add_argument("--object", type=UUID)
        parser.add_argument("--actor", type=UUID)

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = EntryFilter(
            object_id=options["object"],
            actor_id=options["actor"],
            action=options["action"],
            created_after=options["after"],
            created_before=options["before"],
        )
        for lines in json_lines(in_batches(all_entries(wanted)), None):
            self.stdout.write(lines.decode(), ending="")


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return timezone.make_aware(moment) if timezone.is_naive(moment) else moment
