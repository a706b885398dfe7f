"""Build the models, so that the first document does not wait for them. Safe for concurrent runs."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from corpuses.llm import minilm, reader

MODELS = {minilm.NAME: minilm.build, reader.NAME: reader.build}


class Command(BaseCommand):
    requires_system_checks = []  # imports all URLs
    help = "Build the embedding model and the reader in the data folder, unless they exist. Needs no network."

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.MODELS_DIR)
        for name, build in MODELS.items():
            self.stdout.write(f"Preparing {name} in {folder} …")
            self.stdout.flush()
            begin = time.monotonic()
            built = build(folder)
            seconds = time.monotonic() - begin
            self.stdout.write(f"Built in {seconds:.1f} s." if built else "It exists already.")
