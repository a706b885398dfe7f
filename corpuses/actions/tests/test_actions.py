"""Start of actions: at once on unlocked documents, after the unlock on locked ones, once even concurrently."""

import threading

import pytest
from django.db import connection, transaction

from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.search.models import Passage
from documents.services import lifecycle
from tasks.runtime import queue
from tasks.testing import run_jobs

CONTRACT = "franchise-agreement.pdf"


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Franchises")


@pytest.mark.django_db(transaction=True)
def test_a_locked_document_waits_and_its_unlock_starts_the_action(upload, user, corpus):
    # proves: S1-9 X-13
    document = upload(CONTRACT, corpus=corpus)
    assert not ActionExecution.objects.exists()
    run_jobs()
    execution = ActionExecution.objects.get(action__corpus=corpus)
    assert (execution.document_id, execution.state) == (document.pk, "success")
    assert Passage.objects.filter(revision=execution.revision).exists()


@pytest.mark.django_db(transaction=True)
def test_an_unlocked_document_starts_the_action_when_it_is_added(upload, user, corpus):
    # proves: S1-8 X-13
    document = upload(CONTRACT)
    run_jobs()
    document.refresh_from_db()
    assert not ActionExecution.objects.filter(action__corpus=corpus).exists()
    add_documents(corpus, [document], actor=user)
    assert ActionExecution.objects.filter(action__corpus=corpus).count() == 1
    add_documents(corpus, [document], actor=user)
    run_jobs()
    assert ActionExecution.objects.get(action__corpus=corpus).state == "success"


@pytest.mark.django_db(transaction=True)
def test_a_failed_document_starts_no_action(upload, corpus):
    upload(b"%PDF-1.4\nnothing of use", filename="broken.pdf", corpus=corpus)
    run_jobs()
    assert not ActionExecution.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_wrong_setting_fails_in_the_actions_own_job(upload, corpus):
    CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Broken", analyzer="no-such-analyzer")
    document = upload(CONTRACT, corpus=corpus)
    run_jobs()
    document.refresh_from_db()
    assert document.state == "ready"
    states = dict(ActionExecution.objects.values_list("action__kind", "state"))
    assert states == {"embed": "success", "analyze": "failed"}
    assert ActionExecution.objects.get(state="failed").code == "unknown_analyzer"


@pytest.mark.django_db(transaction=True)
def test_a_failed_action_can_succeed_after_staff_requeue_its_job(upload, corpus):
    action = CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Broken", analyzer="no-such-analyzer")
    upload(CONTRACT, corpus=corpus)
    run_jobs()
    CorpusAction.objects.filter(pk=action.pk).update(analyzer="patterns")
    queue.retry(action.executions.get().job)
    run_jobs()
    execution = action.executions.get()
    assert (execution.state, execution.code, execution.message) == ("success", "", "")


@pytest.mark.parametrize("adder_first", [True, False])
@pytest.mark.django_db(transaction=True)
def test_adding_while_unlocking_starts_the_action_exactly_once(upload, user, corpus, adder_first):
    # proves: S1-8 S1-9
    document = upload(CONTRACT)
    run_jobs()
    document.refresh_from_db()
    ActionExecution.objects.all().delete()
    type(document).objects.filter(pk=document.pk).update(state="processing", backend_lock=True)

    def add() -> None:
        add_documents(corpus, [document], actor=user)

    def unlock() -> None:
        lifecycle.complete_processing(document.pk, job=_Unfenced())

    first, second = (add, unlock) if adder_first else (unlock, add)
    _interleave(first, second)
    assert ActionExecution.objects.filter(action__corpus=corpus, document=document).count() == 1


class _Unfenced:
    """End a step, outside of any job."""

    def commit(self):
        return transaction.atomic()


def _interleave(first, second) -> None:
    """Run `first` up to its commit, start `second`, then commit `first`."""
    entered = threading.Event()

    def late() -> None:
        entered.set()
        second()
        connection.close()

    thread = threading.Thread(target=late)
    with transaction.atomic():
        first()
        thread.start()
        entered.wait(60)
        thread.join(0.3)  # it is waiting for the row that `first` has locked
        assert thread.is_alive()
    thread.join(60)
    assert not thread.is_alive()


@pytest.mark.django_db(transaction=True)
def test_corpora_share_the_index_of_a_document(upload, user, corpus):
    document = upload(CONTRACT, corpus=corpus)
    second = create_corpus(owner=user, title="Another")
    add_documents(second, [document], actor=user)
    run_jobs()
    executions = ActionExecution.objects.filter(document=document)
    assert [execution.state for execution in executions] == ["success", "success"]
    assert len({execution.job for execution in executions}) == 1


@pytest.mark.django_db(transaction=True)
def test_actions_skip_documents_that_the_corpus_owner_cannot_see_any_more(upload, user, other_user, corpus):
    document = upload(CONTRACT)
    run_jobs()
    type(document).objects.filter(pk=document.pk).update(is_public=True)
    document.refresh_from_db()
    elsewhere = create_corpus(owner=other_user, title="Elsewhere")
    add_documents(elsewhere, [document], actor=other_user)
    run_jobs()
    type(document).objects.filter(pk=document.pk).update(is_public=False)
    lifecycle.retry_document(document, actor=user)
    run_jobs()
    assert ActionExecution.objects.filter(action__corpus=elsewhere).count() == 1
