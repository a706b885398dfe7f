"""The events of a document from upload to deletion, which the browser shows live."""

from corpuses.models import Corpus
from documents.services import deletion, lifecycle
from events.models import Event
from tasks.testing import run_jobs


def changes_of(owner, entity):
    """Return the changes of all objects of an entity in order."""
    rows = Event.objects.filter(owner=owner.pk, entity=entity).order_by("id")
    return [(row.uuid, row.subject, row.changed) for row in rows]


# proves: X-22
def test_processing_a_document_and_actions_on_it_are_events(user, upload):
    document = upload("hosting-agreement.pdf")
    run_jobs()
    corpus = Corpus.objects.get(owner=user)
    assert changes_of(user, "document") == [
        (document.pk, None, ["state"]),
        (document.pk, None, ["state", "revision"]),
    ]
    begun, ended = changes_of(user, "execution")
    assert begun == ended == (begun[0], corpus.pk, ["state"])


def test_failing_retrying_and_deleting_a_document_are_events(user, upload):
    document = upload(b"%PDF-1.7 that is broken", filename="broken.pdf")
    run_jobs()
    document.refresh_from_db()
    assert document.state == "failed"
    lifecycle.retry_document(document, actor=user)
    deletion.delete_document(document, actor=user)
    assert [changed for _, _, changed in changes_of(user, "document")] == [["state"]] * 3 + [[]]


def test_events_of_a_job_name_its_document(user, upload):
    document = upload("hosting-agreement.pdf")
    assert {subject for _, subject, _ in changes_of(user, "job")} == {document.pk}
