"""Runs of analyzers: their results, and what another run changes about the suggestions."""

from dataclasses import replace

import pytest

from audit.models import AuditEntry
from core.db.ids import uuid7
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.actions.running import documents_to_run, run_action
from corpuses.analyzers import registry, suggestions
from corpuses.analyzers.api.selectors import differences_of_action, summaries_of_action
from corpuses.analyzers.models import AnalysisResult, AnalysisRun
from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentLabel, Finding, Metadata, Verdict
from corpuses.analyzers.services import analyze
from corpuses.annotations.document_labels.services import label_documents, unlabel_documents
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.models import DocumentLabel as LabelOfDocument
from corpuses.annotations.reviews import review_annotations
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.models import CorpusShare
from corpuses.undo.services import redo_edits, undo_edits
from documents.tests.factories import new_version
from tasks.testing import run_jobs
from tests.jobs.racing import while_open
from tests.plain_job import PlainJob
from users.models import User

TEXT = "Ada pays Bob on Monday. Bob pays Ada on Friday."


class Scripted:
    """An analyzer with given results."""

    name = "scripted"
    version = "1"
    title = "Scripted"
    description = "Returns what a test gives it."
    labels = ()
    schema = WITHOUT_SETTINGS
    results = ()

    def analyze(self, document, settings):
        if isinstance(self.results, Exception):
            raise self.results
        return list(self.results)


@pytest.fixture
def scripted(monkeypatch):
    """Install an analyzer with given results."""
    analyzer = Scripted()
    monkeypatch.setitem(registry._BUILT_IN, "scripted", analyzer)
    return analyzer


@pytest.fixture
def action(corpus, scripted):
    return CorpusAction.objects.create(
        corpus=corpus, kind="analyze", name="Analyze", analyzer="scripted", analyzer_version="1", triggers=["manual"]
    )


@pytest.fixture
def document(add_parsed):
    return add_parsed(TEXT)


def named(word, label="Name", nth=0):
    start = [at for at in range(len(TEXT)) if TEXT.startswith(word, at)][nth]
    return Finding(start, start + len(word), label)


@pytest.fixture
def run(corpus, action, document, scripted):
    """Run the analyzer with these results, each time with other settings."""
    versions = iter(range(1, 100))

    def start(*results, version=None, on=document):
        scripted.results = results
        chosen = version or next(versions)
        return analyze(on.revision, "scripted", corpus, job=PlainJob(), action_id=action.pk, settings_version=chosen)

    return start


def quotes():
    return sorted((row.quote, row.label.name, row.start) for row in Annotation.objects.all())


def test_all_kinds_of_results_are_stored(run, corpus, document):
    # proves: S1-10
    finding = Finding(0, 3, "Name", value="ada lovelace", confidence=0.75, note="The debtor.")
    stored = run(finding, DocumentLabel("Debt"), Metadata("Payer", "Ada"), Verdict(passed=False, message="No date."))
    assert (stored.state, stored.analyzer, stored.analyzer_version) == ("success", "scripted", "1")
    assert (stored.finding_count, stored.new_count, stored.verdict) == (1, 2, "failed")
    annotation = Annotation.objects.get()
    assert (annotation.quote, annotation.score, annotation.note, annotation.review) == (
        "Ada", 0.75, "The debtor.", "pending",
    )  # fmt: skip
    rows = AnalysisResult.objects.values_list("kind", "label", "quote", "value", "note", "annotation", "page")
    assert list(rows) == [
        ("finding", "Name", "Ada", "ada lovelace", "The debtor.", annotation.pk, 1),
        ("label", "Debt", "", "", "", None, None),
        ("metadata", "Payer", "", "Ada", "", None, None),
        ("verdict", "", "", "failed", "No date.", None, None),
    ]
    label = LabelOfDocument.objects.get(document=document)
    assert (label.label.name, label.source) == ("Debt", "analyzer")


def test_a_verdict_passes_if_all_checks_pass(run):
    passed = Verdict(passed=True, message="It has a date.")
    assert run(passed, Verdict(passed=True, message="It is signed.")).verdict == "passed"
    assert run(passed, Verdict(passed=False, message="It is not signed.")).verdict == "failed"
    assert run(named("Ada")).verdict == ""


def test_a_repeated_job_changes_nothing(run):
    # proves: S1-14
    first = run(named("Ada"), named("Bob"), version=1)
    annotations = list(Annotation.objects.order_by("pk").values())
    second = run(named("Ada"), named("Bob"), version=1)
    assert second.pk == first.pk
    assert list(Annotation.objects.order_by("pk").values()) == annotations
    assert AnalysisResult.objects.filter(run=first).count() == AnalysisResult.objects.count() == 2


def test_what_is_the_same_stays_and_what_is_gone_is_removed(run, user):
    run(named("Ada"), named("Bob"), named("Monday", "Date"))
    kept, accepted, _ = Annotation.objects.order_by("start")
    review_annotations([accepted], "accepted", actor=user)
    second = run(named("Ada"), named("Friday", "Date"))
    assert (second.new_count, second.gone_count) == (1, 1)
    assert [row[0] for row in quotes()] == ["Ada", "Bob", "Friday"]  # Bob was accepted, so it stays
    assert Annotation.objects.get(quote="Ada").pk == kept.pk
    assert Annotation.objects.get(quote="Bob").review == "accepted"


def test_a_rejected_suggestion_does_not_come_back(run, user):
    run(named("Ada"), named("Bob"))
    review_annotations([Annotation.objects.get(quote="Bob")], "rejected", actor=user)
    second = run(named("Ada"), named("Bob"), named("Bob", nth=1), named("Bob", "Party"))
    assert quotes() == [("Ada", "Name", 0), ("Bob", "Party", 9)]  # another label is another suggestion
    assert [each.annotation is None for each in second.results.order_by("start", "label")] == [
        False, True, False, True,
    ]  # fmt: skip


def test_what_users_have_worked_on_is_not_removed(run, corpus, document, user):
    run(named("Ada"), named("Bob"))
    discussed = Annotation.objects.get(quote="Ada")
    create_thread(corpus, ThreadDraft(text="Who is this?", annotation=discussed), actor=user)
    second = run(named("Monday", "Date"))
    assert second.gone_count == 1
    assert [row[0] for row in quotes()] == ["Ada", "Monday"]


def test_a_passage_that_a_user_has_marked_is_not_suggested_again(run, corpus, document, user):
    run(named("Ada"))
    mine = Annotation.objects.get()
    Annotation.objects.update(source="human", origin="", creator=user)
    second = run(named("Ada"))
    assert second.new_count == 0
    assert second.results.get().annotation_id == mine.pk


def test_whitespace_is_a_result_without_a_suggestion(run):
    assert run(Finding(3, 4, "Gap")).new_count == 0
    assert AnalysisResult.objects.get().annotation is None


def test_a_failed_job_ends_its_run_with_the_reason(action, document, scripted, user):
    # proves: T-15
    scripted.results = ZeroDivisionError("no model")
    run_action(action, actor=user)
    run_jobs()
    run = AnalysisRun.objects.get()
    assert (run.state, run.finished is not None) == ("failed", True)
    assert run.message
    assert ActionExecution.objects.get(action=action).state == "failed"


def test_an_analyzer_that_is_not_installed_any_more_fails_the_run(action, document, user, monkeypatch):
    monkeypatch.delitem(registry._BUILT_IN, "scripted")
    run_action(action, actor=user)
    run_jobs()
    assert "There is no analyzer 'scripted'" in AnalysisRun.objects.get().message


def test_a_new_version_of_the_analyzer_can_run_again(action, document, scripted, user):
    scripted.results = [named("Ada")]
    assert run_action(action, actor=user) == 1
    run_jobs()
    assert documents_to_run(action, user).count() == 0
    scripted.version = "2"
    assert documents_to_run(action, user).count() == 1
    assert run_action(action, actor=user) == 1
    run_jobs()
    assert list(AnalysisRun.objects.order_by("pk").values_list("analyzer_version", "settings_version")) == [
        ("1", 1),
        ("2", 2),
    ]
    assert Annotation.objects.count() == 1
    assert documents_to_run(action, user).count() == 0


def test_versions_are_compared_by_label_and_place(run, action, user):
    run(named("Ada"), named("Bob"), named("Monday", "Date"), Verdict(passed=True, message="It is dated."))
    run(named("Ada"), named("Bob", nth=1), named("Monday", "Date"), Verdict(passed=False, message="It is dated twice."))
    found = differences_of_action(user, action.pk, before=1, after=2)
    assert (found.documents, found.is_complete) == (1, True)
    assert [(each.label, each.added, each.removed, each.same) for each in found.labels] == [
        ("", 1, 1, 0),
        ("Date", 0, 0, 1),
        ("Name", 1, 1, 1),
    ]
    named_places = differences_of_action(user, action.pk, before=1, after=2, label="Name").places
    assert [(each.change, each.quote, each.start) for each in named_places] == [
        ("removed", "Bob", 9),
        ("added", "Bob", 24),
    ]
    added = differences_of_action(user, action.pk, before=1, after=2, label="Name", change="added").places
    assert [each.start for each in added] == [24]
    assert [(each.settings_version, each.passed, each.not_passed) for each in summaries_of_action(user, action.pk)] == [
        (2, 0, 1),
        (1, 1, 0),
    ]


def test_a_result_with_another_value_is_a_difference(run, action, document, user):
    run(replace(named("Monday", "Date"), value="2026-01-05"), replace(named("Ada"), value="a"))
    run(replace(named("Monday", "Date"), value="2026-01-12"), replace(named("Ada"), value="a"))
    found = differences_of_action(user, action.pk, before=1, after=2)
    assert [(each.label, each.added, each.removed, each.same) for each in found.labels] == [
        ("Date", 1, 1, 0),
        ("Name", 0, 0, 1),
    ]
    assert [(each.change, each.quote, each.value) for each in found.places] == [
        ("removed", "Monday", "2026-01-05"),
        ("added", "Monday", "2026-01-12"),
    ]


def test_a_version_is_the_same_as_itself(run, action, user):
    run(named("Ada"), named("Monday", "Date"), Verdict(passed=True, message="It is dated."))
    found = differences_of_action(user, action.pk, before=1, after=1)
    assert (found.documents, found.places) == (1, [])
    assert {(each.label, each.added, each.removed, each.same) for each in found.labels} == {
        ("", 0, 0, 1),
        ("Date", 0, 0, 1),
        ("Name", 0, 0, 1),
    }


class TestLabelsOfDocuments:
    """Labels of whole documents are suggestions, too."""

    @staticmethod
    def reviews():
        rows = LabelOfDocument.objects.order_by("label__name")
        return [(row.label.name, row.review, row.reviewer) for row in rows]

    def test_they_are_accepted_or_rejected_and_only_pending_ones_go(self, run, document, user):
        assert run(DocumentLabel("Debt"), DocumentLabel("Lease"), DocumentLabel("Sale")).new_count == 3
        assert self.reviews() == [("Debt", "pending", None), ("Lease", "pending", None), ("Sale", "pending", None)]
        debt, _, sale = (row.label for row in LabelOfDocument.objects.order_by("label__name"))
        assert label_documents(debt, [document], actor=user) == [document.pk]
        assert label_documents(debt, [document], actor=user) == []
        assert unlabel_documents(sale, [document], actor=user) == [document.pk]
        second = run(DocumentLabel("Sale"), DocumentLabel("Will"))
        assert (second.new_count, second.gone_count) == (1, 1)
        assert self.reviews() == [("Debt", "accepted", user), ("Will", "pending", None)]

    def test_a_label_that_a_user_removed_does_not_come_back(self, run, action, document, user):
        run(DocumentLabel("Debt"))
        label = LabelOfDocument.objects.get().label
        label_documents(label, [document], actor=user)
        unlabel_documents(label, [document], actor=user)
        run(DocumentLabel("Debt"))
        action.pk, action.id = None, uuid7()
        action.save(force_insert=True)  # nor by another action
        run(DocumentLabel("Debt"))
        assert self.reviews() == []
        assert list(Edit.objects.order_by("pk").values_list("kind", flat=True)) == ["accepted", "deleted"]

    def test_a_label_that_a_user_removed_does_not_come_back_in_a_new_version(self, run, document, user):
        run(DocumentLabel("Debt"), DocumentLabel("Sale"))
        debt, sale = (row.label for row in LabelOfDocument.objects.order_by("label__name"))
        label_documents(sale, [document], actor=user)
        unlabel_documents(debt, [document], actor=user)
        unlabel_documents(sale, [document], actor=user)
        newest = new_version(document, user, "Another text.")
        run(DocumentLabel("Debt"), DocumentLabel("Sale"), DocumentLabel("Will"), on=newest)
        assert self.reviews() == [("Will", "pending", None)]

    @pytest.mark.django_db(transaction=True)
    def test_a_label_that_is_accepted_meanwhile_stays(self, run, document, user):
        run(DocumentLabel("Debt"))
        label = LabelOfDocument.objects.get().label
        while_open(lambda: label_documents(label, [document], actor=user), run)
        assert self.reviews() == [("Debt", "accepted", user)]
        assert AnalysisRun.objects.latest("created").gone_count == 0

    def test_only_labels_that_were_added_are_counted_and_recorded(self, run, corpus, document, user, monkeypatch):
        label, given = create_label(corpus, name="Debt", actor=user), suggestions.origin_of

        def add_meanwhile(run):
            label_documents(label, [document], actor=user)
            return given(run)

        monkeypatch.setattr(suggestions, "origin_of", add_meanwhile)
        assert run(DocumentLabel("Debt"), DocumentLabel("Will")).new_count == 1
        assert self.reviews() == [("Debt", None, None), ("Will", "pending", None)]
        by_run = AuditEntry.objects.filter(action="label.added_to_document", actor_id=None)
        assert [entry.object_id for entry in by_run] == [LabelOfDocument.objects.get(label__name="Will").label_id]

    def test_a_label_comes_back_without_a_reviewer_who_was_deleted(self, run, corpus, document, user):
        grace = User.objects.create_user("grace", "grace@example.org")
        CorpusShare.objects.create(target=corpus, user=grace, role="annotator", created_by=user)
        run(DocumentLabel("Debt"))
        label, removed = LabelOfDocument.objects.get().label, uuid7()
        label_documents(label, [document], actor=grace)
        unlabel_documents(label, [document], actor=user, group=removed)
        grace.delete()
        undo_edits(removed, actor=user)
        assert self.reviews() == [("Debt", "accepted", None)]

    def test_a_label_by_a_user_is_neither_suggested_nor_removed(self, run, corpus, document, user):
        label_documents(create_label(corpus, name="Debt", actor=user), [document], actor=user)
        run(DocumentLabel("Debt"))
        run()
        assert self.reviews() == [("Debt", None, None)]

    def test_reviews_are_undone_and_redone(self, run, document, user):
        run(DocumentLabel("Debt"))
        label, accepted, rejected = LabelOfDocument.objects.get().label, uuid7(), uuid7()
        label_documents(label, [document], actor=user, group=accepted)
        undo_edits(accepted, actor=user)
        assert self.reviews() == [("Debt", "pending", None)]
        redo_edits(accepted, actor=user)
        assert self.reviews() == [("Debt", "accepted", user)]
        undo_edits(accepted, actor=user)
        unlabel_documents(label, [document], actor=user, group=rejected)
        assert Edit.objects.get(group=rejected).kind == "rejected"
        undo_edits(rejected, actor=user)
        assert self.reviews() == [("Debt", "pending", None)]
        assert run().gone_count == 1  # the action made it, also after it came back
        assert run(DocumentLabel("Debt")).new_count == 1  # the rejection was undone
