"""Staff can parse documents again that an older parser has parsed."""

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
    """Three documents: of an older parser, of the present one, of one that is gone."""
    made = {title: parsed_document(user, "Words.", title=title) for title in ("old", "new", "gone")}
    present = registry.parsers().named("plain-text").version
    for title, parser, version in [("old", "plain-text", "0"), ("new", "plain-text", present), ("gone", "lost", "0")]:
        DocumentRevision.objects.filter(document=made[title]).update(parser=parser, parser_version=version)
        Document.objects.filter(pk=made[title].pk).update(
            mime_type="text/plain", blob=blobs.store_bytes(f"Words of {title}.".encode())
        )
    Job.objects.all().delete()
    return made["old"]


def live():
    return list(Job.objects.values_list("subject_title", "priority"))


def test_only_what_another_version_has_read_is_read_again_with_low_priority(old):
    assert [document.title for document in reprocessing.outdated()] == ["old"]
    assert reprocessing.reprocess() == reprocessing.Started(1, 0)
    assert live() == [("old", Priority.LOW)]


@pytest.mark.django_db(transaction=True)
def test_it_is_not_outdated_afterwards(old):
    assert reprocessing.outdated().exists()
    call_command("reprocess")
    run_jobs()
    old.refresh_from_db()
    assert (old.state, old.revision.number) == ("ready", 2)
    assert not reprocessing.outdated().exists()


def test_so_many_at_once(old, user, capsys):
    DocumentRevision.objects.update(parser="plain-text", parser_version="0")
    assert reprocessing.reprocess(limit=2) == reprocessing.Started(2, 1)
    call_command("reprocess", "--dry-run")
    assert "1 documents" in capsys.readouterr().out


def test_one_that_cannot_be_read_again_keeps_nothing_up(old):
    DocumentRevision.objects.update(parser="plain-text", parser_version="0")
    Document.objects.filter(pk=old.pk).update(scan="infected")
    assert reprocessing.reprocess() == reprocessing.Started(2, 1)


def test_operators_start_it_by_rest_graphql_and_in_the_admin(old, api, admin_user, admin_client):
    operator = ApiClient(admin_user)
    assert api.send("POST", "/api/v1/admin/reprocess", {}).status_code == 403
    answer = operator.send("POST", "/api/v1/admin/reprocess", {"limit": 5})
    assert (answer.status_code, answer.json()) == (202, {"started": 1, "left": 0})
    mutation = "mutation { reprocessDocuments(input: {limit: 200}) { started left errors { code field } } }"
    assert operator.ask(mutation)["reprocessDocuments"]["errors"] == [{"code": "invalid", "field": "limit"}]
    Document.objects.filter(pk=old.pk).update(state="ready", backend_lock=False)
    Job.objects.all().delete()
    chosen = {"action": "process_outdated_again", "_selected_action": [str(old.pk)]}
    assert admin_client.post("/admin/documents/document/", chosen).status_code == 302
    assert live() == [("old", Priority.LOW)]
