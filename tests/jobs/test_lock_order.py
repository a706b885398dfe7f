"""Services lock a document and start or cancel jobs on it, while jobs on it end (T-5)."""

from threading import Event, Thread

import pytest
from django.db import connection, transaction

from core.db.row_locks import lock_for_delete
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.analyzers import services
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus
from documents.models import Document
from documents.services.deletion import delete_document
from documents.services.lifecycle import retry_document
from documents.tests.factories import parsed_document
from tasks.models import DeadLetter, Job
from tasks.testing import run_jobs
from tests.database import waits_for_a_transaction
from tests.jobs.racing import Race
from tests.timeouts import until
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


# proves: T-5 S1-8
def test_an_analysis_begins_or_ends_while_its_corpus_is_removed(monkeypatch):
    """It locks the corpus first: PostgreSQL would when it commits, after the action, which the removal waits for."""
    owner = User.objects.create_user("ada")
    for called in (services.completed_run, services.run_analyzer):
        corpus = create_corpus(owner=owner, title="Held")
        CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Find", analyzer="patterns")
        add_documents(corpus, [parsed_document(owner, "Paid on 2026-01-02.", title=called.__name__)], actor=owner)
        removal = Removal(corpus)
        with monkeypatch.context() as patched:
            patched.setattr(services, called.__name__, removal.before(called))
            run_jobs()
        removal.thread.join()
        assert not Corpus.with_deleted.filter(pk=corpus.pk).exists()
    run_jobs(skip_waits=True)
    assert not live_jobs().exists()
    assert not DeadLetter.objects.exists()


class Removal:
    """Removes a corpus in another thread, beginning before a function is called."""

    def __init__(self, corpus):
        self._corpus, self._is_locked = corpus, Event()
        self.thread = Thread(target=self._remove)

    def before(self, function):
        def call(*args, **kwargs):
            self.thread.start()
            assert self._is_locked.wait(20)
            return function(*args, **kwargs)

        return call

    def _remove(self):
        with transaction.atomic():
            lock_for_delete(self._corpus)
            self._is_locked.set()
            until(waits_for_a_transaction)
            Corpus.with_deleted.filter(pk=self._corpus.pk).delete()
        connection.close()
