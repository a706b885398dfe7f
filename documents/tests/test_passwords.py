"""Protected files: known passwords are tried, users can set one, and none of them is ever exposed."""

import logging
from pathlib import Path

import pytest
from graphql_relay import to_global_id

from core.errors import Invalid, NotFound
from documents.errors import NotEncrypted
from documents.models import Document, DocumentPassword, DocumentRevision
from documents.services import passwords
from documents.services.passwords import unlock_document
from documents.storage import blobs
from tasks.models import Job
from tasks.testing import run_jobs

DATA = Path(__file__).parent / "data"
PROTECTED = DATA / "encrypted_foo.pdf"
PASSWORD = "foo"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def protected(upload) -> Document:
    """Upload a document that fails because its password is missing."""
    document = upload(PROTECTED)
    run_jobs()
    document.refresh_from_db()
    return document


def processed(document) -> tuple[str, str]:
    run_jobs()
    document.refresh_from_db()
    return document.state, document.failure_code


def test_a_missing_password_is_requested(protected):
    assert (protected.state, protected.failure_code) == ("failed", "encrypted_document")
    assert "Enter the password" in protected.failure_message


def test_a_password_of_the_installation_opens_the_document(upload, settings):
    settings.DOCUMENT_PASSWORDS = ("wrong", PASSWORD)
    document = upload(PROTECTED)
    assert processed(document) == ("ready", "")


def test_the_password_of_the_user_opens_the_document_now_and_later(protected, user):
    unlock_document(protected, PASSWORD, actor=user)
    assert processed(protected) == ("ready", "")
    rendition = blobs.read_blob(protected.revision.rendition)
    assert b"/Encrypt" not in rendition
    assert blobs.read_blob(protected.thumbnail)[8:12] == b"WEBP"
    assert blobs.read_blob(protected.blob) == PROTECTED.read_bytes()
    assert passwords.passwords_for(protected)[0] == PASSWORD  # it may be processed again


def test_a_wrong_password_is_reported_and_not_stored(protected, user):
    unlock_document(protected, "open sesame", actor=user)
    assert processed(protected) == ("failed", "wrong_password")
    assert not DocumentPassword.objects.exists()
    unlock_document(protected, PASSWORD, actor=user)
    assert processed(protected) == ("ready", "")


def test_the_password_is_stored_encrypted_and_never_exposed(protected, user, caplog):
    secret = "Sehr geheim 4711"
    with caplog.at_level(logging.DEBUG):
        unlock_document(protected, secret, actor=user)
        job = Job.objects.order_by("-id").first()
        encrypted = bytes(DocumentPassword.objects.get().encrypted)
        run_jobs()
    assert secret.encode() not in encrypted
    assert secret not in str(job.args)
    assert secret not in caplog.text
    assert secret not in "".join(str(record.__dict__) for record in caplog.records)


def test_passwords_do_not_change_the_options_hash(protected, user, upload, settings):
    unlock_document(protected, PASSWORD, actor=user)
    run_jobs()
    settings.DOCUMENT_PASSWORDS = ("another",)
    upload("franchise-agreement.pdf")
    run_jobs()
    assert DocumentRevision.objects.filter(published__isnull=False).values("options_hash").distinct().count() == 1


def test_with_another_secret_key_the_password_is_requested_again(protected, settings):
    passwords.store_password(protected, PASSWORD)
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another" * 10
    assert passwords.passwords_for(protected) == ()
    settings.SECRET_KEY_FALLBACKS = [former]
    assert passwords.passwords_for(protected) == (PASSWORD,)


def test_the_password_is_deleted_with_the_document(protected, user):
    passwords.store_password(protected, PASSWORD)
    protected.delete()
    assert not DocumentPassword.objects.exists()


def test_only_editors_can_set_a_password(protected, other_user):
    with pytest.raises(NotFound):
        unlock_document(protected, PASSWORD, actor=other_user)


@pytest.mark.parametrize("password", ["", "x" * 501])
def test_an_invalid_password_is_refused(protected, user, password):
    with pytest.raises(Invalid):
        unlock_document(protected, password, actor=user)


def test_a_password_for_an_unencrypted_document_is_refused(upload, user):
    document = upload("franchise-agreement.pdf")
    run_jobs()
    document.refresh_from_db()
    with pytest.raises(NotEncrypted):
        unlock_document(document, PASSWORD, actor=user)


@pytest.mark.parametrize(
    ("name", "password"),
    [("password_protected.xlsx", "123"), ("protected.xls", "encrypted")],
    ids=["xlsx", "xls"],
)
class TestOffice:
    """Protected Office files behave in the same way."""

    def test_the_passwords_of_the_installation_are_tried(self, upload, settings, name, password):
        settings.DOCUMENT_PASSWORDS = ("wrong", password)
        assert processed(upload(DATA / name)) == ("ready", "")

    def test_after_a_wrong_password_the_right_one_is_accepted(self, upload, user, name, password):
        document = upload(DATA / name)
        assert processed(document) == ("failed", "encrypted_document")
        unlock_document(document, "open sesame", actor=user)
        assert processed(document) == ("failed", "wrong_password")
        assert "Try another one" in document.failure_message
        assert not DocumentPassword.objects.exists()
        unlock_document(document, password, actor=user)
        assert processed(document) == ("ready", "")
        assert document.revision.text.strip()
        assert blobs.read_blob(document.thumbnail)[8:12] == b"WEBP"
        assert blobs.read_blob(document.blob) == (DATA / name).read_bytes()


class TestApi:
    MUTATION = """mutation ($input: UnlockDocumentInput!) {
      unlockDocument(input: $input) { document { state failure { code } } errors { code field } } }"""

    def test_rest_accepts_a_password_and_returns_the_job(self, api, protected):
        response = api.send("POST", f"/api/v1/documents/{protected.pk}/password", {"password": PASSWORD})
        assert response.status_code == 202
        assert response.json()["job"]
        assert processed(protected) == ("ready", "")

    @pytest.mark.parametrize("body", [{}, {"password": ""}, {"password": 5000 * "x"}])
    def test_rest_refuses_invalid_bodies(self, api, protected, body):
        assert api.send("POST", f"/api/v1/documents/{protected.pk}/password", body).status_code == 400

    def test_graphql_accepts_a_password(self, api, protected):
        fields = {"id": to_global_id("Document", str(protected.pk)), "password": PASSWORD}
        payload = api.execute(self.MUTATION, {"input": fields})["unlockDocument"]
        assert payload == {"document": {"state": "PROCESSING", "failure": None}, "errors": []}
        assert processed(protected) == ("ready", "")
