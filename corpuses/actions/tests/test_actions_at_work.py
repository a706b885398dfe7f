"""The deferred actions of a corpus on a real document, through the real queue; only the language model is scripted."""

import pytest

from corpuses.actions import work
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.actions.running import retry_executions
from corpuses.annotations.models import Annotation, Label
from corpuses.conversations.models import Conversation, Message, ToolCall
from corpuses.extracts.models import Cell, Column, Fieldset
from corpuses.search.corpus_search import search
from corpuses.search.models import Passage
from tasks.models import DeadLetter
from tasks.operations.dead_letters import requeue
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.plain_job import PlainJob
from tests.upstreams import calls, fails, says, says_answers

CONTRACT = "franchise-agreement.pdf"
TABLES = (Annotation, Cell, Conversation, Message, ToolCall, Passage)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def busy_corpus(corpus):
    """Create a corpus with an action of each kind."""
    Label.objects.create(corpus=corpus, name="Word", color="#336699")
    fieldset = Fieldset.objects.create(corpus=corpus, name="Franchise")
    Column.objects.create(fieldset=fieldset, name="Kind", question="What kind of agreement is this?")
    CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Analyze", analyzer="patterns")
    CorpusAction.objects.create(corpus=corpus, kind="extract", name="Extract", fieldset=fieldset)
    CorpusAction.objects.create(corpus=corpus, kind="agent", name="Ask", instructions="Mark the word “Franchise”.")
    return corpus


LANGUAGE = says("en")  # a configured model first detects the language of the document (S0-17)
EXTRACTED = says_answers({"value": "a franchise agreement", "quotes": ["FRANCHISE AGREEMENT"]})


def script(document):
    """Return what the model replies to the jobs of a document, in their order."""
    mark = {"document": str(document.pk), "label": "Word", "quote": "FRANCHISE", "page": 1, "note": ""}
    return (LANGUAGE, EXTRACTED, calls(("propose_annotation", mark)), says("I marked it."))


def test_every_kind_of_action_stores_its_result(upload, user, busy_corpus, model):
    # proves: S1-10 S1-11
    document = upload(CONTRACT, corpus=busy_corpus)
    model(*script(document))
    run_jobs()
    document.refresh_from_db()
    executions = ActionExecution.objects.filter(action__corpus=busy_corpus)
    assert dict(executions.values_list("action__kind", "state")) == dict.fromkeys(
        ("embed", "analyze", "extract", "agent"), "success"
    )
    cell = Cell.objects.get(row__document=document)
    assert document.revision.text[cell.sources[0]["start"] : cell.sources[0]["end"]] == cell.sources[0]["quote"] != ""
    assert Annotation.objects.filter(document=document, source="analyzer").exists()
    assert Annotation.objects.get(document=document, source="agent").quote == "FRANCHISE"
    conversation = Conversation.objects.get(document=document)
    assert conversation.run == executions.get(action__kind="agent").pk
    assert conversation.messages.get(order=1).text == "I marked it."
    assert search(corpus=busy_corpus, user=user, query="franchise fee")[0].document == document


def test_running_the_actions_twice_changes_nothing(upload, busy_corpus, model):
    # proves: S1-14 S1-G1 S1-G4
    document = upload(CONTRACT, corpus=busy_corpus)
    model(*script(document), EXTRACTED)
    run_jobs()
    before = [list(table.objects.order_by("pk").values()) for table in TABLES]
    for execution in ActionExecution.objects.select_related("action"):
        if execution.action.kind == "embed":
            work.embed(execution.revision_id, job=PlainJob())
        else:
            work.run(execution.pk, job=PlainJob())
    assert [list(table.objects.order_by("pk").values()) for table in TABLES] == before


def test_a_model_that_is_down_fails_its_own_actions_once(upload, busy_corpus, model, settings):
    # proves: X-24 S4-48
    settings.LLM_MAX_RETRIES = 0
    server = model(fails(503))
    document = upload(CONTRACT, corpus=busy_corpus)
    run_jobs(skip_waits=True)
    document.refresh_from_db()
    states = dict(
        ActionExecution.objects.filter(document=document, action__corpus=busy_corpus).values_list(
            "action__kind", "state"
        )
    )
    assert (document.state, states) == (
        "ready",
        {"embed": "success", "analyze": "success", "extract": "failed", "agent": "failed"},
    )
    assert len(server.requests) == 3  # one for the language and one per action; no second layer of retries
    assert Cell.objects.get().status == "failed"
    message = ActionExecution.objects.get(action__kind="extract", document=document).message
    assert message == "The language model is not available right now. Try again later."


@pytest.mark.parametrize("change", ["another job", "disabled"])
def test_a_failed_job_that_is_requeued_later_does_nothing_that_a_user_has_ended(
    upload, user, corpus, model, settings, change
):
    settings.LLM_MAX_RETRIES = 0
    action = CorpusAction.objects.create(corpus=corpus, kind="agent", name="Ask", instructions="Mark “Franchise”.")
    server = model(fails(503))
    upload(CONTRACT, corpus=corpus)
    run_jobs(skip_waits=True)
    execution = ActionExecution.objects.get(action=action)
    assert execution.state == "failed"
    (failed,) = DeadLetter.objects.filter(job=execution.job)
    if change == "another job":
        assert retry_executions(action, actor=user) == 1
        execution.refresh_from_db()
        queue.cancel(execution.job)
    else:
        CorpusAction.objects.filter(pk=action.pk).update(enabled=False)
    asked = len(server.requests)
    requeue(failed.pk)
    run_jobs(skip_waits=True)
    assert len(server.requests) == asked
    assert queue.job_view(failed.job_id).state == "cancelled"
