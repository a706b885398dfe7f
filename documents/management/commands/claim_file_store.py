"""Use the folder of this host for the files of this database."""

from typing import Any

from django.core.management.base import BaseCommand

from documents.storage import file_store


class Command(BaseCommand):
    help = "After files were moved to another folder or host: make it the one that workers have to have."

    def handle(self, *args: Any, **options: Any) -> None:
        file_store.claim()
