"""What a person is told while a document goes its way; the browser shows each of these without asking."""

from corpuses.models import Corpus
from documents.services import deletion, lifecycle
from events.models import Event
from tasks.testing import run_jobs


def told(owner, entity):
    """What changed, in order, of all things of a sort: (uuid, names)."""
    rows = Event.objects.filter(owner=owner.pk, entity=entity).order_by("id")
    return [(row.uuid, row.subject, row.changed) for row in rows]


# proves: X-22
def test_a_document_and_the_actions_on_it_are_told_of(user, upload):
    document = upload("hosting-agreement.pdf")
    run_jobs()
    corpus = Corpus.objects.get(owner=user)
    assert told(user, "document") == [
        (document.pk, None, ["state"]),
        (document.pk, None, ["state", "revision"]),
    ]
    begun, ended = told(user, "execution")
    assert begun == ended == (begun[0], corpus.pk, ["state"])


def test_a_failed_a_retried_and_a_deleted_document_are_told_of(user, upload):
    document = upload(b"%PDF-1.7 that is broken", filename="broken.pdf")
    run_jobs()
    document.refresh_from_db()
    assert document.state == "failed"
    lifecycle.retry_document(document, actor=user)
    deletion.delete_document(document, actor=user)
    assert [changed for _, _, changed in told(user, "document")] == [["state"]] * 4 + [[]]


def test_a_job_about_a_document_names_it(user, upload):
    document = upload("hosting-agreement.pdf")
    assert {subject for _, subject, _ in told(user, "job")} == {document.pk}
