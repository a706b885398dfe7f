"""Services lock a document and start or cancel jobs on it, while jobs on it end (T-5)."""

import pytest

from corpuses.actions.models import ActionExecution
from corpuses.corpora.services import add_documents, create_corpus
from documents.models import Document
from documents.services.deletion import delete_document
from documents.services.lifecycle import retry_document
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.testing import run_jobs
from tests.jobs.racing import Race
from users.models import User

ROUNDS = 15

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_deadlock")]


def live_jobs():
    return Job.objects.exclude(state__in=["success", "cancelled", "failed"])


# proves: T-5 S1-8
@pytest.mark.full
def test_a_shared_job_ends_while_another_corpus_requests_it():
    owner, race = User.objects.create_user("ada"), Race(11)
    first, second = (create_corpus(owner=owner, title=title) for title in ("First", "Second"))
    for number in range(ROUNDS):
        document = parsed_document(owner, "A short page.", title=f"Document {number}")
        add_documents(first, [document], actor=owner)
        race.run(run_jobs, lambda document=document: add_documents(second, [document], actor=owner))
        run_jobs()
        states = set(ActionExecution.objects.filter(document=document).values_list("action__corpus__title", "state"))
        assert states == {("First", "success"), ("Second", "success")}
    assert not live_jobs().exists()


# proves: T-5 S2-42
@pytest.mark.full
def test_a_document_is_deleted_while_its_jobs_end():
    owner, race = User.objects.create_user("ada"), Race(12)
    corpus = create_corpus(owner=owner, title="Held")
    for number in range(ROUNDS):
        document = parsed_document(owner, "A short page.", title=f"Document {number}")
        add_documents(corpus, [document], actor=owner)
        retry_document(document, actor=owner)
        race.run(run_jobs, lambda document=document: delete_document(document, actor=owner, permanently=True))
        run_jobs(skip_waits=True)
    assert not Document.objects.exists()
    assert not live_jobs().exists()
