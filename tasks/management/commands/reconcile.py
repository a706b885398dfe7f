"""Do by hand what every worker does once a second."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from tasks.runtime import runner, scheduler


class Command(BaseCommand):
    help = "Rescue lost jobs, send lost messages again, give out what is due, and print how many jobs were given out."

    def handle(self, *args: Any, **options: Any) -> None:
        count = scheduler.reconcile(using=connection)
        runner.dead_letter_lost_jobs()
        self.stdout.write(f"{count} jobs given out")
