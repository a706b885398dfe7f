"""The export of everything about an account: no table or file is left out, nothing private of others is in it."""

import json
import zipfile

import pytest
from django.apps import apps
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from corpuses.conversations.models import Conversation
from corpuses.exports.models import Export
from corpuses.extracts.models import Cell
from corpuses.fields.models import FieldValue
from corpuses.models import Corpus, Folder
from documents.models import Document
from documents.services import personal_data
from tests.data_protection.filling import TITLE
from tests.data_protection.searching import places_of
from tests.permissions.world import SECRET

pytestmark = pytest.mark.django_db

# Tables that have nothing about users, or what is useless without this installation.
OTHER_TABLES = {
    "auth.Group",
    "auth.Group_permissions",
    "auth.Permission",
    "contenttypes.ContentType",
    "documents.Blob",  # hashes and sizes; the files are exported
    "documents.FileStore",
    "documents.ParserChoice",
    "events.Event",  # keys of what changed in the last minutes, for open pages
    "sessions.Session",  # a secret
    "socialaccount.SocialApp",
    "tasks.SchedulerState",
    "tasks.WorkerBeat",
}
# Columns with the word that are computed from others, or name the service account of a team.
OTHER_COLUMNS = {
    "corpuses_cell.sort_key",
    "corpuses_fieldvalue.sort_key",
    "users_user.name",
    "users_user.username",
}


@pytest.fixture
def archive(user, tmp_path):
    personal_data.export(user, tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        yield archive


def tables(archive) -> dict[str, list[dict]]:
    names = [name for name in archive.namelist() if name.startswith("rows/")]
    return {name.removeprefix("rows/").removesuffix(".json"): json.loads(archive.read(name)) for name in names}


def derived_tables() -> set[str]:
    return {apps.get_model(label)._meta.db_table for label in personal_data.DERIVED}


def test_every_table_is_exported_or_known_to_be_something_else():
    exported = {model._meta.label for model in personal_data.exported_models()}
    managed = {model._meta.label for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    assert managed - exported == personal_data.DERIVED | OTHER_TABLES


def test_every_column_that_refers_to_a_file_is_known():
    assert {field.name for _, field in personal_data.blob_columns()} == {
        personal_data.FILES,
        *personal_data.DERIVED_FILES,
    }


def test_every_column_with_a_word_of_the_user_is_exported(user, archive):
    """The account of `tests.permissions.world` wrote the word into every text of its corpora."""
    exported = {
        f"{table}.{column}"
        for table, rows in tables(archive).items()
        for row in rows
        for column, value in row.items()
        if SECRET.lower() in str(value).lower()
    }
    stored = {place for place in places_of([SECRET]) if not place.startswith("redis:") and "/" not in place}
    missing = {place for place in stored - exported if place.partition(".")[0] not in derived_tables()}
    assert len(exported) > 40
    assert missing == OTHER_COLUMNS


def test_rows_below_own_corpora_are_exported(user, archive):
    exported = tables(archive)
    for model, of in ((Folder, "corpus"), (FieldValue, "corpus"), (Cell, "row__extract__corpus")):
        own = set(model._base_manager.filter(**{f"{of}__owner": user}).values_list("pk", flat=True))
        assert own
        assert {row["id"] for row in exported[model._meta.db_table]} == {str(key) for key in own}


def test_decisions_about_rows_of_others_are_exported(user, other, archive):
    (reviewed,) = Cell.objects.filter(reviewer=user, row__extract__corpus__owner=other)
    row = next(row for row in tables(archive)["corpuses_cell-reviewer"] if row["pk"] == str(reviewed.pk))
    assert row == {"pk": str(reviewed.pk), "review": reviewed.review, "reviewed": None, "text": "", "value": None}


def test_files_of_documents_exports_and_unfinished_uploads_are_exported(user, tmp_path):
    export = Export.objects.get(owner=user)
    default_storage.save(export.blob.name, ContentFile(b"rows of an export"))
    report = personal_data.export(user, tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        files = {name: archive.read(name) for name in archive.namelist() if name.startswith("files/")}
    assert files[f"files/{export.pk}/{export.filename}"] == b"rows of an export"
    names = {name.rpartition("/")[2] for name in files}
    assert {f"{TITLE}.txt", f"{SECRET}.txt"} <= names
    assert len(report.missing) == 1  # of the only document whose file the test does not store


def test_private_rows_of_others_are_not_exported(user, other, tmp_path):
    """A user who may see a corpus asks questions about it for herself, and annotates documents of others."""
    corpus = Corpus.objects.filter(owner=user, is_personal=False).first()
    asked = Conversation.objects.create(owner=other, tenant=other.tenant, corpus=corpus, title="Potoroo")
    asked.messages.create(order=0, role="user", state="complete", text="Potoroo?")
    document = Document.objects.filter(owner=user).first()
    theirs = Corpus.objects.get(owner=other, title="Wombat corpus")
    theirs.memberships.create(document=document, added_by=other)
    theirs.threads.create(document=document).comments.create(author=other, text="Potoroo!")
    personal_data.export(user, tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        having = {name for name in archive.namelist() if b"Potoroo" in archive.read(name)}
    assert having == set()


def test_of_what_others_share_with_the_user_only_the_role_is_exported(user, other, archive):
    """Neither titles and texts of shared documents and corpora, nor the names and addresses of their owners."""
    whole = b"".join(archive.read(name) for name in archive.namelist()).decode()
    shares = [row for row in tables(archive)["documents_documentshare"] if row["user_id"] == str(user.pk)]
    assert [row["role"] for row in shares] == ["editor"]
    assert [text for text in ("Wombat lease", "Wombat corpus", "Thank you", other.email) if text in whole] == []
