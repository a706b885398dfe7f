"""Encrypted backups: nothing can be read without the key, and everything is restored with it."""

import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from core.db import dump
from documents.models import Blob
from documents.services import backups
from documents.services.backup_files import BackupKeyMissing, WrongBackupKey
from documents.storage import blobs
from users.models import User

NAME = "zebedee"


@pytest.fixture
def key(tmp_path, capsys) -> tuple[Path, str]:
    """Return a key file, and its public key."""
    call_command("create_backup_key", tmp_path / "key.txt")
    assert (tmp_path / "key.txt").stat().st_mode & 0o777 == 0o600
    return tmp_path / "key.txt", capsys.readouterr().out.strip()


@pytest.fixture
def folder(tmp_path, transactional_db, key) -> Path:
    """Make an encrypted backup of a user and a file; return its folder."""
    User.objects.create_user(NAME)
    with transaction.atomic():
        blobs.store_bytes(b"first of zebedee")
    call_command("backup", tmp_path / "backups", "--encrypt-to", key[1])
    return tmp_path / "backups"


def contents(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_no_row_and_no_file_can_be_read_without_the_key(folder):
    assert NAME.encode() not in contents(folder)
    assert not [path for path in folder.glob("*/tables/*") if not path.read_bytes().startswith(b"age-encryption.org")]
    assert not [path for path in folder.glob("files/*/*") if not path.read_bytes().startswith(b"age-encryption.org")]
    with pytest.raises(BackupKeyMissing):
        backups.verify(backups.find(folder))
    with pytest.raises(CommandError, match="is encrypted"):
        call_command("restore", folder, "--check")


def test_a_wrong_key_is_refused(folder, tmp_path):
    call_command("create_backup_key", tmp_path / "other.txt")
    with pytest.raises(WrongBackupKey, match="another key"):
        backups.verify(backups.find(folder, key_file=tmp_path / "other.txt"))
    with pytest.raises(CommandError, match="another key"):
        call_command("restore", folder, "--check", "--key-file", tmp_path / "other.txt")


def test_the_check_reads_everything(folder, key):
    call_command("restore", folder, "--check", "--key-file", key[0])
    (path,) = folder.glob("files/*/*")
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    with pytest.raises(CommandError, match="is damaged"):
        call_command("restore", folder, "--check", "--key-file", key[0])


def test_rows_and_files_are_restored(folder, key, monkeypatch):
    (blob,) = Blob.objects.all()
    Path(blobs.default_storage.path(blob.name)).unlink()
    User.objects.create_user("eve")
    monkeypatch.setattr(dump, "require_empty", lambda: None)
    monkeypatch.setattr(dump, "create_tables", lambda _: None)
    assert backups.restore(backups.find(folder, key_file=key[0])) == []
    assert [user.username for user in User.objects.all()] == [NAME]
    assert blobs.read_blob(blob) == b"first of zebedee"


def test_a_second_backup_copies_new_files_only_unless_the_key_is_another(folder, key, tmp_path, capsys):
    time.sleep(1.1)  # the names of backups are their seconds
    assert backups.create(folder, recipients=[key[1]]).copied == 0
    call_command("create_backup_key", tmp_path / "other.txt")
    time.sleep(1.1)
    assert backups.create(folder, recipients=[capsys.readouterr().out.split()[-1]]).copied == 1
    assert backups.verify(backups.find(folder, key_file=tmp_path / "other.txt")) == []


def test_files_of_encrypted_backups_are_deleted_with_the_last_one_that_needs_them(folder, key):
    backups.delete_old(folder, keep_days=-1)
    assert backups.verify(backups.find(folder, key_file=key[0])) == []


@pytest.mark.parametrize("recipient", ["age1nothing", "ssh-rsa nothing"])
def test_a_recipient_that_is_no_public_key_is_refused(tmp_path, transactional_db, recipient):
    with pytest.raises(CommandError, match="is no public key"):
        call_command("backup", tmp_path / "backups", "--encrypt-to", recipient)
    assert backups.finished(tmp_path / "backups") == []


def test_an_existing_key_is_not_overwritten(key):
    with pytest.raises(CommandError, match="was not written"):
        call_command("create_backup_key", key[0])
