"""What is found inside a document becomes documents of their own: once, where the document is, for whom it is."""

import pytest
from django.db import transaction

from conftest import DEMO
from core.access.permissions import has_permission
from core.access.roles import Permission
from corpuses.services.corpora import add_documents, create_corpus
from corpuses.services.folders import create_folder
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
def letter(user):
    return parsed_document(user, "Please find attached.", title="Letter")


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


def places(document):
    return [child.path for child in attachments.attachments_of(document)]


def test_an_attachment_is_processed_as_a_document_of_the_same_owner(letter, user, file):
    assert create(letter, file(LEASE.read_bytes(), "../Lease (final).pdf", "annex/old")) == []
    child = letter.attachments.get()
    assert (child.owner, child.tenant_id, child.title) == (user, letter.tenant_id, "Lease (final)")
    assert (child.path, child.mime_type) == ("annex/old/Lease (final).pdf", "application/pdf")
    assert child.backend_lock
    assert Job.objects.filter(subject_id=child.pk, kind="documents.process").exists()


def test_parsing_again_makes_nothing_twice(letter, file):
    note = file(b"A note.", "note.txt")
    create(letter, note, note)
    first = letter.attachments.get(path="note.txt")
    create(letter, note, note)
    assert places(letter) == ["note.txt", "note.txt (2)"]
    assert letter.attachments.get(path="note.txt") == first


def test_what_lies_in_an_attachment_hangs_on_the_upload_and_is_found_from_both(letter, file):
    create(letter, file(b"A letter in a letter.", "inner.txt"))
    inner = letter.attachments.get()
    create(inner, file(b"Deep.", "deep.txt"))
    assert places(letter) == ["inner.txt", "inner.txt/deep.txt"]
    assert places(inner) == ["inner.txt/deep.txt"]
    assert Document.objects.filter(parent=inner).count() == 0


def test_what_cannot_become_a_document_is_named_with_the_reason(letter, file, settings):
    settings.UPLOAD_QUOTA_BYTES = 10 + letter.blob.size
    warnings = create(letter, file(b"\x00\x01\x02", "x.bin"), file(b"", "empty.txt"), file(b"A long note.", "long.txt"))
    assert [warning.code for warning in warnings] == ["attachment_skipped"] * 3
    said = " ".join(warning.message for warning in warnings)
    for name in ("x.bin", "empty.txt", "long.txt"):
        assert f"“{name}”" in said
    assert "quota" in said
    assert places(letter) == []


def test_there_is_an_end_to_how_many_and_how_deep(letter, file, monkeypatch):
    monkeypatch.setattr(attachments, "MAX_ATTACHMENTS", 1)
    deep = file(b"Deep.", "deep.txt", "/".join("abcdefghi"))
    warnings = create(letter, deep, file(b"One.", "one.txt"), file(b"Two.", "two.txt"))
    assert places(letter) == ["one.txt"]
    assert [name for w in warnings for name in ("deep.txt", "one.txt", "two.txt") if name in w.message] == [
        "deep.txt",
        "two.txt",
    ]


def test_it_goes_where_its_parent_is_and_where_its_parent_goes(letter, user, file):
    before = create_corpus(owner=user, title="Before")
    folder = create_folder(before, name="letters", actor=user)
    add_documents(before, [letter], actor=user)
    before.memberships.update(folder=folder)
    create(letter, file(b"A note.", "note.txt"))
    child = letter.attachments.get()
    assert before.memberships.get(document=child).folder == folder
    after = create_corpus(owner=user, title="After")
    assert set(add_documents(after, [letter], actor=user)) == {letter, child}


@pytest.mark.parametrize(("role", "edits"), [("viewer", False), ("editor", True)])
def test_who_has_a_role_on_the_letter_has_it_on_what_was_found_in_it(letter, user, other_user, file, role, edits):
    create(letter, file(b"A note.", "note.txt"))
    child = letter.attachments.get()
    assert not has_permission(other_user, Permission.VIEW, child)
    create_share(letter, ShareRequest(role=role, user="eve"), actor=user)
    assert set(Document.objects.visible_to(other_user)) == {letter, child}
    assert has_permission(other_user, Permission.EDIT, child) is edits
    assert not has_permission(other_user, Permission.DELETE, child)


def test_a_letter_that_is_public_is_public_with_its_attachments(letter, user, other_user, file):
    create(letter, file(b"A note.", "note.txt"))
    set_public(letter, public=True, actor=user)
    assert has_permission(other_user, Permission.VIEW, letter.attachments.get())


def test_deleting_a_letter_deletes_what_was_found_in_it(letter, user, file):
    create(letter, file(b"A note.", "note.txt"))
    child = letter.attachments.get()
    delete_document(letter, actor=user)
    assert not Document.objects.filter(pk=child.pk).exists()
    assert Job.objects.get(subject_id=child.pk).state == "cancelled"
