"""The sample corpus, which its own actions label and extract."""

import pytest

from corpuses.annotations.models import Annotation
from corpuses.extracts.models import Cell
from corpuses.models import Corpus
from corpuses.sample import create_sample
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
    answered = Cell.objects.filter(row__extract__corpus=corpus).exclude(text="")
    assert {"Document name", "Parties", "Agreement date"} <= set(answered.values_list("column__name", flat=True))


@pytest.mark.django_db
def test_it_is_created_once_and_a_copy_shares_its_documents(user, other_user):
    first = create_sample(user)
    assert create_sample(user) == first
    copy = create_sample(user, "A copy")
    assert set(copy.documents.all()) == set(first.documents.all())
    assert create_sample(other_user) != first
    assert Corpus.objects.filter(title="Sample agreements").count() == 2
