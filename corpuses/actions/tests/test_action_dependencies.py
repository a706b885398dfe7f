"""Actions that wait for others, are skipped with a reason, are started by their triggers only, and run again."""

import pytest
from django.db import transaction

from corpuses.actions import running
from corpuses.actions.drafts import ActionDraft, Question
from corpuses.actions.editing import create_action, delete_action, update_action
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.conversations.models import RUN_ANSWER, Conversation, Message
from corpuses.corpora.services import add_documents, delete_corpus, remove_documents
from corpuses.search.models import Passage
from documents.models import DocumentRevision
from documents.services import lifecycle
from documents.tests.factories import parsed_document, publish
from tasks.models import Job
from tasks.runtime import queue
from tasks.testing import run_jobs
from tests.upstreams import fails, says

pytestmark = pytest.mark.django_db(transaction=True)

AGENT = ActionDraft(kind="agent", name="Ask", instructions="Mark the word “rent”.")
PATTERNS = ActionDraft(kind="analyze", name="Find", analyzer="patterns")


@pytest.fixture
def document(user):
    return parsed_document(user, "The tenant pays a rent of 100 EUR on 2026-01-02.", title="Lease")


def states(corpus):
    return dict(ActionExecution.objects.filter(action__corpus=corpus).values_list("action__kind", "state"))


def execution_of(action):
    return ActionExecution.objects.get(action=action)


def fail_job(execution):
    """Make the job of an execution fail when it runs."""
    Job.objects.filter(pk=execution.job).update(args="{}")


class TestDependencies:
    def test_an_action_waits_for_the_index_of_the_same_revision(self, user, corpus, document, model):
        model(says("Nothing to mark."))
        agent = create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        assert states(corpus) == {"embed": "queued", "agent": "waiting"}
        assert execution_of(agent).job is None
        run_jobs()
        assert states(corpus) == {"embed": "success", "agent": "success"}
        assert Passage.objects.filter(revision=document.revision).exists()

    def test_an_action_is_skipped_if_the_index_fails_and_starts_when_it_succeeds(self, user, corpus, document, model):
        model(says("Nothing to mark."))
        agent = create_action(AGENT, corpus=corpus, actor=user)
        create_action(PATTERNS, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        embed = ActionExecution.objects.get(action__kind="embed")
        fail_job(embed)
        run_jobs(skip_waits=True)
        assert states(corpus) == {"embed": "failed", "agent": "skipped", "analyze": "success"}
        skipped = execution_of(agent)
        assert (skipped.reason, skipped.job) == ("dependency_failed", None)
        assert "It starts when that one succeeds." in skipped.message
        assert running.retry_executions(embed.action, actor=user) == 1
        run_jobs()
        assert states(corpus) == {"embed": "success", "agent": "success", "analyze": "success"}
        assert (execution_of(agent).reason, execution_of(agent).message) == ("", "")

    def test_a_cancelled_index_skips_what_waits_for_it(self, user, corpus, document, model):
        model()
        agent = create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        queue.cancel(ActionExecution.objects.get(action__kind="embed").job)
        cancelled = ActionExecution.objects.get(action__kind="embed")
        assert (cancelled.state, cancelled.code) == ("cancelled", "")
        assert execution_of(agent).reason == "dependency_failed"

    def test_an_interrupted_answer_whose_job_is_cancelled_is_cancelled_too(self, user, corpus, document, model):
        model()
        update_action(corpus.actions.get(), actor=user, enabled=False)
        agent = create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        execution = execution_of(agent)
        run = Conversation.objects.create(owner=user, tenant=user.tenant, corpus=corpus, run=execution.pk)
        answer = Message.objects.create(conversation=run, order=RUN_ANSWER, role="assistant", state="running")
        queue.cancel(execution.job)
        answer.refresh_from_db()
        assert (answer.state, answer.error_code) == ("cancelled", "")

    def test_without_an_index_action_there_is_nothing_to_wait_for(self, user, corpus, document, model):
        model(says("Nothing to mark."))
        update_action(corpus.actions.get(), actor=user, enabled=False)
        agent = create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        assert execution_of(agent).state == "queued"
        run_jobs()
        assert states(corpus) == {"agent": "success"}

    def test_deleting_the_index_action_starts_what_waits_for_it(self, user, corpus, document, model):
        model(says("Nothing to mark."))
        agent = create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        delete_action(corpus.actions.get(kind="embed"), actor=user)
        assert execution_of(agent).state == "queued"
        run_jobs()
        assert states(corpus) == {"agent": "success"}

    def test_what_waits_in_a_deleted_corpus_never_starts(self, user, corpus, document, model):
        server = model()
        create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        delete_corpus(corpus, actor=user)
        run_jobs()
        assert states(corpus) == {"embed": "success", "agent": "cancelled"}
        assert server.requests == []

    def test_the_index_of_another_corpus_does_not_start_actions_twice(self, user, corpus, document, model):
        model(says("Nothing to mark."))
        agent = create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        run_jobs()
        assert running.run_action(agent, actor=user) == 0
        assert Job.objects.filter(kind="corpuses.agent").count() == 1


class TestSkipping:
    def test_without_a_language_model(self, user, corpus, document):
        agent = create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        run_jobs()
        skipped = execution_of(agent)
        assert (skipped.state, skipped.reason, skipped.job) == ("skipped", "no_language_model", None)
        assert skipped.finished >= skipped.queued
        assert states(corpus)["embed"] == "success"

    def test_with_a_key_that_the_language_model_refuses(self, user, corpus, document, model):
        model(fails(401))
        agent = create_action(AGENT, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        run_jobs()
        skipped = execution_of(agent)
        assert (skipped.state, skipped.reason) == ("skipped", "no_language_model")
        assert "LLM_API_KEY" in skipped.message
        assert Job.objects.get(pk=skipped.job).state == "success"  # nothing for the list of failed jobs

    def test_documents_without_text(self, user, corpus, model):
        model(says("A picture."))
        agent = create_action(AGENT, corpus=corpus, actor=user)
        analyze = create_action(PATTERNS, corpus=corpus, actor=user)
        blank = parsed_document(user, " ", title="Photo")
        add_documents(corpus, [blank], actor=user)
        run_jobs()
        assert states(corpus) == {"embed": "skipped", "analyze": "skipped", "agent": "success"}
        assert execution_of(analyze).reason == "no_text"
        assert execution_of(agent).state == "success"  # it sees the pages


def test_a_failing_action_stops_no_other(user, corpus, document, model, settings):
    settings.LLM_MAX_RETRIES = 0
    model(fails(503))
    create_action(AGENT, corpus=corpus, actor=user)
    broken = create_action(PATTERNS, corpus=corpus, actor=user)
    CorpusAction.objects.filter(pk=broken.pk).update(analyzer="no-such-analyzer")
    good = create_action(ActionDraft(kind="analyze", name="Good", analyzer="patterns"), corpus=corpus, actor=user)
    add_documents(corpus, [document], actor=user)
    run_jobs(skip_waits=True)
    assert execution_of(good).state == "success"
    assert execution_of(broken).state == "failed"
    assert (states(corpus)["embed"], states(corpus)["agent"]) == ("success", "failed")


class TestTriggers:
    def added(self, user, corpus):
        return create_action(
            ActionDraft(kind="analyze", name="Added", analyzer="patterns", triggers=["document_added"]),
            corpus=corpus,
            actor=user,
        )

    def changed(self, user, corpus):
        return create_action(
            ActionDraft(kind="analyze", name="Changed", analyzer="patterns", triggers=["new_version"]),
            corpus=corpus,
            actor=user,
        )

    def test_a_new_document_starts_only_actions_for_added_documents(self, user, corpus, document):
        added, changed = self.added(user, corpus), self.changed(user, corpus)
        add_documents(corpus, [document], actor=user)
        assert execution_of(added).trigger == "document_added"
        assert not changed.executions.exists()

    def test_a_new_version_starts_only_actions_for_new_versions(self, user, corpus, document):
        added, changed = self.added(user, corpus), self.changed(user, corpus)
        add_documents(corpus, [document], actor=user)
        self.process_again(document)
        assert execution_of(added).revision.number == 1
        execution = execution_of(changed)
        assert (execution.trigger, execution.revision.number) == ("new_version", 2)

    def test_a_document_that_was_added_while_it_was_processed_again_is_a_new_one(self, user, corpus, document):
        added, changed = self.added(user, corpus), self.changed(user, corpus)
        self.process_again(document, meanwhile=lambda: add_documents(corpus, [document], actor=user))
        assert execution_of(added).trigger == "document_added"
        assert not changed.executions.exists()

    def test_actions_without_other_triggers_run_by_hand(self, user, corpus, document):
        draft = ActionDraft(kind="analyze", name="Manual", analyzer="patterns", triggers=[])
        action = create_action(draft, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        assert not action.executions.exists()
        assert running.run_action(action, actor=user) == 1
        execution = execution_of(action)
        assert (execution.trigger, execution.started_by) == ("manual", user)

    def process_again(self, document, meanwhile=lambda: None):
        document.refresh_from_db()
        type(document).objects.filter(pk=document.pk).update(state="processing", backend_lock=True)
        document.refresh_from_db()
        meanwhile()
        publish(document, "The tenant pays a rent of 200 EUR on 2026-01-02.")
        type(document).objects.filter(pk=document.pk).update(state="processing", backend_lock=True)
        lifecycle.complete_processing(document.pk, job=Unfenced())


class Unfenced:
    """End a step, outside of any job."""

    def commit(self):
        return transaction.atomic()


class TestRunningAgain:
    def test_a_changed_action_runs_again_and_the_old_run_stays_in_the_history(self, user, corpus, document):
        action = create_action(PATTERNS, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        run_jobs()
        assert running.run_action(action, actor=user) == 0
        action = update_action(action, actor=user, analyzer="defined-terms")
        assert running.run_action(action, actor=user) == 1
        run_jobs()
        runs = action.executions.order_by("pk").values_list("settings_version", "engine", "state", "trigger")
        assert list(runs) == [
            (1, "patterns", "success", "document_added"),
            (2, "defined-terms", "success", "manual"),
        ]

    def test_only_the_chosen_executions_are_repeated(self, user, corpus):
        documents = [parsed_document(user, f"Paid on 2026-01-0{day}.", title=str(day)) for day in (1, 2)]
        action = create_action(PATTERNS, corpus=corpus, actor=user)
        add_documents(corpus, documents, actor=user)
        for execution in action.executions.all():
            fail_job(execution)
        run_jobs(skip_waits=True)
        chosen = action.executions.get(document=documents[0])
        assert running.retry_executions(action, actor=user, executions=[chosen.pk]) == 1
        run_jobs()
        states = dict(action.executions.values_list("document__title", "state"))
        assert states == {"1": "success", "2": "failed"}

    def test_a_run_on_many_documents_goes_on_in_a_job(self, user, corpus, monkeypatch):
        monkeypatch.setattr(running, "MAX_DOCUMENTS", 2)
        documents = [parsed_document(user, "Paid.", title=str(number)) for number in range(5)]
        update_action(corpus.actions.get(), actor=user, enabled=False)
        add_documents(corpus, documents, actor=user)
        action = create_action(PATTERNS, corpus=corpus, actor=user)
        assert running.run_action(action, actor=user) == 5
        assert action.executions.count() == 2
        run_jobs()
        assert action.executions.filter(state="success", trigger="manual", started_by=user).count() == 5
        assert Job.objects.get(kind=running.RUN).state == "success"

    def test_a_disabled_action_is_not_run(self, user, corpus, document):
        action = create_action(PATTERNS, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        update_action(action, actor=user, enabled=False)
        action.refresh_from_db()
        for run in (running.run_action, running.retry_executions):
            with pytest.raises(running.ActionDisabled):
                run(action, actor=user)

    def test_a_document_that_is_added_again_has_one_execution(self, user, corpus, document):
        action = create_action(PATTERNS, corpus=corpus, actor=user)
        add_documents(corpus, [document], actor=user)
        run_jobs()
        remove_documents(corpus, [document], actor=user)
        add_documents(corpus, [document], actor=user)
        run_jobs()
        assert action.executions.count() == 1
        assert DocumentRevision.objects.count() == 1


def test_changed_fields_of_an_action_keep_their_columns(user, corpus):
    fields = [Question("Rent", "How much?"), Question("Term", "How long?")]
    action = create_action(ActionDraft(kind="extract", name="Lease", fields=fields), corpus=corpus, actor=user)
    before = {column.name: column.pk for column in action.fieldset.columns.all()}
    changed = [Question("Term", "For how many years?"), fields[0], Question("Law", "Which law?")]
    action = update_action(action, actor=user, fields=changed)
    columns = list(action.fieldset.columns.all())
    assert action.settings_version == 2
    assert [(each.name, each.question) for each in columns] == [(each.name, each.question) for each in changed]
    assert [before.get(each.name) for each in columns] == [columns[0].pk, columns[1].pk, None]
