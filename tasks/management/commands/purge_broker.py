"""Empty the broker (S1-16). No job is lost: the rows are the truth, and messages are sent again within seconds."""

from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Throw away all messages; jobs that wait for one get a new one as soon as a slot is free."

    def handle(self, *args: Any, **options: Any) -> None:
        count = current_app.control.purge()
        self.stdout.write(f"{count} messages thrown away; their jobs are sent again by the workers")
