"""Edits of annotations are recorded, undone and redone on the server."""

from uuid import uuid4

import pytest

from audit.models import AuditEntry
from core.errors import EditConflict, NotAllowed, NotFound
from corpuses.annotations.editing import (
    AnnotationChange,
    delete_annotation,
    purge_annotation,
    restore_annotation,
    update_annotation,
    version_of,
)
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.labels.merging import merge_label
from corpuses.annotations.labels.services import create_label, delete_label
from corpuses.annotations.models import Annotation, Edit, Label
from corpuses.annotations.reviews import review_annotations, review_matching
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.undo.services import redo_edits, undo_edits
from corpuses.undo.tests.factories import corpus_of
from documents.tests.factories import parsed_document
from events.models import Event

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays rent. The landlord repairs the roof."
Review = Annotation.Review


@pytest.fixture
def document(user):
    return parsed_document(user, TEXT)


@pytest.fixture
def corpus(document):
    return corpus_of(document)


@pytest.fixture
def annotation(corpus, document, user):
    return annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=document, actor=user)


@pytest.fixture
def annotator(corpus, other_user):
    CorpusShare.objects.create(target=corpus, user=other_user, role="annotator", created_by=corpus.owner)
    return other_user


def change(annotation, actor, **fields):
    group = uuid4()
    return group, update_annotation(annotation, AnnotationChange(**fields, group=group), actor=actor)


def reload(annotation):
    return Annotation.with_deleted.get(pk=annotation.pk)


def test_a_passage_gets_its_gaps_back(annotation, user):
    group, changed = change(annotation, user, spans=((1, 1, 1), (1, 3, 3)))
    assert (changed.quote, changed.parts) == ("tenant … rent.", [[4, 10], [16, 21]])
    (undone,) = undo_edits(group, actor=user)
    assert (undone.quote, undone.parts, undone.spans) == ("tenant", [], [[1, 1, 1]])
    (redone,) = redo_edits(group, actor=user)
    assert (redone.quote, redone.parts, redone.spans) == ("tenant … rent.", [[4, 10], [16, 21]], [[1, 1, 1], [1, 3, 3]])


def test_every_edit_is_recorded_with_what_it_changed(annotation, user):
    change(annotation, user, label_name="Tenant", note="Who?")
    change(annotation, user, start=0, end=10)
    change(annotation, user, note="Who?")  # changes nothing
    delete_annotation(reload(annotation), actor=user)
    restore_annotation(reload(annotation), actor=user)
    edits = Edit.objects.order_by("id")
    assert [(each.kind, sorted(each.changes)) for each in edits] == [
        ("created", ["deleted"]),
        ("changed", ["label", "note"]),
        ("changed", ["place"]),
        ("deleted", ["deleted"]),
        ("restored", ["deleted"]),
    ]
    assert {(each.actor, each.annotation_id) for each in edits} == {(user, annotation.pk)}
    assert len({each.group for each in edits}) == 5


def test_a_change_that_is_sent_again_is_no_conflict(annotation, user):
    seen, group = version_of(annotation), uuid4()
    same = AnnotationChange(label_name="Tenant", start=0, end=10, group=group)
    for _ in range(2):
        changed = update_annotation(reload(annotation), same, actor=user, expected=seen)
        assert (changed.label.name, changed.quote) == ("Tenant", "The tenant")
    assert Edit.objects.filter(group=group).count() == 1
    assert AuditEntry.objects.filter(action="annotation.changed").count() == 1
    with pytest.raises(EditConflict):
        update_annotation(reload(annotation), AnnotationChange(note="Mine"), actor=user, expected=seen)


def test_change_is_undone_and_redone(annotation, user):
    group, _ = change(annotation, user, label_name="Tenant", note="Who?", start=0, end=10)
    [undone] = undo_edits(group, actor=user)
    assert (undone.label.name, undone.note, undone.quote) == ("Party", "", "tenant")
    assert undo_edits(group, actor=user) == [undone]  # a repeated request changes nothing
    [redone] = redo_edits(group, actor=user)
    assert (redone.label.name, redone.note, redone.quote) == ("Tenant", "Who?", "The tenant")
    assert [each.action for each in AuditEntry.objects.filter(action__endswith="done").order_by("id")] == [
        "annotation.undone",
        "annotation.redone",
    ]
    assert Event.objects.filter(entity="corpus", changed=["annotations"]).exists()


def test_new_annotation_is_undone_into_the_bin_and_redone_as_it_was_changed_by_others(
    annotation, document, user, annotator
):
    group = Edit.objects.get().group
    CorpusShare.objects.filter(user=annotator).update(role="editor")
    change(annotation, annotator, note="Of others.")
    [undone] = undo_edits(group, actor=user)
    assert undone.deleted_at is not None
    assert undone.deleted_by == user
    [redone] = redo_edits(group, actor=user)
    assert (redone.deleted_at, redone.note) == (None, "Of others.")


def test_deletion_is_undone(annotation, user):
    group = uuid4()
    delete_annotation(annotation, actor=user, group=group)
    assert undo_edits(group, actor=user)[0].deleted_at is None
    assert redo_edits(group, actor=user)[0].deleted_at is not None


def test_edit_that_was_changed_since_stays_as_it_is(annotation, user):
    first, _ = change(annotation, user, note="First")
    second, _ = change(annotation, user, note="Second")
    with pytest.raises(EditOutdated):
        undo_edits(first, actor=user)
    assert reload(annotation).note == "Second"
    undo_edits(second, actor=user)
    assert undo_edits(first, actor=user)[0].note == ""


def test_undo_keeps_what_others_changed_in_other_parts(annotation, user, annotator):
    CorpusShare.objects.filter(user=annotator).update(role="editor")
    group, _ = change(annotation, user, label_name="Tenant")
    change(annotation, annotator, note="Seen.")
    [undone] = undo_edits(group, actor=user)
    assert (undone.label.name, undone.note) == ("Party", "Seen.")


def test_group_is_undone_as_a_whole_or_not_at_all(corpus, document, user):
    group = uuid4()
    drafts = [AnnotationDraft(label_name="Article", start=start, end=start + 3, group=group) for start in (0, 22)]
    first, second = (annotate(draft, corpus=corpus, document=document, actor=user) for draft in drafts)
    assert [each.deleted_at is None for each in undo_edits(group, actor=user)] == [False, False]
    redo_edits(group, actor=user)
    delete_annotation(second, actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    assert reload(first).deleted_at is None


def test_reviews_are_undone_one_or_many(corpus, document, user):
    found = [(4, 10, "Party"), (26, 34, "Party"), (16, 20, "Money")]
    annotate_many(corpus, document.revision, found, source="analyzer", origin="action:1")
    suggestions = list(Annotation.objects.order_by("start"))
    accepted, rejected = uuid4(), uuid4()
    review_annotations(suggestions[:1], Review.ACCEPTED, actor=user, group=accepted)
    review_matching(Annotation.objects.all(), corpus, Review.REJECTED, actor=user, group=rejected)
    assert [each.review for each in Annotation.objects.all()] == [Review.ACCEPTED]
    assert len(undo_edits(rejected, actor=user)) == 2
    assert [each.review for each in undo_edits(accepted, actor=user)] == [Review.PENDING]
    assert Annotation.objects.filter(reviewed=None, reviewer=None).count() == 3
    assert redo_edits(accepted, actor=user)[0].reviewer == user


def test_number_of_statements_does_not_depend_on_that_of_the_edits(corpus, user, django_assert_max_num_queries):
    document = parsed_document(user, "word " * 40)
    found = [(5 * number, 5 * number + 4, "Word") for number in range(40)]
    annotate_many(corpus, document.revision, found, source="analyzer", origin="action:1")
    group = uuid4()
    review_matching(Annotation.objects.all(), corpus, Review.ACCEPTED, actor=user, group=group)
    with django_assert_max_num_queries(15):
        assert len(undo_edits(group, actor=user)) == 40


def test_label_comes_back_from_the_bin_with_the_annotation(annotation, corpus, user):
    group, _ = change(annotation, user, label_name="Tenant")
    delete_label(Label.objects.get(name="Party"), actor=user)
    assert undo_edits(group, actor=user)[0].label.deleted_at is None
    other = create_label(corpus, name="Other", actor=user)
    group, _ = change(annotation, user, label_name="Tenant")
    merge_label(Label.objects.get(name="Tenant"), other, actor=user)
    with pytest.raises(EditOutdated):  # the annotation has the other label now
        undo_edits(group, actor=user)


def test_only_own_edits_are_undone_by_those_who_may_change_the_annotation(
    annotation, corpus, document, user, annotator
):
    group, _ = change(annotation, user, note="Mine.")
    with pytest.raises(NotFound):
        undo_edits(group, actor=annotator)
    own = annotate(
        AnnotationDraft(label_name="Party", start=0, end=3, group=(theirs := uuid4())),
        corpus=corpus,
        document=document,
        actor=annotator,
    )
    CorpusShare.objects.filter(user=annotator).update(role="viewer")
    with pytest.raises(NotAllowed):
        undo_edits(theirs, actor=annotator)
    CorpusDocument.objects.all().delete()
    with pytest.raises(NotFound):  # the document cannot be seen any more
        undo_edits(theirs, actor=annotator)
    assert reload(own).deleted_at is None


def test_purged_annotation_has_no_edits(annotation, user):
    group, _ = change(annotation, user, note="Mine.")
    purge_annotation(annotation)
    with pytest.raises(NotFound):
        undo_edits(group, actor=user)
    assert not Edit.objects.exists()
