"""Agents that answer comments: once for each, with the permissions of both, visibly as agents, and never themselves."""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.errors import Invalid, NotAllowed
from corpuses.actions import running
from corpuses.actions.drafts import ActionDraft
from corpuses.actions.editing import create_action
from corpuses.actions.models import ActionExecution
from corpuses.comments.api.selectors import count_proposals
from corpuses.comments.models import Comment, Notification
from corpuses.comments.services import (
    create_comment,
    delete_comment,
    shown_comments,
    update_comment,
)
from corpuses.conversations.models import Conversation, Message, Proposal
from corpuses.conversations.proposals.services import reject_proposal
from corpuses.conversations.questions import questions_in
from corpuses.conversations.tests.comment_agents.conftest import (
    QUESTION,
    RENT,
    SECRET,
    answer_in,
    ask,
    cites,
    execution_of,
    new_document,
)
from corpuses.corpora.services import add_documents, delete_corpus
from corpuses.exports.comments import author_of
from corpuses.models import CorpusShare
from corpuses.providers.models import LlmBudget, LlmUsage
from documents.models import Document
from documents.services import lifecycle
from documents.tests.factories import parsed_document
from events.models import Event
from tasks.models import Job
from tasks.testing import run_jobs
from tests.plain_job import PlainJob
from tests.upstreams import calls, fails, says
from users.models import User

pytestmark = pytest.mark.django_db(transaction=True)


class TestTriggers:
    def test_only_agents_answer_comments_and_not_by_default(self, user, corpus):
        # proves: S1-5
        agent = create_action(ActionDraft(kind="agent", instructions="Mark."), corpus=corpus, actor=user)
        assert agent.triggers == ["document_added", "new_version", "manual"]
        draft = ActionDraft(kind="analyze", analyzer="patterns", triggers=["new_thread"])
        with pytest.raises(Invalid) as refusal:
            create_action(draft, corpus=corpus, actor=user)
        assert refusal.value.field == "triggers"

    @pytest.mark.parametrize(
        ("triggers", "expected"),
        [(["new_thread"], ["new_thread"]), (["new_message"], ["new_message"]), (["document_added"], [])],
    )
    def test_a_new_thread_and_an_answer_are_different_events(self, user, corpus, document, triggers, expected):
        draft = ActionDraft(kind="agent", name="it", instructions="Answer.", triggers=triggers)
        create_action(draft, corpus=corpus, actor=user)
        create_comment(ask(corpus, user, document=document), text="And when?", actor=user)
        assert list(ActionExecution.objects.values_list("trigger", flat=True)) == expected

    def test_a_disabled_agent_answers_nothing(self, user, corpus, document, agent):
        type(agent).objects.update(enabled=False)
        ask(corpus, user, document=document)
        assert not ActionExecution.objects.exists()

    def test_a_repeated_request_starts_the_agent_once(self, user, corpus, document, agent):
        # proves: S1-14 S1-G3
        first, second = uuid4(), uuid4()
        for _ in range(2):
            thread = ask(corpus, user, document=document, key=first)
        for key in (first, second, second):
            create_comment(thread, text="And when?", actor=user, key=key)
        executions = ActionExecution.objects.order_by("pk").values_list("comment", "trigger")
        assert list(executions) == [(first, "new_thread"), (second, "new_message")]
        assert Job.objects.filter(kind="corpuses.answer_comment").count() == 2


class TestAnswers:
    def test_the_offline_reader_answers_a_question_with_citations(self, user, grace, corpus, document, agent):
        thread = ask(corpus, grace, document=document)
        run_jobs()
        answer = answer_in(thread)
        assert (answer.author, answer.agent, answer.engine) == (user, "Mill agent", "reader")
        assert "1,200 dollars" in answer.text
        assert "Lease, page 1" in answer.text
        assert answer.sentences[0]["citations"][0]["document"] == str(document.pk)
        execution = execution_of(thread)
        assert (execution.state, execution.engine, execution.trigger) == ("success", "reader", "new_thread")
        assert execution.started_by == grace
        assert author_of(answer) == "Mill agent (agent)"

    def test_what_the_documents_do_not_say_is_said_so(self, user, corpus, document, agent):
        thread = ask(corpus, user, "Who painted the portrait of the queen?", document=document)
        run_jobs()
        assert answer_in(thread).text == "This is not in these documents."

    def test_without_a_model_only_questions_are_answered(self, user, corpus, document, agent):
        thread = ask(corpus, user, "Thanks, @grace.", document=document)
        run_jobs()
        execution = execution_of(thread)
        assert (execution.state, execution.reason, execution.job) == ("skipped", "no_language_model", None)
        assert shown_comments().filter(thread=thread).count() == 1

    def test_a_thread_about_the_corpus_needs_no_document(self, user, corpus, document, agent):
        thread = ask(corpus, user)
        run_jobs()
        assert "1,200 dollars" in answer_in(thread).text
        assert execution_of(thread).document is None

    def test_the_model_gets_the_task_and_the_thread(self, user, grace, corpus, document, agent, model):
        server = model(
            cites(document, "It is 1,200 dollars", "1,200 dollars"), cites(document, "On the first", "first day")
        )
        thread = ask(corpus, grace, document=document)
        run_jobs()
        create_comment(thread, text="And when?</comment>", actor=user)
        run_jobs()
        first, second = Comment.objects.filter(thread=thread).exclude(agent="")
        assert (first.engine, first.sentences[0]["is_verified"]) == ("scripted", True)
        assert first.text.startswith("It is 1,200 dollars.\n\nLease, page 1")
        assert second.text.startswith("On the first.")
        sent = json.dumps(server.requests[-1]["messages"])
        assert "Answer politely." in sent
        assert QUESTION in sent
        assert "It is 1,200 dollars" in sent
        assert LlmUsage.objects.filter(purpose="agent").exists()

    def test_proposals_wait_for_approval(self, user, grace, corpus, document, agent, model):
        mark = {"document": str(document.pk), "label": "Rent", "quote": "1,200 dollars", "page": 1, "note": ""}
        model(calls(("propose_annotation", mark)), says("PROPOSED"))
        thread = ask(corpus, grace, "Mark the rent, please.", document=document)
        run_jobs()
        answer = answer_in(thread)
        proposal = Proposal.objects.get()
        assert (proposal.state, proposal.message.conversation) == ("pending", answer.conversation)
        assert answer.text == "1 change was proposed in the conversation of the agent."
        assert not document.annotations.exists()
        with CaptureQueriesContext(connection) as captured:
            assert count_proposals([*Comment.objects.all()], user) == {answer.pk: 1}
        assert len(captured) == 2  # with that of the comments
        reject_proposal(proposal, actor=user)
        assert count_proposals([answer], user) == {answer.pk: 0}
        assert count_proposals(list(Comment.objects.filter(agent="")), user) == {}

    def test_a_failing_model_is_shown_with_its_reason_and_can_be_asked_again(
        self, user, corpus, document, agent, model, settings
    ):
        settings.LLM_MAX_RETRIES = 0
        model(fails(401), cites(document, "It is 1,200 dollars", "1,200 dollars"))
        thread = ask(corpus, user, document=document)
        run_jobs()
        execution = execution_of(thread)
        assert execution.state in {"failed", "skipped"}
        assert execution.message
        assert shown_comments().filter(thread=thread).count() == 1
        assert running.retry_executions(agent, actor=user) == 1
        run_jobs()
        assert answer_in(thread).engine == "scripted"
        assert ActionExecution.objects.get().tries == 2

    def test_the_budget_holds(self, user, corpus, document, agent, model):
        server = model(says("Too late."))
        LlmBudget.objects.create(tenant_id=corpus.tenant_id, tokens=0)
        thread = ask(corpus, user, document=document)
        run_jobs()
        assert (execution_of(thread).state, execution_of(thread).reason) == ("skipped", "budget_used_up")
        assert server.requests == []


class TestPermissions:
    def test_no_document_that_the_author_may_not_see_is_read(self, user, grace, corpus, document, agent):
        other = User.objects.create_user("bob")
        hidden = new_document(other, corpus, SECRET, title="Secret", added_by=user)
        assert not Document.objects.visible_to(grace).filter(pk=hidden.pk).exists()
        thread = ask(corpus, grace, "For how much does the landlord sell the mill?")
        run_jobs()
        assert "90,000" not in answer_in(thread).text

    def test_no_document_that_another_reader_of_the_thread_may_not_see_is_read(
        self, user, grace, corpus, document, agent
    ):
        bob = User.objects.create_user("bob")
        CorpusShare.objects.create(target=corpus, user=bob, role="editor", created_by=user)
        hidden = new_document(bob, corpus, SECRET, title="Secret", added_by=user)
        assert not Document.objects.visible_to(grace).filter(pk=hidden.pk).exists()
        thread = ask(corpus, bob, "For how much does the landlord sell the mill?")
        run_jobs()
        assert "90,000" not in answer_in(thread).text

    def test_the_tools_are_those_of_both(self, user, corpus, document, agent, model):
        reviewer = User.objects.create_user("rita")
        CorpusShare.objects.create(target=corpus, user=reviewer, role="reviewer", created_by=user)
        server = model(says("NOT FOUND"))
        ask(corpus, reviewer, document=document)
        run_jobs()
        offered = {tool["function"]["name"] for tool in server.requests[0]["tools"]}
        assert "read_pages" in offered
        assert "propose_annotation" not in offered

    def test_a_user_who_has_lost_access_gets_no_answer(self, user, grace, corpus, document, agent):
        thread = ask(corpus, grace, document=document)
        CorpusShare.objects.all().delete()
        run_jobs()
        assert execution_of(thread).state == "failed"
        assert shown_comments().filter(thread=thread).count() == 1


class TestVisiblyAnAgent:
    def test_the_text_says_which_sentences_are_not_verified(self, user, corpus, document, agent, model):
        reply = f'It is 1,200 dollars [1]. It was 900 before.\n---\n[1] {document.pk} "1,200 dollars"'
        model(says(reply))
        thread = ask(corpus, user, document=document)
        run_jobs()
        answer, *lines = answer_in(thread).text.splitlines()
        assert answer == "It is 1,200 dollars. It was 900 before."
        assert lines[1] == "Not verified: It was 900 before."
        assert lines[2].startswith("Lease, page 1")

    def test_an_answer_starts_no_agent(self, user, corpus, document, agent, model):
        model(says("Is it? @ada?"), says("again"))
        ask(corpus, user, document=document)
        run_jobs()
        assert ActionExecution.objects.count() == 1
        assert Comment.objects.count() == 2

    def test_an_answer_is_not_edited_and_mentions_no_one(self, user, grace, corpus, document, agent, model):
        model(says("Ask @grace."))
        thread = ask(corpus, user, document=document)
        run_jobs()
        answer = answer_in(thread)
        with pytest.raises(NotAllowed):
            update_comment(answer, text="I said so.", actor=user)
        assert not answer.mentions.exists()
        assert not Notification.objects.filter(owner=grace).exists()
        assert list(Notification.objects.values_list("owner", "comment")) == [(user.pk, answer.pk)]

    def test_the_one_in_whose_name_it_answers_takes_no_part(self, user, grace, corpus, document, agent):
        thread = ask(corpus, grace, document=document)
        run_jobs()
        Notification.objects.all().delete()
        type(agent).objects.update(enabled=False)
        create_comment(thread, text="Thanks", actor=grace)
        assert not Notification.objects.exists()

    def test_a_purged_answer_keeps_nothing(self, user, corpus, document, agent):
        thread = ask(corpus, user, document=document)
        run_jobs()
        answer = answer_in(thread)
        type(agent).objects.update(enabled=False)
        create_comment(thread, text="Thanks", actor=user)
        delete_comment(answer, actor=user, permanently=True)
        row = Comment.with_deleted.get(pk=answer.pk)
        assert (row.text, row.agent, row.engine, row.sentences, row.conversation) == ("", "", "", [], None)


class TestWaiting:
    def test_an_answer_waits_until_the_document_is_ready(self, user, corpus, document, agent):
        Document.objects.filter(pk=document.pk).update(state="processing", backend_lock=True)
        document.refresh_from_db()
        thread = ask(corpus, user, document=document)
        waiting = execution_of(thread)
        assert (waiting.state, waiting.revision, waiting.job) == ("waiting", None, None)
        run_jobs()
        assert execution_of(thread).state == "waiting"
        lifecycle.complete_processing(document.pk, job=PlainJob())
        run_jobs()
        assert execution_of(thread).state == "success"
        assert "1,200 dollars" in answer_in(thread).text

    def test_an_answer_waits_until_the_document_is_indexed(self, user, agent, corpus):
        from corpuses.actions import starting

        starting.add_default_actions(corpus)
        document = parsed_document(user, RENT, title="Lease")
        add_documents(corpus, [document], actor=user)
        thread = ask(corpus, user, document=document)
        assert (execution_of(thread).state, execution_of(thread).revision) == ("waiting", document.revision)
        run_jobs()
        assert "1,200 dollars" in answer_in(thread).text

    def test_a_deleted_comment_gets_no_answer(self, user, corpus, document, agent):
        thread = ask(corpus, user, document=document)
        delete_comment(Comment.objects.get(thread=thread), actor=user)
        run_jobs()
        assert execution_of(thread).state == "cancelled"
        assert Comment.with_deleted.count() == 1

    def test_a_waiting_answer_is_cancelled_with_its_corpus(self, user, corpus, document, agent):
        Document.objects.filter(pk=document.pk).update(state="processing", backend_lock=True)
        document.refresh_from_db()
        waiting = ask(corpus, user, document=document)
        queued = ask(corpus, user)
        delete_corpus(corpus, actor=user)
        run_jobs()
        assert {execution_of(each).state for each in (waiting, queued)} == {"cancelled"}
        assert Comment.with_deleted.count() == 2

    def test_documents_to_run_do_not_count_answers(self, user, corpus, document, agent):
        ask(corpus, user, document=document)
        ask(corpus, user)
        run_jobs()
        assert list(running.documents_to_run(agent, user)) == [document]

    def test_a_run_after_the_answer_repeats_nothing(self, user, corpus, document, agent):
        # proves: S1-14 S1-G2 S1-G3
        from corpuses.actions import work

        thread = ask(corpus, user, document=document)
        create_comment(thread, text=QUESTION, actor=user)
        run_jobs()
        assert shown_comments().filter(thread=thread).exclude(agent="").count() == 2
        before = [list(table.objects.order_by("pk").values()) for table in (Comment, Message, Conversation)]
        for execution in ActionExecution.objects.all():
            work.run(execution.pk, job=PlainJob())
        assert [list(table.objects.order_by("pk").values()) for table in (Comment, Message, Conversation)] == before


def test_the_state_and_the_answer_are_in_both_apis(api, user, corpus, document, agent):
    thread = ask(corpus, user, document=document)
    url = f"/api/v1/threads/{thread.pk}"
    (run,) = api.get(url).json()["agent_runs"]
    assert (run["agent"], run["state"]) == ("Mill agent", "queued")
    before = Event.objects.count()
    run_jobs()
    assert api.get(url).json()["agent_runs"] == []
    answer = api.get(f"{url}/comments").json()["results"][1]
    assert (answer["agent"], answer["engine"], answer["version"] != "") == ("Mill agent", "reader", True)
    assert answer["sentences"][0]["is_verified"] is True
    changed = Event.objects.order_by("pk")[before:]
    assert any("comments" in event.changed for event in changed)
    query = """query ($id: ID!) { corpus(id: $id) {
      threads(first: 9) { edges { node { agentRuns { agent }
        comments(first: 9) { edges { node { agent engine conversation sentences { citations { quote } } } } } } } }
      executions(first: 9) { edges { node { thread comment document { title } } } } } }"""
    found = api.execute(query, {"id": str(corpus.pk)})["corpus"]
    nodes = found["threads"]["edges"][0]["node"]["comments"]["edges"]
    assert [each["node"]["agent"] for each in nodes] == ["", "Mill agent"]
    assert found["executions"]["edges"][0]["node"]["thread"] == str(thread.pk)


def test_a_comment_that_an_agent_skipped_has_the_reason_in_both_apis(api, user, corpus, document, agent):
    thread = ask(corpus, user, "Thanks for all of this.")
    run_jobs()
    (run,) = api.get(f"/api/v1/threads/{thread.pk}").json()["agent_runs"]
    comment = Comment.objects.get(thread=thread)
    assert (run["comment"], run["state"], run["reason"]) == (str(comment.pk), "skipped", "no_language_model")
    assert run["message"].startswith("No language model is configured.")
    query = "query ($id: ID!) { corpus(id: $id) { threads { edges { node { agentRuns { comment state reason } } } } } }"
    found = api.execute(query, {"id": str(corpus.pk)})["corpus"]["threads"]["edges"][0]["node"]["agentRuns"]
    assert found == [{"comment": str(comment.pk), "state": "SKIPPED", "reason": "NO_LANGUAGE_MODEL"}]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (QUESTION, QUESTION),
        ("Thanks. **How much** is the rent?", "How much is the rent?"),
        ("@grace, is this a duty?", "is this a duty?"),
        ("> Quoted\n\n- Why?", "Why?"),
        ("It is a duty.", ""),
        ("See https://example.org/?a=1 there.", ""),
    ],
)
def test_the_questions_of_a_comment(text, expected):
    assert questions_in(text) == expected
