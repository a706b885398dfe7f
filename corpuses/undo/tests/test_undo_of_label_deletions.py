"""The creation, deletion and restoration of labels are recorded, undone and redone on the server."""

from uuid import uuid4

import pytest

from core.errors import NotAllowed
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.labels.services import create_label, delete_label, purge_label, restore_label, update_label
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.first_steps.sample import create_sample
from corpuses.models import CorpusShare
from corpuses.undo.services import redo_edits, undo_edits
from corpuses.undo.tests.factories import corpus_of
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

EDITS = """query ($corpus: ID!) {
    edits(corpusId: $corpus, area: CORPUS) { edges { node { kind labelName quoteAfter noteAfter valueAfter } } }
}"""


@pytest.fixture
def document(user):
    return parsed_document(user, "The tenant pays rent. The landlord repairs the roof.")


@pytest.fixture
def corpus(document):
    return corpus_of(document)


@pytest.fixture
def label(corpus, user):
    return create_label(corpus, name="Party", actor=user)


@pytest.fixture
def mark(corpus, document, user, label):
    def mark(start=4, end=10):
        draft = AnnotationDraft(label_id=label.pk, start=start, end=end)
        return annotate(draft, corpus=corpus, document=document, actor=user)

    return mark


def names(corpus):
    return list(Label.objects.filter(corpus=corpus).values_list("name", flat=True))


def last_group(user):
    return Edit.objects.filter(actor=user, subject=Edit.Subject.LABEL).order_by("-id").first().group


def in_bin(label):
    return Label.with_deleted.get(pk=label.pk)


class TestCreations:
    def test_a_creation_is_undone_and_redone(self, user, corpus, label):
        group = uuid4()
        create_label(corpus, name="Tenant", parent=label.pk, color="#c97706", actor=user, group=group)
        undo_edits(group, actor=user)
        undo_edits(group, actor=user)  # a repeated request
        assert names(corpus) == ["Party"]
        redo_edits(group, actor=user)
        assert names(corpus) == ["Party", "Tenant"]
        assert Label.objects.get(name="Tenant").parent == label

    def test_a_label_that_is_there_already_is_no_edit(self, user, corpus, label):
        create_label(corpus, name="Party", actor=user)
        assert Edit.objects.count() == 1

    def test_a_label_that_is_used_or_was_changed_since_stays(self, user, corpus, label, document, mark):
        group = last_group(user)
        annotation = mark()
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)
        annotation.delete()
        label_documents(label, [document], actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)
        DocumentLabel.objects.all().delete()
        child = create_label(corpus, name="Tenant", parent=label.pk, actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)
        delete_label(child, actor=user)
        update_label(label, actor=user, name="Parties")
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)
        assert names(corpus) == ["Parties"]

    def test_annotators_undo_what_they_created_but_no_change(self, corpus, other_user):
        CorpusShare.objects.create(target=corpus, user=other_user, role="annotator", created_by=corpus.owner)
        create_label(corpus, name="Tenant", actor=other_user)
        undo_edits(last_group(other_user), actor=other_user)
        assert names(corpus) == []

    def test_the_labels_of_the_sample_are_no_edits(self, user):
        create_sample(user)
        assert not Edit.objects.exists()


def test_the_history_lists_labels_that_were_moved_created_or_deleted(api, user, corpus, label):
    other = create_label(corpus, name="Date", actor=user)
    update_label(other, actor=user, position=0)
    delete_label(label, actor=user)
    restore_label(in_bin(label), actor=user)
    found = api.execute(EDITS, {"corpus": str(corpus.pk)})["edits"]["edges"]
    assert [tuple(each["node"][name] for name in ("kind", "labelName", "valueAfter")) for each in found] == [
        ("RESTORED", "Party", None),
        ("DELETED", "Party", None),
        ("CHANGED", "Date", None),
        ("CREATED", "Date", None),
        ("CREATED", "Party", None),
    ]
    assert {each["node"]["quoteAfter"] for each in found} == {None}


class TestDeletions:
    def test_the_deletion_after_a_change_is_undone_before_it(self, user, corpus, label):
        other = create_label(corpus, name="Date", actor=user)
        update_label(label, actor=user, name="Parties")
        delete_label(other, actor=user)
        undo_edits(last_group(user), actor=user)
        assert names(corpus) == ["Parties", "Date"]

    def test_a_label_returns_to_its_place_with_its_annotations_and_the_labels_below_it(
        self, user, corpus, label, document, mark
    ):
        child = create_label(corpus, name="Tenant", parent=label.pk, actor=user)
        create_label(corpus, name="Date", actor=user)
        first = mark()
        label_documents(label, [document], actor=user)
        delete_label(label, actor=user, with_annotations=True)
        group = last_group(user)
        assert names(corpus) == ["Tenant", "Date"]
        undo_edits(group, actor=user)
        assert names(corpus) == ["Party", "Tenant", "Date"]
        assert Label.objects.get(pk=child.pk).parent == label
        assert Annotation.objects.get() == first
        assert DocumentLabel.objects.get().label == label
        redo_edits(group, actor=user)
        assert not Annotation.objects.exists()
        undo_edits(group, actor=user)
        assert Annotation.objects.get() == first

    def test_a_label_that_has_new_annotations_is_not_deleted_again(self, user, corpus, label, mark):
        delete_label(label, actor=user)
        group = last_group(user)
        undo_edits(group, actor=user)
        mark()
        with pytest.raises(EditOutdated):
            redo_edits(group, actor=user)
        assert names(corpus) == ["Party"]

    def test_a_label_that_was_restored_otherwise_is_outdated(self, user, corpus, label):
        delete_label(label, actor=user)
        group = last_group(user)
        restore_label(in_bin(label), actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)

    def test_a_permanent_deletion_is_no_edit_and_takes_the_others_along(self, user, label):
        update_label(label, actor=user, name="Parties")
        delete_label(label, actor=user, permanently=True)
        assert not Edit.objects.exists()

    def test_edits_are_deleted_with_the_label_in_the_bin(self, user, label):
        delete_label(label, actor=user)
        purge_label(in_bin(label))
        assert not Edit.objects.exists()

    def test_annotators_undo_no_deletion(self, user, corpus, other_user, label):
        CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=user)
        delete_label(label, actor=other_user)
        CorpusShare.objects.update(role="annotator")
        with pytest.raises(NotAllowed):
            undo_edits(last_group(other_user), actor=other_user)


class TestRestorations:
    def test_a_restoration_and_then_the_deletion_are_undone(self, user, corpus, label, mark):
        mark()
        delete_label(label, actor=user, with_annotations=True)
        deletion = last_group(user)
        restore_label(in_bin(label), actor=user)
        restoration = last_group(user)
        undo_edits(restoration, actor=user)
        assert names(corpus) == []
        undo_edits(deletion, actor=user)
        assert names(corpus) == ["Party"]
        assert Annotation.objects.count() == 1
        redo_edits(deletion, actor=user)
        assert not Annotation.objects.exists()

    def test_a_restored_label_that_has_new_annotations_stays(self, user, corpus, label, mark):
        delete_label(label, actor=user)
        restore_label(in_bin(label), actor=user)
        mark()
        with pytest.raises(EditOutdated):
            undo_edits(last_group(user), actor=user)
