"""Check whether a worker is alive; for supervisors and health checks."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from tasks.runtime.worker_monitor import live_slots


class Command(BaseCommand):
    help = "Print the number of slots of living workers; exit with 1 if there are none."

    def handle(self, *args: Any, **options: Any) -> None:
        slots = live_slots()
        self.stdout.write(f"{slots} slots ready")
        if not slots:
            sys.exit(1)
