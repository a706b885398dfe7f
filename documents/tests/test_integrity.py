"""Changed and missing files are found and reported; unused ones are deleted after a day."""

import os
import tempfile
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone

from documents.models import Blob, Document
from documents.services import integrity, lifecycle
from documents.storage import blobs
from events import outbox
from tasks import system_tenant
from tasks.models import Job, JobLog, Schedule
from tasks.operations import periodic
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.plain_job import PlainJob

CONTRACT = "franchise-agreement.pdf"
SUMMARY = "maintenance-agreement.txt"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("create_system_tenant")]


@pytest.fixture
def create_system_tenant(db):
    return system_tenant.tenant_id()


@pytest.fixture
def stored(upload):
    """Upload a document that is not processed: one blob."""

    def store(name):
        document = upload(name)
        Job.objects.all().delete()
        return document

    return store


def run(kind):
    job_id = queue.enqueue(kind, args={}, tenant_id=system_tenant.tenant_id(), owner_id=None)
    run_jobs()
    view = queue.job_view(job_id)
    assert view.state == "success", view.error_message
    return [line.message for line in queue.log_of(job_id)]


def path_of(blob) -> Path:
    return Path(default_storage.path(blob.name))


def age(path: Path, days: float) -> Path:
    timestamp = time.time() - days * 86_400
    os.utime(path, (timestamp, timestamp))
    return path


def flip_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


# proves: S2-48
@pytest.mark.parametrize(
    ("make_damage", "damage", "message"),
    [
        (flip_a_bit, "changed", "The content of a stored file has changed."),  # one bit
        (lambda path: path.write_bytes(b""), "changed", "The content of a stored file has changed."),
        (Path.unlink, "missing", "A stored file is missing."),
    ],
)
def test_a_damaged_file_is_found_and_marks_its_document(stored, make_damage, damage, message):
    sound, document = stored(SUMMARY), stored(CONTRACT)
    make_damage(path_of(document.blob))
    lines = run(integrity.CHECK)
    assert lines == [message, "2 files read, 1 damaged."]
    assert JobLog.objects.get(message=message).fields == {"sha256": document.blob_id, "documents": [document.title]}
    assert [(blob.pk, blob.damage) for blob in integrity.damaged()] == [(document.blob_id, damage)]
    assert integrity.documents_using(integrity.damaged()) == {document.blob_id: [document]}
    assert Blob.objects.get(pk=sound.blob_id).checked is not None


# proves: S2-48
def test_files_are_read_in_batches_and_not_again_for_a_week(upload, monkeypatch):
    monkeypatch.setattr(integrity, "BATCH", 2)
    with blobs.BlobWriter() as writer:
        writer.finish()
    for number in range(5):
        blobs.store_bytes(b"%d" % number)
    assert run(integrity.CHECK) == ["5 files read, 0 damaged."]
    blobs.store_bytes(b"new")
    Blob.objects.filter(pk=Blob.objects.order_by("checked").first().pk).update(
        checked=timezone.now() - timedelta(days=8)
    )
    assert run(integrity.CHECK) == ["2 files read, 0 damaged."]


def test_a_damaged_file_is_checked_every_time_until_a_new_copy_repairs_it(stored):
    document = stored(CONTRACT)
    content = path_of(document.blob).read_bytes()
    flip_a_bit(path_of(document.blob))
    run(integrity.CHECK)
    assert run(integrity.CHECK)[-1] == "1 files read, 1 damaged."
    blobs.store_bytes(content)
    assert path_of(document.blob).read_bytes() == content
    assert list(integrity.damaged()) == []
    assert run(integrity.CHECK) == ["1 files read, 0 damaged."]


def test_owners_get_one_event(stored):
    document = stored(CONTRACT)
    path_of(document.blob).unlink()
    run(integrity.CHECK)
    run(integrity.CHECK)
    events = outbox.Event.objects.filter(uuid=document.pk, changed=["damage"])
    assert [event.owner for event in events] == [document.owner_id]


def test_a_missing_rendition_is_made_again_with_its_document(upload, user):
    document = upload(SUMMARY)
    run_jobs()
    document.refresh_from_db()
    path_of(document.revision.rendition).unlink()
    run(integrity.CHECK)
    assert integrity.documents_using(integrity.damaged()) == {document.revision.rendition_id: [document]}
    lifecycle.retry_document(document, actor=user)
    run_jobs()
    assert list(integrity.damaged()) == []


# proves: S2-48
def test_only_unused_files_are_deleted_after_a_day(stored, settings):
    document = stored(CONTRACT)
    Blob.objects.update(created=timezone.now() - timedelta(days=2))
    age(path_of(document.blob), days=2)
    orphan, young = blobs.store_bytes(b"row without document"), blobs.store_bytes(b"younger than a day")
    Blob.objects.filter(pk=orphan.pk).update(created=timezone.now() - timedelta(days=2))
    stray, fresh = blobs.store_bytes(b"bytes without row"), blobs.store_bytes(b"fresh bytes without row")
    Blob.objects.filter(pk__in=[stray.pk, fresh.pk]).delete()
    age(path_of(stray), days=1.1)
    incoming = Path(settings.DATA_DIR) / "blobs" / ".incoming"
    for name, days in (("cut-off", 1.1), ("arriving", 0.5)):
        (incoming / name).write_bytes(b"half")
        age(incoming / name, days=days)
    (incoming.parent / "notes.txt").write_bytes(b"not ours")
    assert run(integrity.SWEEP) == ["3 files removed."]
    assert [path_of(blob).exists() for blob in (document.blob, orphan, young, stray, fresh)] == [
        *(True, False, True, False, True)
    ]
    assert [path.name for path in incoming.iterdir()] == ["arriving"]
    assert (incoming.parent / "notes.txt").exists()


# proves: T-8
def test_scratch_folders_of_killed_processes_are_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    in_use, orphan_folder = blobs.scratch_folder(), Path(tempfile.mkdtemp(prefix="cartulary-scratch-"))
    (orphan_folder / "page.png").write_bytes(b"half drawn")
    age(orphan_folder, days=1.1)
    (tmp_path / "another-programs").mkdir()
    age(tmp_path / "another-programs", days=9)
    assert run(integrity.SWEEP) == ["1 files removed."]
    folders = [Path(in_use.name), orphan_folder, tmp_path / "another-programs"]
    assert [folder.exists() for folder in folders] == [True, False, True]
    in_use.cleanup()


def test_bytes_stored_again_during_the_sweep_are_kept(upload):
    blob = blobs.store_bytes(b"stored again")
    Blob.objects.all().delete()
    age(path_of(blob), days=2)
    for _ in blobs.delete_orphaned_files(before=timezone.now()):
        assert not path_of(blob).exists()
    assert blobs.read_blob(blobs.store_bytes(b"stored again")) == b"stored again"


# proves: S2-48 S2-44
def test_the_check_and_the_sweep_run_nightly_for_the_system_tenant():
    periodic.create_declared()
    assert dict(Schedule.objects.filter(kind__startswith="documents.").values_list("kind", "cron")) == {
        integrity.CHECK: "37 1 * * *",
        integrity.SWEEP: "7 5 * * *",
    }
    Schedule.objects.update(next_at=timezone.now() - timedelta(minutes=1))
    periodic.tick()
    assert {view.tenant_id for view in _jobs()} == {system_tenant.TENANT_ID}


def _jobs():
    return list(queue.jobs_by_id(Schedule.objects.values_list("last_job_id", flat=True)).values())


def test_a_large_store_is_read_in_several_nights(monkeypatch):
    monkeypatch.setattr(integrity, "_NIGHT", 0)
    blobs.store_bytes(b"for the next night")
    assert integrity.check_files(job=PlainJob()) == 0
    assert integrity.oldest_check() == Blob.objects.get().created
    assert not Document.objects.exists()
