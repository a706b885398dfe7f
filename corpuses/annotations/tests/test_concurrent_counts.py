"""The counts of documents in corpora are right when transactions overlap (docs/adr/0047)."""

from collections.abc import Callable
from functools import partial

import pytest

from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels import services as labels
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.annotations.services import annotate, annotate_many
from corpuses.annotations.tests.test_document_counts import TEXT, counts, draft, wrong_counts
from corpuses.corpora.services import add_documents, delete_corpus, remove_documents
from corpuses.models import CorpusDocument
from documents.tests.factories import new_version
from tests.jobs.racing import Race, deadlocks, while_open


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(4))
class TestConcurrency:
    """Transactions that overlap do not lose what the others count."""

    @pytest.fixture
    def documents(self, add_parsed):
        return [add_parsed(TEXT, title=f"Lease {number}") for number in range(2)]

    @pytest.fixture
    def label(self, user, corpus):
        return labels.create_label(corpus, name="Duty", actor=user)

    def test_annotations_of_one_document(self, user, corpus, documents, label, seed):
        def one(start: int) -> Callable[[], object]:
            return lambda: annotate(draft(start, start + 6), corpus=corpus, document=documents[0], actor=user)

        def many(length: int) -> Callable[[], object]:
            findings = [(start, start + length, "Duty") for start in range(20)]
            origin = f"run {length}"
            return lambda: annotate_many(corpus, documents[0].revision, findings, source="analyzer", origin=origin)

        before = deadlocks()
        Race(seed).run(one(4), one(11), one(30), many(4), many(5))
        assert counts(corpus, documents[0]) == (43, 0)
        assert deadlocks() == before

    def test_annotations_while_the_document_is_removed_and_added(self, user, corpus, documents, label, seed):
        """Suggestions of a run are stored, too, while the document is in the corpus no more."""

        def suggest(number: int) -> Callable[[], object]:
            return lambda: annotate_many(
                corpus, documents[0].revision, [(4, 10 + number, "Duty")], source="analyzer", origin=f"run {number}"
            )

        def remove_and_add() -> None:
            remove_documents(corpus, documents, actor=user)
            add_documents(corpus, documents, actor=user)

        Race(seed).run(suggest(1), remove_and_add, suggest(2), suggest(3))
        assert wrong_counts() == []
        assert counts(corpus, documents[0]) == (3, 0)

    def test_labels_that_are_added_while_they_are_deleted(self, user, corpus, documents, label, seed):
        other = labels.create_label(corpus, name="Right", actor=user)
        Race(seed).run(
            lambda: label_documents(label, documents, actor=user),
            lambda: label_documents(other, list(reversed(documents)), actor=user),
            lambda: labels.delete_label(label, actor=user, with_annotations=True),
        )
        assert wrong_counts() == []

    def test_a_new_version_while_the_previous_one_is_annotated(self, user, corpus, documents, label, seed):
        Race(seed).run(
            lambda: annotate(draft(4, 10), corpus=corpus, document=documents[0], actor=user),
            lambda: new_version(documents[0], user, "Another text of the tenant."),
            lambda: annotate_many(corpus, documents[0].revision, [(4, 10, "Duty")], source="analyzer", origin="run 1"),
        )
        assert wrong_counts() == []


@pytest.mark.django_db(transaction=True)
class TestUncommitted:
    """Rows that another transaction has not committed are not seen, so it is waited for."""

    @pytest.fixture
    def document(self, add_parsed):
        return add_parsed(TEXT)

    @pytest.fixture
    def label(self, user, corpus):
        return labels.create_label(corpus, name="Duty", actor=user)

    def test_annotations_of_a_document_that_is_added_meanwhile(self, user, corpus, document, label):
        remove_documents(corpus, [document], actor=user)

        def suggest() -> None:
            annotate_many(corpus, document.revision, [(4, 10, "Duty")], source="analyzer", origin="run 1")

        def add() -> None:
            add_documents(corpus, [document], actor=user)

        while_open(suggest, add)
        assert counts(corpus, document) == (1, 0)
        remove_documents(corpus, [document], actor=user)
        while_open(add, lambda: Annotation.objects.all().delete())
        assert counts(corpus, document) == (0, 0)

    def test_labels_by_an_analyzer_that_locks_nothing(self, user, corpus, document, label):
        membership = CorpusDocument.objects.get(corpus=corpus)

        def store() -> None:
            row = DocumentLabel(corpus=corpus, document=document, membership=membership, label=label)
            DocumentLabel.objects.bulk_create([row])

        while_open(store, lambda: labels.delete_label(label, actor=user, with_annotations=True))
        assert counts(corpus, document) == (0, 0)
        DocumentLabel.with_deleted.all().delete()
        while_open(lambda: labels.restore_label(Label.with_deleted.get(), actor=user), store)
        assert counts(corpus, document) == (0, 1)

    def test_the_purge_of_a_corpus_does_not_deadlock_with_annotations(self, user, corpus, document, label):
        before = deadlocks()
        start = partial(annotate, draft(4, 10), corpus=corpus, document=document, actor=user)
        while_open(start, lambda: delete_corpus(corpus, actor=user, permanently=True))
        assert not Annotation.with_deleted.exists()
        assert deadlocks() == before
