"""Attachments become documents: once, in the corpora of their document, visible to the same users."""

import pytest
from django.db import transaction

from conftest import DEMO
from core.access import Permission, has_permission
from corpuses.corpora.folders import create_folder
from corpuses.corpora.services import add_documents, create_corpus
from documents.models import Document
from documents.services import attachments
from documents.services.deletion import delete_document
from documents.tests.factories import parsed_document
from documents.types import Attachment
from tasks.models import Job
from users.sharing.services import ShareRequest, create_share, set_public

pytestmark = pytest.mark.django_db

LEASE = DEMO / "hosting-agreement.pdf"


@pytest.fixture
def email(user):
    return parsed_document(user, "Please find attached.", title="Cover")


@pytest.fixture
def file(tmp_path):
    def write(content: bytes, name: str, folder: str = "") -> Attachment:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        path.write_bytes(content)
        return Attachment(str(path), name, folder)

    return write


def create(document, *files):
    with transaction.atomic():
        return list(attachments.create_attachments(document, files))


def paths(document):
    return [child.path for child in attachments.attachments_of(document)]


def test_an_attachment_is_processed_as_a_document_of_the_same_owner(email, user, file):
    assert create(email, file(LEASE.read_bytes(), "../Lease (final).pdf", "annex/old")) == []
    child = email.attachments.get()
    assert (child.owner, child.tenant_id, child.title) == (user, email.tenant_id, "Lease (final)")
    assert (child.path, child.mime_type) == ("annex/old/Lease (final).pdf", "application/pdf")
    assert child.backend_lock
    assert Job.objects.filter(subject_id=child.pk, kind="documents.process").exists()


def test_another_parse_creates_no_duplicates(email, file):
    note = file(b"A note.", "note.txt")
    create(email, note, note)
    first = email.attachments.get(path="note.txt")
    create(email, note, note)
    assert paths(email) == ["note.txt", "note.txt (2)"]
    assert email.attachments.get(path="note.txt") == first


def test_the_parent_of_nested_attachments_is_the_upload(email, file):
    create(email, file(b"A nested e-mail.", "inner.txt"))
    inner = email.attachments.get()
    create(inner, file(b"Deep.", "deep.txt"))
    assert paths(email) == ["inner.txt", "inner.txt/deep.txt"]
    assert paths(inner) == ["inner.txt/deep.txt"]
    assert Document.objects.filter(parent=inner).count() == 0


def test_skipped_attachments_are_listed_with_the_reason(email, file, settings):
    settings.UPLOAD_QUOTA_BYTES = 10 + email.blob.size
    warnings = create(email, file(b"\x00\x01\x02", "x.bin"), file(b"", "empty.txt"), file(b"A long note.", "long.txt"))
    assert [warning.code for warning in warnings] == ["attachment_skipped"] * 3
    messages = " ".join(warning.message for warning in warnings)
    for name in ("x.bin", "empty.txt", "long.txt"):
        assert f"“{name}”" in messages
    assert "quota" in messages
    assert paths(email) == []


def test_the_number_and_the_depth_of_attachments_are_limited(email, file, monkeypatch):
    monkeypatch.setattr(attachments, "MAX_ATTACHMENTS", 1)
    deep = file(b"Deep.", "deep.txt", "/".join("abcdefghi"))
    warnings = create(email, deep, file(b"One.", "one.txt"), file(b"Two.", "two.txt"))
    assert paths(email) == ["one.txt"]
    assert [name for w in warnings for name in ("deep.txt", "one.txt", "two.txt") if name in w.message] == [
        "deep.txt",
        "two.txt",
    ]


def test_attachments_are_added_to_the_corpora_and_folders_of_their_parent(email, user, file):
    before = create_corpus(owner=user, title="Before")
    folder = create_folder(before, name="emails", actor=user)
    add_documents(before, [email], actor=user)
    before.memberships.update(folder=folder)
    create(email, file(b"A note.", "note.txt"))
    child = email.attachments.get()
    assert before.memberships.get(document=child).folder == folder
    after = create_corpus(owner=user, title="After")
    assert set(add_documents(after, [email], actor=user)) == {email, child}


@pytest.mark.parametrize(("role", "edits"), [("viewer", False), ("editor", True)])
def test_a_role_on_a_document_extends_to_its_attachments(email, user, other_user, file, role, edits):
    create(email, file(b"A note.", "note.txt"))
    child = email.attachments.get()
    assert not has_permission(other_user, Permission.VIEW, child)
    create_share(email, ShareRequest(role=role, user="eve"), actor=user)
    assert set(Document.objects.visible_to(other_user)) == {email, child}
    assert has_permission(other_user, Permission.EDIT, child) is edits
    assert not has_permission(other_user, Permission.DELETE, child)


def test_attachments_of_public_documents_are_public(email, user, other_user, file):
    create(email, file(b"A note.", "note.txt"))
    set_public(email, public=True, actor=user)
    assert has_permission(other_user, Permission.VIEW, email.attachments.get())


def test_deleting_a_document_deletes_its_attachments(email, user, file):
    create(email, file(b"A note.", "note.txt"))
    child = email.attachments.get()
    delete_document(email, actor=user)
    assert not Document.objects.filter(pk=child.pk).exists()
    assert Job.objects.get(subject_id=child.pk).state == "cancelled"
