"""Parse documents again that an older version of their parser has parsed."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from documents.services import reprocessing


class Command(BaseCommand):
    help = "Parse documents again, with low priority, that an older version of their parser has parsed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        most = reprocessing.MAX_DOCUMENTS
        parser.add_argument("--limit", type=int, default=most, help=f"documents per batch, at most {most}")
        parser.add_argument("--dry-run", action="store_true", help="only print their number")
        parser.add_argument("--all", action="store_true", help="continue until none is left")
        parser.add_argument("--pause", type=float, default=30.0, help="seconds between batches, with --all")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["dry_run"]:
            self.stdout.write(f"{reprocessing.outdated().count()} documents were parsed by an older parser")
            return
        while True:
            done = reprocessing.reprocess(limit=options["limit"])
            self.stdout.write(f"{done.started} documents are parsed again, {done.left} are left")
            if not (options["all"] and done.left and done.started):
                return
            time.sleep(options["pause"])
