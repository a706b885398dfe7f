"""A backup while others write: it has one state of all rows, and the files of these rows."""

import hashlib
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.utils import timezone

from core.db import dump
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import CorpusDocument
from documents.models import Document, DocumentRevision
from documents.services import backups
from documents.services.deletion import delete_document
from documents.storage import blobs
from documents.tests.factories import publish
from tests.timeouts import until
from users.models import User


@pytest.fixture
def user(transactional_db) -> User:
    return User.objects.create_user("ada")


def test_a_backup_is_consistent_while_documents_come_and_go(user, tmp_path):
    """Each document is created with a file, a revision and a membership: either all of it is in the backup, or none."""
    # Tables are read by name: this one comes after memberships, and before documents.
    with work(user) as deleted, paused_backup(tmp_path, "corpuses_savedview") as running:
        before = len(deleted)
        until(lambda: len(deleted) > before + 3)
    assert running.result().damaged == []
    backup = backups.find(tmp_path)
    assert backups.verify(backup) == []
    load(backup)
    documents = set(Document.with_deleted.values_list("pk", flat=True))
    assert documents
    assert documents == set(DocumentRevision.objects.values_list("document", flat=True))
    assert documents == set(CorpusDocument.objects.values_list("document", flat=True))
    for sha256 in Document.with_deleted.values_list("blob", flat=True):
        assert hashlib.sha256(backup.files().stored(sha256).read_bytes()).hexdigest() == sha256


def load(backup: backups.Backup) -> None:
    """Replace the rows of this database by those of a backup, which checks the foreign keys."""
    paths = {table: backup.path / "tables" / backup.files().table(table) for table in backup.tables()}
    dump.load_tables(backup.tables(), backup.manifest()["sequences"], paths.__getitem__, backup.files().read)


def test_files_of_rows_that_are_deleted_meanwhile_are_in_the_backup(user, tmp_path):
    document = create(user)
    content = blobs.read_blob(document.blob)
    # Files are copied before the rows are read, and after: this one appears in between.
    put_aside = Path(default_storage.path(document.blob.name)).rename(tmp_path / "file")
    with paused_backup(tmp_path / "backups", "users_user_groups") as backup:
        put_aside.rename(default_storage.path(document.blob.name))
        delete_document(document, actor=user, permanently=True)
    assert backup.result().damaged == []
    (copied,) = [path.read_bytes() for path in (tmp_path / "backups" / "files").glob("*/*")]
    assert copied == content
    # The file has no row any more: the nightly job deletes it.
    assert [*blobs.delete_orphaned_files(before=timezone.now() + timedelta(days=1))] == [document.blob_id]
    assert not default_storage.exists(document.blob.name)


@contextmanager
def paused_backup(folder: Path, table: str) -> Iterator["Future[backups.Report]"]:
    """Begin a backup, and stop it before it reads a table until the end of the block."""

    def run() -> backups.Report:
        try:
            return backups.create(folder)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, psycopg.connect(**connection.get_connection_params()) as link:
        link.execute(f"lock table {table} in access exclusive mode")
        running = pool.submit(run)
        until(lambda: running.done() or [*folder.glob(f"*/tables/{table}.gz")])
        assert not running.done()
        yield running


@contextmanager
def work(user: User) -> Iterator[list[str]]:
    """Create documents in a corpus and delete them permanently, in two threads; yield the hashes of deleted files."""
    ended, deleted = threading.Event(), []
    corpus = create_corpus(owner=user, title="Contracts")

    def run() -> None:
        kept: list[Document] = []
        try:
            while not ended.is_set():
                with transaction.atomic():
                    kept.append(create(user))
                    publish(kept[-1], "Words.")
                    add_documents(corpus, [kept[-1]], actor=user)
                if len(kept) > 3:
                    old = Document.objects.get(pk=kept.pop(0).pk)
                    delete_document(old, actor=user, permanently=True)
                    deleted.append(old.blob_id)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        running = [pool.submit(run) for _ in range(2)]
        try:
            until(lambda: len(deleted) > 3)
            yield deleted
        finally:
            ended.set()
    for each in running:
        each.result()


@transaction.atomic
def create(user: User) -> Document:
    blob = blobs.store_bytes(os.urandom(100))
    words = {"title": "a", "filename": "a", "mime_type": "text/plain"}
    return Document.objects.create(owner=user, tenant=user.tenant, blob=blob, **words)
