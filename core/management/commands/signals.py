"""Print which receiver is connected to which signal: the live map that docs/architecture.md shows."""

from django.core.management.base import BaseCommand

from core.signal_map import live_map


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, **_: object) -> None:
        for signal, receiver in live_map():
            self.stdout.write(f"{signal} -> {receiver}")
