"""Stored files appear whole or not at all, also where they come from another file system and have to be copied."""

import multiprocessing
import os
import tempfile
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from documents.models import Blob, Document
from documents.storage import blobs
from tests.meta.chaos.disk import small_disk, unavailable_reason

CONTENT = b"Words of a document. " * 150_000  # 3 MB
BLOB = Blob(sha256="ab" * 32)


@pytest.fixture
def blob_folder(settings):
    return Path(settings.DATA_DIR) / "blobs"


@pytest.fixture
def elsewhere(tmp_path):
    """Return a folder on another file system."""
    memory = Path("/dev/shm")
    if not (memory.is_dir() and os.access(memory, os.W_OK)) or memory.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second file system at /dev/shm")
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.fixture
def small_store(blob_folder, tmp_path):
    """Store files on a disk of 8 MB; incoming ones are on another disk."""
    if reason := unavailable_reason():
        pytest.skip(reason)
    with small_disk(blob_folder, megabytes=8) as disk:
        (tmp_path / "incoming").mkdir()
        (blob_folder / ".incoming").symlink_to(tmp_path / "incoming")
        yield disk


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.django_db
def test_a_file_from_another_file_system_is_copied(blob_folder, elsewhere):
    blob_folder.mkdir()
    (blob_folder / ".incoming").symlink_to(elsewhere)
    blob = blobs.store_bytes(CONTENT)
    assert blobs.read_blob(blob) == CONTENT
    assert (files_below(blob_folder), list(elsewhere.iterdir())) == ([Path(default_storage.path(blob.name))], [])


# proves: F-10
@pytest.mark.django_db
def test_a_copy_that_fills_the_disk_leaves_no_half(api, small_store, tmp_path):
    def send():
        return api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile("words.txt", CONTENT)})

    ballast = small_store.path / "ballast"
    ballast.write_bytes(bytes(6 << 20))
    refused = send()
    assert (refused.status_code, refused.json()["error"]["code"]) == (507, "storage_full")
    assert (files_below(small_store.path), list((tmp_path / "incoming").iterdir())) == ([ballast], [])
    ballast.unlink()
    assert send().status_code == 201
    assert blobs.read_blob(Document.objects.get().blob) == CONTENT


# proves: F-10
def test_a_copy_that_fills_the_disk_keeps_the_file_that_it_replaces(small_store, tmp_path):
    default_storage.save(BLOB.name, ContentFile(b"old"))
    source = tmp_path / "incoming" / "source"
    source.write_bytes(bytes(9 << 20))
    with pytest.raises(OSError, match="No space left"):
        blobs.put(BLOB.name, source)
    assert blobs.read_blob(BLOB) == b"old"
    assert len(files_below(small_store.path)) == 1


@pytest.mark.parametrize("is_incoming", [True, False])
def test_a_process_that_is_killed_during_a_copy_leaves_no_half(blob_folder, elsewhere, is_incoming):
    pipe = elsewhere / "pipe"  # so that the copy waits for the other half
    os.mkfifo(pipe)
    copy, args = (blobs.put, (BLOB.name, pipe)) if is_incoming else (blobs.put_if_missing, (BLOB, pipe))
    process = multiprocessing.get_context("fork").Process(target=copy, args=args)
    process.start()
    with pipe.open("wb", buffering=0) as half:
        half.write(CONTENT)  # it ends when nearly all has been read
        process.kill()
        process.join()
    assert not default_storage.exists(BLOB.name)
    (draft,) = files_below(blob_folder)
    assert draft.stat().st_size > len(CONTENT) // 2
    assert blobs.delete_old_incoming(before=timezone.now()) == 1
    assert files_below(blob_folder) == []
