"""The sample corpus, which its own actions label and extract."""

import pytest

from corpuses.annotations.models import Annotation, DocumentLabel, Relation
from corpuses.comments.models import Thread
from corpuses.extracts.models import Cell
from corpuses.first_steps.sample import create_sample
from corpuses.first_steps.services import first_steps_of
from corpuses.imports.models import AnnotationImport
from corpuses.models import Corpus
from documents.services.deletion import delete_document
from documents.services.lifecycle import fail_processing
from tasks.models import Job
from tasks.testing import run_jobs


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_its_documents_are_labelled_and_extracted_by_its_actions(user):
    corpus = create_sample(user)
    assert corpus.documents.count() == 5
    run_jobs()
    assert set(corpus.documents.values_list("state", flat=True)) <= {"ready", "partial"}
    labels = set(Annotation.objects.filter(corpus=corpus).values_list("label__name", flat=True))
    assert {"Defined term", "Date", "Amount", "Duty", "Termination"} <= labels
    duties = Annotation.objects.filter(corpus=corpus, label__name="Duty")
    assert duties.values("document").distinct().count() == 4
    assert_has_work_of_its_owner(corpus)
    copy = create_sample(user, "A copy")
    run_jobs()
    assert_has_work_of_its_owner(copy)
    assert_has_work_of_its_owner(corpus)
    assert not first_steps_of(user).has_annotations
    answered = Cell.objects.filter(row__extract__corpus=corpus).exclude(text="")
    assert {"Document name", "Parties", "Agreement date"} <= set(answered.values_list("column__name", flat=True))


def assert_has_work_of_its_owner(corpus):
    """Check what users make: annotations, one of them with a note, a relation, a thread, and labels of documents."""
    report = AnnotationImport.objects.get(corpus=corpus)
    assert (report.state, report.added, report.refused, report.problems) == ("done", 7, 0, [])
    made = Annotation.objects.filter(corpus=corpus, source="human", creator=corpus.owner)
    assert (made.count(), made.filter(confidence=1).count()) == (7, 7)
    assert made.values("document").distinct().count() == 4
    assert made.exclude(note="").count() == 1
    relation = Relation.objects.get(corpus=corpus)
    assert (relation.source.label.name, relation.label.name, relation.target.label.name) == ("Party", "owes", "Duty")
    thread = Thread.objects.get(corpus=corpus)
    assert (thread.annotation, thread.comments.count()) == (relation.target, 2)
    assert DocumentLabel.objects.filter(corpus=corpus, label__name="Contract").count() == 4


@pytest.mark.django_db
def test_a_document_that_failed_or_was_deleted_does_not_stop_the_import(user):
    corpus = create_sample(user)
    (waiting,) = AnnotationImport.objects.all()
    documents = {each.filename: each for each in corpus.documents.all()}
    assert set(waiting.waits_for) == {each.pk for each in documents.values()}
    assert waiting.job is None
    delete_document(documents.pop("maintenance-agreement.txt"), actor=user)
    for each in documents.values():
        waiting.refresh_from_db()
        assert (waiting.job, each.pk in waiting.waits_for) == (None, True)
        fail_processing(each.pk, code="corrupt_document", message="")
    waiting.refresh_from_db()
    assert waiting.waits_for == []
    Job.objects.exclude(pk=waiting.job).delete()
    run_jobs()
    waiting.refresh_from_db()
    assert (waiting.state, waiting.added) == ("done", 0)
    assert {each["code"] for each in waiting.problems} >= {"document_not_parsed", "annotation_document_unknown"}


@pytest.mark.django_db
def test_it_is_created_once_and_a_copy_shares_its_documents(user, other_user):
    first = create_sample(user)
    assert create_sample(user) == first
    copy = create_sample(user, "A copy")
    assert set(copy.documents.all()) == set(first.documents.all())
    assert create_sample(other_user) != first
    assert Corpus.objects.filter(title="Sample agreements").count() == 2
