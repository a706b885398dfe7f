"""Check that this folder has the files of this database: without a bucket, all processes have to share one folder.

The first process that starts, web or worker, writes a random key into the folder and into the database.
"""

from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, storages
from django.db import transaction

from documents.models import FileStore

KEY_FILE: Final = ".file-store"


class OtherFileStore(ImproperlyConfigured):
    """The files of this database are elsewhere."""

    def __init__(self) -> None:
        super().__init__(
            f"{settings.MEDIA_ROOT} does not have the files of this database: another host stores them. "
            "Processes on several hosts need a bucket: set S3_BUCKET on all of them. "
            "If the files were moved to this folder, run manage.py claim_file_store."
        )


def mark() -> None:
    """Mark the folder if none is known yet; else raise `OtherFileStore` if this is not the known one."""
    if _is_folder():
        with transaction.atomic():
            # A process that starts at the same time waits here until the key is in the folder.
            store, is_new = FileStore.objects.get_or_create(pk=FileStore.ONLY)
            if is_new:
                _write(store.key)
            elif _read() != str(store.key):
                raise OtherFileStore


def claim() -> None:
    """Make this the known folder: processes with another one are refused."""
    if _is_folder():
        with transaction.atomic():
            FileStore.objects.all().delete()
            mark()


def adopt() -> None:
    """Mark this folder with the key of the database, after rows and files were restored."""
    if _is_folder() and (store := FileStore.objects.first()):
        _write(store.key)


def _is_folder() -> bool:
    return isinstance(storages["default"], FileSystemStorage)


def _read() -> str:
    try:
        with storages["default"].open(KEY_FILE) as file:
            return str(file.read().decode())
    except FileNotFoundError:
        return ""


def _write(key: UUID) -> None:
    storages["default"].save(KEY_FILE, ContentFile(str(key).encode()))
