"""The numbers of annotations and labels of documents in corpora are right after each kind of write (docs/adr/0047)."""

import random
from collections.abc import Callable

import pytest
from django.db import connection

from core.errors import DomainError
from corpuses.annotations import copying
from corpuses.annotations.document_labels.services import label_documents, unlabel_documents
from corpuses.annotations.editing import delete_annotation, purge_annotation, restore_annotation
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.merging import merge_label
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label
from corpuses.annotations.moving import lose_places, move_annotations
from corpuses.annotations.reviews import review_annotations
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.bin import services as bin_services
from corpuses.copies.services import copy_documents, start_copy
from corpuses.corpora.services import add_documents, create_corpus, remove_documents
from corpuses.models import CorpusDocument
from corpuses.undo.services import redo_edits, undo_edits
from documents.models import Document
from documents.services import deletion
from documents.tests.factories import new_version, parsed_document, publish
from tests.plain_job import PlainJob

TEXT = "The tenant pays the rent. The landlord repairs the roof of the house and the garden."


def wrong_counts() -> list[tuple[object, ...]]:
    """Return the memberships whose counts differ from what is counted now."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            select * from (
                select document_id, annotation_count, label_count, (
                    select count(*) from corpuses_annotation annotation
                    where annotation.corpus_id = membership.corpus_id
                    and annotation.document_id = membership.document_id and annotation.deleted_at is null
                ) as annotations, (
                    select count(*) from corpuses_documentlabel labelled
                    join corpuses_label label on label.id = labelled.label_id
                    where labelled.membership_id = membership.id and label.deleted_at is null
                ) as labels
                from corpuses_corpusdocument membership
            ) counted where annotation_count <> annotations or label_count <> labels
            """
        )
        return cursor.fetchall()


def counts(corpus, document) -> tuple[int, int]:
    row = CorpusDocument.objects.get(corpus=corpus, document=document)
    return row.annotation_count, row.label_count


def draft(start: int, end: int, name: str = "Duty") -> AnnotationDraft:
    return AnnotationDraft(label_name=name, start=start, end=end)


class Writers:
    """Random operations of a user on the annotations and labels of two corpora that have the same documents."""

    def __init__(self, user, seed: int) -> None:
        self.user, self.random, self.runs = user, random.Random(seed), 0
        self.documents = [parsed_document(user, TEXT, title=f"Lease {number}") for number in range(3)]
        self.corpora = [create_corpus(owner=user, title=title) for title in ("One", "Two")]
        for corpus in self.corpora:
            add_documents(corpus, self.documents, actor=user)
        self.operations: list[Callable[[], object]] = [
            *(self.annotate, self.annotate, self.suggest, self.delete, self.restore, self.purge, self.review),
            *(self.label, self.label, self.unlabel, self.delete_label, self.restore_from_bin, self.merge),
            *(self.remove_and_add, self.bin_document, self.publish, self.undo, self.redo, self.purge_from_bin),
            *(self.copy_corpus, self.upload_version, self.change_in_sql, self.save_stale_membership),
        ]

    def run(self) -> str:
        operation = self.random.choice(self.operations)
        operation()
        return operation.__name__

    def membership(self) -> CorpusDocument:
        rows = CorpusDocument.objects.filter(corpus__in=self.corpora, document__deleted_at=None)
        return self.random.choice(list(rows.order_by("pk")))

    def one_of(self, rows):
        found = list(rows.filter(corpus__in=self.corpora).order_by("pk"))
        return self.random.choice(found) if found else None

    def annotate(self) -> None:
        place = self.membership()
        start = self.random.randrange(40)
        annotate(draft(start, start + 9, self.name()), corpus=place.corpus, document=place.document, actor=self.user)

    def name(self) -> str:
        return self.random.choice(["Duty", "Right", "Party", "Term"])

    def suggest(self) -> None:
        place, self.runs = self.membership(), self.runs + 1
        findings = [(start, start + 5, self.name()) for start in range(0, 40, 8)]
        origin = f"run {self.random.randrange(self.runs)}"
        annotate_many(place.corpus, place.document.revision, findings, source="analyzer", origin=origin)

    def delete(self) -> None:
        if row := self.one_of(Annotation.objects.filter(document__deleted_at=None)):
            delete_annotation(row, actor=self.user)

    def restore(self) -> None:
        if row := self.one_of(Annotation.with_deleted.exclude(deleted_at=None).filter(document__deleted_at=None)):
            restore_annotation(row, actor=self.user)

    def purge(self) -> None:
        if row := self.one_of(Annotation.with_deleted.exclude(deleted_at=None)):
            purge_annotation(row)

    def review(self) -> None:
        pending = Annotation.objects.exclude(source="human").filter(reviewed=None, document__deleted_at=None)
        if row := self.one_of(pending):
            review_annotations([row], self.random.choice(list(Annotation.Review)), actor=self.user)

    def label(self) -> None:
        place = self.membership()
        label = labels.create_label(place.corpus, name=self.name(), actor=self.user)
        documents = Document.objects.filter(memberships__corpus=place.corpus)
        label_documents(label, self.random.sample(list(documents), k=min(2, len(documents))), actor=self.user)

    def unlabel(self) -> None:
        if row := self.one_of(DocumentLabel.objects.filter(document__deleted_at=None)):
            unlabel_documents(row.label, [row.document], actor=self.user)

    def delete_label(self) -> None:
        if row := self.one_of(Label.objects.all()):
            labels.delete_label(row, actor=self.user, with_annotations=True)

    def restore_from_bin(self) -> None:
        if items := list(bin_services.bin_items(self.user)):
            bin_services.restore(self.user, self.random.choice(items).pk)

    def purge_from_bin(self) -> None:
        if items := list(bin_services.bin_items(self.user).exclude(kind="document")):
            bin_services.purge(self.user, self.random.choice(items).pk)

    def merge(self) -> None:
        corpus = self.random.choice(self.corpora)
        found = list(Label.objects.filter(corpus=corpus))
        if len(found) > 1:
            merge_label(*self.random.sample(found, k=2), actor=self.user)

    def remove_and_add(self) -> None:
        place = self.membership()
        remove_documents(place.corpus, [place.document], actor=self.user)
        if self.random.random() < 0.5:
            annotate_many(
                place.corpus, place.document.revision, [(1, 4, "Term")], source="analyzer", origin="while it is out"
            )
        add_documents(place.corpus, [place.document], actor=self.user)

    def bin_document(self) -> None:
        document = self.membership().document
        deletion.delete_document(document, actor=self.user)
        deletion.restore_document(Document.with_deleted.get(pk=document.pk), actor=self.user)

    def publish(self) -> None:
        document = self.membership().document
        publish(document, self.random.choice([TEXT, TEXT.upper(), f"New. {TEXT}"]))
        document.refresh_from_db()
        lose_places(document, document.revision)
        move_annotations(document.pk, document.revision_id, job=PlainJob())

    def upload_version(self) -> None:
        document = self.membership().document
        if document.version_number < 3:
            copying.copy_annotations(
                new_version(document, self.user, f"{TEXT} {self.random.random()}").pk, job=PlainJob()
            )

    def undo(self) -> None:
        self.replay(undo_edits, is_undone=False)

    def redo(self) -> None:
        self.replay(redo_edits, is_undone=True)

    def replay(self, replay, *, is_undone: bool) -> None:
        edits = Edit.objects.filter(is_undone=is_undone, actor=self.user, document__deleted_at=None)
        if edit := self.one_of(edits):
            replay(edit.group, actor=self.user)

    def copy_corpus(self) -> None:
        if self.random.random() < 0.3:
            copy = start_copy(self.random.choice(self.corpora), actor=self.user)
            copy_documents(copy.pk, job=PlainJob())
            self.corpora.append(copy.corpus)

    def change_in_sql(self) -> None:
        """Move annotations to another document, as a writer that is added later may do."""
        rows = Annotation.with_deleted.filter(corpus=self.random.choice(self.corpora), origin="", copied_from=None)
        rows.update(document=self.membership().document)

    def save_stale_membership(self) -> None:
        place = self.membership()
        self.annotate()
        place.annotation_count = 99
        place.save()


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(6))
def test_every_writer_keeps_the_counts_right(user, seed):
    writers = Writers(user, seed)
    done: list[str] = []
    for _ in range(60):
        try:
            done.append(writers.run())
        except DomainError as error:  # what others have changed since is not undone, …
            done.append(type(error).__name__)
        assert wrong_counts() == [], done
    assert Annotation.objects.exists()


@pytest.mark.django_db
class TestWhatCounts:
    """Counted is what lists show: annotations and labels that are not in the bin, suggestions too."""

    @pytest.fixture
    def document(self, add_parsed):
        return add_parsed(TEXT)

    def test_suggestions_count_until_they_are_rejected(self, user, corpus, document):
        annotate_many(corpus, document.revision, [(4, 10, "Duty"), (30, 38, "Duty")], source="analyzer", origin="run 1")
        assert counts(corpus, document) == (2, 0)
        row = Annotation.objects.filter(document=document).latest("start")
        review_annotations([row], Annotation.Review.REJECTED, actor=user)
        assert counts(corpus, document) == (1, 0)

    def test_annotations_without_a_place_count(self, user, corpus, document):
        annotate(draft(4, 10), corpus=corpus, document=document, actor=user)
        publish(document, "Nothing is the same.")
        document.refresh_from_db()
        lose_places(document, document.revision)
        move_annotations(document.pk, document.revision_id, job=PlainJob())
        assert Annotation.objects.get(document=document).confidence == 0
        assert counts(corpus, document) == (1, 0)

    def test_labels_below_others_count_once_and_those_in_the_bin_do_not(self, user, corpus, document):
        parent = labels.create_label(corpus, name="Lease", actor=user)
        child = labels.create_label(corpus, name="Office lease", parent=parent.pk, actor=user)
        for label in (parent, child):
            label_documents(label, [document], actor=user)
        assert counts(corpus, document) == (0, 2)
        labels.delete_label(child, actor=user, with_annotations=True)
        assert counts(corpus, document) == (0, 1)
        labels.restore_label(Label.with_deleted.get(pk=child.pk), actor=user)
        assert counts(corpus, document) == (0, 2)

    def test_each_corpus_has_its_own(self, user, corpus, document):
        other = create_corpus(owner=user, title="Other")
        add_documents(other, [document], actor=user)
        annotate(draft(4, 10), corpus=corpus, document=document, actor=user)
        assert (counts(corpus, document), counts(other, document)) == ((1, 0), (0, 0))

    def test_a_document_that_comes_back_has_its_annotations_but_no_labels(self, user, corpus, document):
        label = labels.create_label(corpus, name="Lease", actor=user)
        label_documents(label, [document], actor=user)
        annotate(draft(4, 10), corpus=corpus, document=document, actor=user)
        remove_documents(corpus, [document], actor=user)
        add_documents(corpus, [document], actor=user)
        assert counts(corpus, document) == (1, 0)

    def test_a_writer_of_memberships_cannot_write_them(self, user, corpus, document):
        row = CorpusDocument.objects.get(corpus=corpus, document=document)
        CorpusDocument.objects.filter(pk=row.pk).update(annotation_count=7, label_count=7)
        assert counts(corpus, document) == (0, 0)
        row.delete()
        CorpusDocument.objects.create(
            corpus=corpus, document=document, added_by=user, annotation_count=7, label_count=7
        )
        assert counts(corpus, document) == (0, 0)
