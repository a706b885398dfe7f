"""Empty the broker (S1-16). No job is lost: messages are sent again within seconds."""

from typing import Any

from celery import current_app
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Delete all messages; their jobs get new ones as soon as a slot is free."

    def handle(self, *args: Any, **options: Any) -> None:
        count = current_app.control.purge()
        self.stdout.write(f"{count} messages deleted; workers will send the jobs again")
