"""Edits of labels, folders and memberships are recorded, undone and redone on the server."""

from uuid import uuid4

import pytest

from core.errors import NotAllowed, NotFound
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.labels.merging import merge_label
from corpuses.annotations.labels.services import create_label, delete_label, update_label
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label, Relation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.folders import change_folder, create_folder, delete_folder, move_documents
from corpuses.corpora.services import add_documents, create_corpus, remove_documents
from corpuses.fields.models import FieldValue
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.signals import documents_added
from corpuses.undo.services import redo_edits, undo_edits
from documents.models import Document
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays rent. The landlord repairs the roof."
EDITS = """query ($corpus: ID!, $area: EditArea) {
    edits(corpusId: $corpus, mine: true, area: $area) {
        edges { node { subject kind labelName fieldName valueBefore valueAfter isUndone } }
    }
}"""


@pytest.fixture
def documents(user):
    return [parsed_document(user, TEXT, title=f"Lease {number}") for number in (1, 2)]


@pytest.fixture
def corpus(user, documents):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, documents, actor=user, is_recorded=False)
    return corpus


@pytest.fixture
def editor(corpus, other_user):
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=corpus.owner)
    return other_user


@pytest.fixture
def folder(corpus, user):
    return create_folder(corpus, name="Old", actor=user)


def names(corpus):
    return list(Label.objects.filter(corpus=corpus).values_list("name", flat=True))


def last_group(user):
    return Edit.objects.filter(actor=user).order_by("-id").first().group


class TestLabels:
    @pytest.fixture
    def label(self, corpus, user):
        create_label(corpus, name="First", actor=user)
        return create_label(corpus, name="Party", color="#2f7fc4", actor=user)

    @pytest.mark.parametrize(
        ("change", "column"),
        [
            ({"name": "Parties"}, "name"),
            ({"color": "#c97706"}, "color"),
            ({"description": "Who signs."}, "description"),
            ({"position": 0}, "position"),
            ({"archived": True}, "archived"),
        ],
    )
    def test_a_change_is_undone_and_redone(self, user, label, change, column):
        before = getattr(label, column)
        update_label(label, actor=user, **change)
        after = getattr(Label.objects.get(pk=label.pk), column)
        assert after != before
        group = last_group(user)
        undo_edits(group, actor=user)
        undo_edits(group, actor=user)  # a repeated request
        assert getattr(Label.objects.get(pk=label.pk), column) == before
        redo_edits(group, actor=user)
        assert getattr(Label.objects.get(pk=label.pk), column) == after
        assert Edit.objects.count() == 3  # the creations of two labels and the change: undo and redo are no edits

    def test_a_move_below_another_label_is_undone(self, user, corpus, label):
        first = Label.objects.get(name="First")
        update_label(label, actor=user, parent=first.pk)
        undo_edits(last_group(user), actor=user)
        assert Label.objects.get(pk=label.pk).parent is None
        assert names(corpus) == ["First", "Party"]

    def test_what_changes_nothing_is_not_recorded(self, user, label):
        update_label(label, actor=user, name="Party")
        assert set(Edit.objects.values_list("kind", flat=True)) == {Edit.Kind.CREATED}

    def test_a_later_change_by_another_user_is_not_lost(self, user, editor, label):
        update_label(label, actor=user, name="Parties", color="#c97706")
        update_label(label, actor=editor, name="Signatories")
        with pytest.raises(EditOutdated):
            undo_edits(last_group(user), actor=user)
        assert Label.objects.get(pk=label.pk).color == "#c97706"

    def test_a_later_change_of_another_part_stays(self, user, editor, label):
        update_label(label, actor=user, name="Parties")
        update_label(label, actor=editor, color="#c97706")
        undo_edits(last_group(user), actor=user)
        label.refresh_from_db()
        assert (label.name, label.color) == ("Party", "#c97706")

    def test_a_name_that_was_taken_since_stays_with_its_label(self, user, corpus, label):
        update_label(label, actor=user, name="Parties")
        group = last_group(user)
        create_label(corpus, name="Party", actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)

    def test_a_deleted_label_is_outdated(self, user, label):
        update_label(label, actor=user, name="Parties")
        group = last_group(user)
        delete_label(label, actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)

    def test_only_the_editor_undoes_an_edit_and_only_with_the_permission(self, user, editor, label):
        update_label(label, actor=editor, name="Parties")
        group = last_group(editor)
        with pytest.raises(NotFound):
            undo_edits(group, actor=user)
        CorpusShare.objects.filter(user=editor).update(role="annotator")
        with pytest.raises(NotAllowed):
            undo_edits(group, actor=editor)


class TestMerges:
    @pytest.fixture
    def labels(self, corpus, user):
        return [create_label(corpus, name=name, actor=user) for name in ("Date", "Day", "Other")]

    @pytest.fixture
    def mark(self, corpus, documents, user):
        def mark(label, start, end, document=documents[0]):
            draft = AnnotationDraft(label_id=label.pk, start=start, end=end)
            return annotate(draft, corpus=corpus, document=document, actor=user)

        return mark

    def test_a_merge_is_undone_and_redone(self, user, corpus, documents, labels, mark):
        date, day, _ = labels
        child = create_label(corpus, name="Signed", parent=date.pk, actor=user)
        kept, other = mark(date, 4, 10), mark(day, 26, 34)
        for label in (date, day):
            create_relation(RelationDraft(source=kept, target=other, label_id=label.pk), corpus=corpus, actor=user)
        label_documents(date, documents, actor=user)
        label_documents(day, documents[:1], actor=user)
        merge_label(date, day, actor=user)
        group = last_group(user)
        assert names(corpus) == ["Day", "Signed", "Other"]
        undo_edits(group, actor=user)
        assert names(corpus) == ["Date", "Signed", "Day", "Other"]
        assert Label.objects.get(pk=child.pk).parent_id == date.pk
        assert list(Annotation.objects.order_by("start").values_list("label__name", flat=True)) == ["Date", "Day"]
        assert sorted(Relation.objects.values_list("label__name", flat=True)) == ["Date", "Day"]
        rows = DocumentLabel.objects.order_by("label__name", "document__title").values_list(
            "label__name", "document__title"
        )
        assert list(rows) == [("Date", "Lease 1"), ("Date", "Lease 2"), ("Day", "Lease 1")]
        redo_edits(group, actor=user)
        assert names(corpus) == ["Day", "Signed", "Other"]
        assert set(Annotation.objects.values_list("label", flat=True)) == {day.pk}
        undo_edits(group, actor=user)
        assert Annotation.objects.get(pk=kept.pk).label_id == date.pk

    def test_a_label_that_took_the_place_of_the_merged_one_returns_below_it(self, user, corpus, labels):
        date = labels[0]
        middle = create_label(corpus, name="Middle", parent=date.pk, actor=user)
        low = create_label(corpus, name="Low", parent=middle.pk, actor=user)
        merge_label(date, low, actor=user)
        undo_edits(last_group(user), actor=user)
        parents = dict(Label.objects.values_list("pk", "parent"))
        assert (parents[date.pk], parents[middle.pk], parents[low.pk]) == (None, date.pk, middle.pk)

    def test_annotations_that_got_another_label_since_keep_it(self, user, labels, mark):
        date, day, other = labels
        first, second = mark(date, 4, 10), mark(date, 26, 34)
        merge_label(date, day, actor=user)
        group = last_group(user)
        Annotation.objects.filter(pk=first.pk).update(label=other)
        undo_edits(group, actor=user)
        assert Annotation.objects.get(pk=first.pk).label == other
        assert Annotation.objects.get(pk=second.pk).label == date

    def test_a_merge_into_a_label_that_was_deleted_since_is_outdated(self, user, editor, corpus, labels):
        date, day, _ = labels
        merge_label(date, day, actor=user)
        delete_label(Label.objects.get(pk=day.pk), actor=editor)
        with pytest.raises(EditOutdated):
            undo_edits(last_group(user), actor=user)
        assert names(corpus) == ["Other"]


def places(corpus):
    rows = corpus.memberships.order_by("document__title").values_list("document__title", "folder__name")
    return list(rows)


class TestMemberships:
    def test_an_addition_is_undone_and_redone(self, user, corpus):
        added, group = parsed_document(user, TEXT, title="New"), uuid4()
        add_documents(corpus, [added], actor=user, group=group)
        undo_edits(group, actor=user)
        assert places(corpus) == [("Lease 1", None), ("Lease 2", None)]
        redo_edits(group, actor=user)
        assert places(corpus)[-1] == ("New", None)
        undo_edits(group, actor=user)
        assert len(places(corpus)) == 2

    @pytest.mark.parametrize("later", ["a label", "a move"])
    def test_the_undo_of_an_addition_loses_nothing_that_was_done_since(self, user, editor, corpus, folder, later):
        added, group = parsed_document(user, TEXT, title="New"), uuid4()
        add_documents(corpus, [added], actor=user, group=group)
        if later == "a label":
            label_documents(create_label(corpus, name="Signed", actor=editor), [added], actor=editor)
        else:
            move_documents(corpus, [added], folder=folder, actor=editor)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)
        assert len(places(corpus)) == 3

    def test_moves_are_undone_and_redone(self, user, corpus, documents, folder):
        other, group = create_folder(corpus, name="Other", actor=user), uuid4()
        move_documents(corpus, documents[:1], folder=other, actor=user)
        move_documents(corpus, documents, folder=folder, actor=user, group=group)
        undo_edits(group, actor=user)
        assert places(corpus) == [("Lease 1", "Other"), ("Lease 2", None)]
        redo_edits(group, actor=user)
        assert places(corpus) == [("Lease 1", "Old"), ("Lease 2", "Old")]

    def test_a_later_move_by_another_user_is_not_lost(self, user, editor, corpus, documents, folder):
        move_documents(corpus, documents, folder=folder, actor=user)
        move_documents(corpus, documents[:1], folder=None, actor=editor)
        with pytest.raises(EditOutdated):
            undo_edits(last_group(user), actor=user)
        assert places(corpus) == [("Lease 1", None), ("Lease 2", "Old")]

    def test_documents_do_not_return_to_a_folder_that_was_deleted(self, user, corpus, documents, folder):
        move_documents(corpus, documents, folder=folder, actor=user)
        move_documents(corpus, documents, folder=None, actor=user)
        group = last_group(user)
        delete_folder(folder, actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)

    def test_a_removed_document_returns_with_its_folder_labels_and_values(self, user, corpus, documents, folder):
        move_documents(corpus, documents, folder=folder, actor=user)
        label_documents(create_label(corpus, name="Signed", actor=user), documents, actor=user)
        field = create_field(corpus, name="Party", type="string", actor=user)
        set_field_values(field, documents[:1], ["Ada"], actor=user)
        group = uuid4()
        remove_documents(corpus, documents, actor=user, group=group)
        undo_edits(group, actor=user)
        assert places(corpus) == [("Lease 1", "Old"), ("Lease 2", "Old")]
        assert DocumentLabel.objects.count() == 2
        assert FieldValue.objects.get().values == ["Ada"]
        assert list(CorpusDocument.objects.values_list("label_count", flat=True)) == [1, 1]
        redo_edits(group, actor=user)
        assert places(corpus) == []
        undo_edits(group, actor=user)
        assert (DocumentLabel.objects.count(), FieldValue.objects.count()) == (2, 1)

    @pytest.mark.parametrize("adds", ["owner", "editor", "a former user"])
    def test_the_undo_of_a_removal_changes_no_access_and_starts_no_action(self, user, editor, corpus, documents, adds):
        added_by = {"owner": user, "editor": editor}.get(adds)
        corpus.memberships.update(added_by=added_by)
        started = []

        def note(*, only_search=False, **_):
            started.append(only_search)

        documents_added.connect(note)
        remove_documents(corpus, documents, actor=user)
        undo_edits(last_group(user), actor=user)
        documents_added.disconnect(note)
        assert {each.added_by for each in corpus.memberships.all()} == {added_by}
        assert started == [True]

    def test_attachments_return_only_if_their_own_removal_is_undone(self, user, corpus, documents, folder):
        parent, attachment = documents
        Document.objects.filter(pk=attachment.pk).update(parent=parent)
        attachment.refresh_from_db()
        move_documents(corpus, [attachment], folder=folder, actor=user)
        removals = [uuid4(), uuid4()]
        for document, group in zip((attachment, parent), removals, strict=True):
            remove_documents(corpus, [document], actor=user, group=group)
        undo_edits(removals[1], actor=user)
        assert places(corpus) == [("Lease 1", None)]
        undo_edits(removals[0], actor=user)
        assert places(corpus) == [("Lease 1", None), ("Lease 2", "Old")]

    def test_a_document_that_is_in_the_corpus_again_is_outdated(self, user, editor, corpus, documents):
        remove_documents(corpus, documents[:1], actor=user)
        group = last_group(user)
        add_documents(corpus, documents[:1], actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)


def test_the_page_of_a_corpus_lists_what_it_can_undo(api, user, corpus, documents, folder):
    label = create_label(corpus, name="Party", actor=user)
    draft = AnnotationDraft(label_id=label.pk, start=4, end=10)
    annotate(draft, corpus=corpus, document=documents[0], actor=user)
    update_label(label, actor=user, name="Parties")
    change_folder(folder, actor=user, name="New")
    move_documents(corpus, documents[:1], folder=folder, actor=user)
    merge_label(create_label(corpus, name="Day", actor=user), label, actor=user)
    found = api.execute(EDITS, {"corpus": str(corpus.pk), "area": "CORPUS"})["edits"]["edges"]
    lines = [tuple(each["node"][name] for name in ("subject", "kind", "valueBefore", "valueAfter")) for each in found]
    assert lines == [
        ("LABEL", "MERGED", "Day", "Parties"),
        ("LABEL", "CREATED", None, None),
        ("MEMBERSHIP", "MOVED", "", "New"),
        ("FOLDER", "CHANGED", "Old", "New"),
        ("LABEL", "CHANGED", "Party", "Parties"),
        ("LABEL", "CREATED", None, None),
        ("FOLDER", "CREATED", None, "Old"),
    ]
    (other,) = api.execute(EDITS, {"corpus": str(corpus.pk), "area": "DOCUMENT"})["edits"]["edges"]
    assert other["node"]["subject"] == "ANNOTATION"
