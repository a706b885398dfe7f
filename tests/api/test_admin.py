"""Django admin of users, documents and corpora, which uses the same services as the API."""

import pytest
from django.contrib.admin import site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from corpuses.actions.models import ActionExecution
from corpuses.annotations.models import Annotation
from corpuses.corpora.services import personal_corpus
from corpuses.models import Corpus
from documents.models import Blob, Document
from documents.storage import blobs
from tasks.models import Job
from tests.api.populated import populate
from users.models import User

pytestmark = pytest.mark.django_db

ADD = "/admin/documents/document/add/"


@pytest.fixture
def staff(db) -> User:
    return User.objects.create_superuser("staff", "", "password")


@pytest.fixture
def client(staff) -> Client:
    client = Client()
    client.force_login(staff)
    return client


@pytest.fixture
def document(corpus):
    return corpus.documents.get()


TABLES = [
    "users_user", "users_tenant", "documents_document", "corpuses_corpus", "corpuses_label", "corpuses_annotation",
    "corpuses_actionexecution",
]  # fmt: skip


def queries_of(client, url):
    with CaptureQueriesContext(connection) as captured:
        response = client.get(url)
    assert response.status_code == 200
    return len(captured)


def test_every_page_to_add_something_opens(client):
    for model in site._registry:
        add = f"admin:{model._meta.label_lower.replace('.', '_')}_add"
        assert client.get(reverse(add)).status_code in {200, 403}, add


@pytest.mark.parametrize("table", TABLES)
def test_the_number_of_queries_does_not_depend_on_the_length_of_a_list(client, user, corpus, table):
    url = reverse(f"admin:{table}_changelist")
    few = queries_of(client, url)
    populate(user, documents=10, corpora=2)
    for number in range(10):
        User.objects.create_user(f"user {number}")
    assert queries_of(client, url) <= few


@pytest.mark.parametrize("table", TABLES)
def test_every_list_can_be_searched(client, corpus, table):
    for query in ("lease", str(corpus.pk), "%"):
        assert client.get(reverse(f"admin:{table}_changelist"), {"q": query}).status_code == 200


def change(row):
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def test_every_row_has_a_change_page(client, user, corpus, document):
    annotation, execution = corpus.annotations.get(), ActionExecution.objects.get()
    for row in (user, user.tenant, document, corpus, annotation, annotation.label, execution):
        assert client.get(change(row)).status_code == 200


def test_a_document_is_found_by_title_name_hash_and_id(client, document):
    for query in ("Document 0", "file.pdf", document.blob_id, str(document.pk)):
        page = client.get(reverse("admin:documents_document_changelist"), {"q": query})
        assert [row.pk for row in page.context["cl"].result_list] == [document.pk]


def test_links_lead_to_jobs_documents_and_executions(client, corpus, document):
    page = client.get(change(document)).content.decode()
    assert f"/admin/tasks/job/?subject_id={document.pk}" in page
    assert corpus.title in page
    assert client.get(f"/admin/tasks/job/?subject_id={document.pk}").status_code == 200
    documents = client.get(f"/admin/documents/document/?corpuses__id__exact={corpus.pk}")
    assert [row.pk for row in documents.context["cl"].result_list] == [document.pk]
    executions = client.get(f"/admin/corpuses/actionexecution/?action__corpus__id__exact={corpus.pk}")
    assert executions.context["cl"].result_count == 1


def test_parse_results_cannot_be_edited(client, document):
    forms = {f"{name}-{kind}_FORMS": "0" for name in ("revisions", "memberships") for kind in ("TOTAL", "INITIAL")}
    client.post(change(document), {**forms, "title": "Renamed", "state": "failed", "page_count": "99"})
    document.refresh_from_db()
    assert (document.title, document.state, document.page_count) == ("Renamed", "ready", 2)


def test_an_uploaded_document_is_processed_and_added_to_its_owners_corpus(client, user):
    # proves: S1-1
    file = SimpleUploadedFile("Notes.txt", b"Some words.")
    response = client.post(ADD, {"file": file, "owner": str(user.pk), "title": ""}, follow=True)
    document = Document.objects.get()
    assert response.redirect_chain[-1][0] == change(document)
    assert (document.title, document.owner, document.mime_type) == ("Notes", user, "text/plain")
    assert Job.objects.filter(subject_id=document.pk, kind="documents.process").count() == 1
    assert list(personal_corpus(user).documents.all()) == [document]


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "The file is empty."), (b"PK\x03\x04" + bytes(99), "not supported"), (b"a" * 26_214_401, "25 MB")],
)
def test_errors_of_an_upload_are_displayed(client, user, content, message):
    response = client.post(ADD, {"file": SimpleUploadedFile("a.txt", content), "owner": str(user.pk)})
    assert message in response.content.decode()
    assert not Document.objects.exists()
    assert not Blob.objects.exists()


def test_a_form_without_a_file_is_refused(client, user):
    assert "This field is required" in client.post(ADD, {"owner": str(user.pk)}).content.decode()


def test_a_body_that_is_too_large_is_refused_unread(client):
    response = client.generic("POST", ADD, b"", "multipart/form-data; boundary=x", CONTENT_LENGTH="99000000")
    assert (response.status_code, "too large" in response.content.decode()) == (413, True)


def test_documents_are_processed_again_on_behalf_of_their_owner(client, user, document):
    Job.objects.update(live_key=None)
    selected = {"action": "process_again", "_selected_action": [str(document.pk)]}
    url = reverse("admin:documents_document_changelist")
    assert "1 documents are processed again" in client.post(url, selected, follow=True).content.decode()
    assert Job.objects.filter(kind="documents.process", owner=user).count() == 2
    assert "Try again when that is finished" in client.post(url, selected, follow=True).content.decode()


def test_deleting_documents_frees_their_bytes(client, document):
    blob = blobs.store_bytes(b"%PDF of no other document")
    Document.objects.update(blob=blob)
    page = client.get(reverse("admin:documents_document_delete", args=[document.pk]))
    assert "Are you sure" in page.content.decode()
    client.post(reverse("admin:documents_document_delete", args=[document.pk]), {"post": "yes"})
    assert not Document.objects.exists()
    assert not Blob.objects.filter(pk=blob.pk).exists()


def test_only_staff_can_open_the_file(client, api, document):
    Document.objects.update(blob=blobs.store_bytes(b"%PDF bytes"))
    url = reverse("admin:document_file", args=[document.pk])
    assert b"".join(client.get(url).streaming_content) == b"%PDF bytes"
    assert api.get(url).status_code == 302  # to the sign-in page of the admin


def test_a_corpus_is_created_with_its_actions(client, user):
    client.post("/admin/corpuses/corpus/add/", {"title": "Leases", "description": "", "owner": str(user.pk)})
    corpus = Corpus.objects.get()
    assert (corpus.owner, corpus.tenant) == (user, user.tenant)
    assert [action.kind for action in corpus.actions.all()] == ["embed"]


def test_a_deleted_corpus_keeps_its_documents(client, corpus):
    assert Annotation.objects.filter(corpus=corpus).exists()
    client.post(reverse("admin:corpuses_corpus_delete", args=[corpus.pk]), {"post": "yes"})
    assert not Corpus.objects.filter(pk=corpus.pk).exists()
    assert Document.objects.exists()


def test_a_label_in_use_is_not_deleted(client, corpus):
    label = Annotation.objects.filter(corpus=corpus).first().label
    client.post(reverse("admin:corpuses_label_delete", args=[label.pk]), {"post": "yes"})
    assert Annotation.objects.filter(label=label).exists()


def test_user_is_created_with_a_tenant(client):
    fields = {"username": "grace", "password1": "correct horse battery", "password2": "correct horse battery"}
    client.post("/admin/users/user/add/", {**fields, "usable_password": "true"})
    assert User.objects.get(username="grace").tenant.name == "grace"
