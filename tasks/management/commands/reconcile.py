"""Reconcile manually, as every worker does once a second."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from tasks.runtime import runner, scheduler


class Command(BaseCommand):
    help = "Recover lost jobs and messages, dispatch what is due, and print the number of dispatched jobs."

    def handle(self, *args: Any, **options: Any) -> None:
        count = scheduler.reconcile(using=connection)
        runner.dead_letter_lost_jobs()
        self.stdout.write(f"{count} jobs dispatched")
