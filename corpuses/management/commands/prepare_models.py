"""Build the embedding model, so that the first document does not wait for it. Safe for concurrent runs."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from corpuses.llm import minilm


class Command(BaseCommand):
    requires_system_checks = []  # imports all URLs
    help = "Build the embedding model in the data folder, unless it exists. Needs no network."

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.MODELS_DIR)
        self.stdout.write(f"Preparing {minilm.NAME} in {folder} …")
        self.stdout.flush()
        begin = time.monotonic()
        built = minilm.build(folder)
        seconds = time.monotonic() - begin
        self.stdout.write(f"Built in {seconds:.1f} s." if built else "It exists already.")
