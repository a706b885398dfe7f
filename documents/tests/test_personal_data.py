"""Everything about one user in a file: nothing is left out but secrets, and nothing of others is in it."""

import json
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from documents.models import Document
from documents.services import personal_data
from documents.storage import blobs
from users.models import User

pytestmark = pytest.mark.django_db

NAMES = personal_data.OWNING | personal_data.TOUCHING.keys()


def document_of(owner: User, content: bytes, filename: str) -> Document:
    with transaction.atomic():
        blob = blobs.store_bytes(content)
    return Document.objects.create(
        owner=owner, tenant=owner.tenant, title=filename, filename=filename, mime_type="text/plain", blob=blob
    )


@pytest.fixture
def exported(user, other_user, tmp_path):
    """Export a user who has documents, one of them in the bin; return the archive."""
    document_of(user, b"my words", "../../mine.txt")
    document_of(other_user, b"words of another", "theirs.txt")
    in_bin = document_of(user, b"my deleted words", "old.txt")
    Document.objects.filter(pk=in_bin.pk).update(deleted_at=in_bin.created, deleted_by=user)
    call_command("export_user", user.username, tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        yield {name: archive.read(name) for name in archive.namelist()}


def rows(exported, table: str) -> list[dict]:
    return json.loads(exported[f"rows/{table}.json"])


def test_files_are_exported_also_of_documents_in_the_bin(exported):
    files = {name.rpartition("/")[2]: content for name, content in exported.items() if name.startswith("files/")}
    assert files == {"mine.txt": b"my words", "old.txt": b"my deleted words"}
    assert all(name.count("/") == 2 and ".." not in name for name in exported if name.startswith("files/"))


def test_rows_are_those_of_the_user_only(exported, user, other_user):
    (account,) = rows(exported, "users_user")
    assert (account["username"], account["email"]) == (user.username, user.email)
    assert {row["owner_id"] for row in rows(exported, "documents_document")} == {str(user.pk)}
    (deleted,) = rows(exported, "documents_document-deleted_by")
    assert deleted["deleted_at"]
    whole = b"".join(exported.values()).decode()
    assert other_user.username not in whole
    assert "theirs.txt" not in whole


def test_no_secret_is_exported(user, client, tmp_path):
    user.set_password("correct horse battery")
    user.save()
    credentials = {"username": user.username, "password": "correct horse battery"}
    assert client.post("/api/v1/auth/session", credentials, content_type="application/json").status_code == 200
    call_command("export_user", user.username, tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        assert "rows/users_browsersession.json" in archive.namelist()
        whole = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert user.password not in whole
    assert client.cookies["sessionid"].value not in whole
    assert not any(field in whole for field in ('"password"', '"digest"', '"generation"'))


def test_rows_below_those_that_are_deleted_with_the_account_are_exported(user, tmp_path):
    address = user.emailaddress_set.create(email="ada@example.org")
    address.emailconfirmation_set.create(key="a-secret-key")
    call_command("export_user", user.username, tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        (row,) = json.loads(archive.read("rows/account_emailconfirmation.json"))
    assert row["email_address_id"] == address.pk
    assert "key" not in row


def test_the_file_is_private_and_deleted_after_an_error(user, tmp_path, monkeypatch):
    target = tmp_path / "export.zip"
    call_command("export_user", user.username, target)
    assert target.stat().st_mode & 0o777 == 0o600
    target.unlink()
    document_of(user, b"my words", "mine.txt")

    def fail(_blob: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(blobs, "open_blob", fail)
    with pytest.raises(CommandError, match="No space left on device"):
        call_command("export_user", user.username, target)
    assert not target.exists()


def test_every_column_that_names_an_account_is_known():
    """A new one has to be decided: is the row one of the user (OWNING), or did the user only change it (TOUCHING)?"""
    assert {field.name for _, field in personal_data.user_columns()} - NAMES == set()


def test_an_existing_file_is_not_overwritten(user, tmp_path):
    target = tmp_path / "export.zip"
    target.write_bytes(b"another")
    with pytest.raises(CommandError, match="was not written"):
        call_command("export_user", user.username, target)
    assert target.read_bytes() == b"another"


def test_an_unknown_user_is_named(tmp_path):
    with pytest.raises(CommandError, match="There is no user eve"):
        call_command("export_user", "eve", tmp_path / "export.zip")
