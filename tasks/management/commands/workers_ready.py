"""Tell whether a worker lives; for supervisors and health checks."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from tasks.runtime.worker_monitor import live_slots


class Command(BaseCommand):
    help = "Print the number of slots of living workers; exit with 0 when there is at least one, else with 1."

    def handle(self, *args: Any, **options: Any) -> None:
        slots = live_slots()
        self.stdout.write(f"{slots} slots ready")
        if not slots:
            sys.exit(1)
