"""Staff can process documents again that were parsed by an older version of their parser."""

import pytest
from django.core.management import call_command

from core.api.testing import ApiClient
from documents.models import Document, DocumentRevision
from documents.pipeline import registry
from documents.services import reprocessing
from documents.storage import blobs
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.states import Priority
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def old(user):
    """Create documents of an older parser version, the current one, and a missing parser; return the first."""
    documents = {title: parsed_document(user, "Words.", title=title) for title in ("old", "new", "gone")}
    current = registry.parsers().named("plain-text").version
    for title, parser, version in [("old", "plain-text", "0"), ("new", "plain-text", current), ("gone", "lost", "0")]:
        DocumentRevision.objects.filter(document=documents[title]).update(parser=parser, parser_version=version)
        Document.objects.filter(pk=documents[title].pk).update(
            mime_type="text/plain", blob=blobs.store_bytes(f"Words of {title}.".encode())
        )
    Job.objects.all().delete()
    return documents["old"]


def jobs():
    return list(Job.objects.values_list("subject_title", "priority"))


def test_outdated_documents_are_processed_again_with_low_priority(old):
    assert [document.title for document in reprocessing.outdated()] == ["old"]
    assert reprocessing.reprocess() == reprocessing.Started(1, 0)
    assert jobs() == [("old", Priority.LOW)]


@pytest.mark.django_db(transaction=True)
def test_a_document_is_not_outdated_afterwards(old):
    assert reprocessing.outdated().exists()
    call_command("reprocess")
    run_jobs()
    old.refresh_from_db()
    assert (old.state, old.revision.number) == ("ready", 2)
    assert not reprocessing.outdated().exists()


def test_the_number_per_call_is_limited(old, user, capsys):
    DocumentRevision.objects.update(parser="plain-text", parser_version="0")
    assert reprocessing.reprocess(limit=2) == reprocessing.Started(2, 1)
    call_command("reprocess", "--dry-run")
    assert "1 documents" in capsys.readouterr().out


def test_a_document_that_cannot_be_processed_does_not_stop_the_others(old):
    DocumentRevision.objects.update(parser="plain-text", parser_version="0")
    Document.objects.filter(pk=old.pk).update(scan="infected")
    assert reprocessing.reprocess() == reprocessing.Started(2, 1)


def test_staff_start_it_in_rest_graphql_and_the_admin(old, api, admin_user, admin_client):
    staff = ApiClient(admin_user)
    assert api.send("POST", "/api/v1/admin/reprocess", {}).status_code == 403
    response = staff.send("POST", "/api/v1/admin/reprocess", {"limit": 5})
    assert (response.status_code, response.json()) == (202, {"started": 1, "left": 0})
    mutation = "mutation { reprocessDocuments(input: {limit: 200}) { started left errors { code field } } }"
    assert staff.execute(mutation)["reprocessDocuments"]["errors"] == [{"code": "invalid", "field": "limit"}]
    Document.objects.filter(pk=old.pk).update(state="ready", backend_lock=False)
    Job.objects.all().delete()
    form = {"action": "process_outdated_again", "_selected_action": [str(old.pk)]}
    assert admin_client.post("/admin/documents/document/", form).status_code == 302
    assert jobs() == [("old", Priority.LOW)]
