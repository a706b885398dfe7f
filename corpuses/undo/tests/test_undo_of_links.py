"""Edits of relations, labels of documents, comments and threads are recorded, undone and redone on the server."""

from uuid import uuid4

import pytest

from audit.models import AuditEntry
from core.errors import NotAllowed, NotFound
from corpuses.annotations.document_labels.services import label_documents, unlabel_documents
from corpuses.annotations.editing import delete_annotation, purge_annotation
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.labels.merging import merge_label
from corpuses.annotations.labels.services import create_label, delete_label
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label, Relation
from corpuses.annotations.relations.services import RelationDraft, create_relation, delete_relation, update_relation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Comment, Notification, Thread
from corpuses.comments.services import (
    ThreadDraft,
    create_comment,
    create_thread,
    delete_comment,
    purge_comment,
    restore_comment,
    update_comment,
    update_thread,
)
from corpuses.corpora.services import add_documents
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.undo.services import redo_edits, undo_edits
from corpuses.undo.tests.factories import corpus_of
from documents.tests.factories import parsed_document
from events.models import Event

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays rent. The landlord repairs the roof."


@pytest.fixture
def document(user):
    return parsed_document(user, TEXT)


@pytest.fixture
def corpus(document):
    return corpus_of(document)


@pytest.fixture
def ends(corpus, document, user):
    drafts = [AnnotationDraft(label_name="Party", start=start, end=end) for start, end in ((4, 10), (26, 34))]
    return [annotate(draft, corpus=corpus, document=document, actor=user) for draft in drafts]


@pytest.fixture
def annotator(corpus, other_user):
    CorpusShare.objects.create(target=corpus, user=other_user, role="annotator", created_by=corpus.owner)
    return other_user


@pytest.fixture
def label(corpus, user):
    return create_label(corpus, name="Lease", actor=user)


def relate(ends, actor, name="pays"):
    group = uuid4()
    draft = RelationDraft(source=ends[0], target=ends[1], label_name=name, group=group)
    return group, create_relation(draft, corpus=ends[0].corpus, actor=actor)


def comment(corpus, document, actor, text="Who pays?"):
    group = uuid4()
    thread = create_thread(corpus, ThreadDraft(text=text, document=document, group=group), actor=actor)
    return group, thread, thread.comments.get()


def labelled(document):
    return [row.label.name for row in DocumentLabel.objects.filter(document=document)]


def test_new_relation_is_undone_and_redone_with_its_id(ends, user):
    group, relation = relate(ends, user)
    undo_edits(group, actor=user)
    assert not Relation.objects.exists()
    undo_edits(group, actor=user)  # a repeated request changes nothing
    assert redo_edits(group, actor=user) == []  # no annotation was changed
    redone = Relation.objects.get()
    assert (redone.pk, redone.label.name, redone.creator) == (relation.pk, "pays", user)
    assert list(AuditEntry.objects.filter(object_kind="relation").order_by("id").values_list("action", flat=True)) == [
        "relation.created",
        "relation.deleted",
        "relation.created",
    ]
    assert Event.objects.filter(entity="corpus", changed=["annotations"]).exists()


def test_deleted_relation_comes_back_with_its_label_and_its_creator(ends, user, annotator):
    _, relation = relate(ends, annotator)
    group = uuid4()
    delete_relation(relation, actor=user, group=group)
    delete_label(Label.objects.get(name="pays"), actor=user)
    undo_edits(group, actor=user)
    assert Relation.objects.get().creator == annotator
    assert Label.objects.filter(name="pays").exists()
    redo_edits(group, actor=user)
    annotator.delete()
    undo_edits(group, actor=user)
    assert Relation.objects.get().creator is None


def test_a_relation_comes_back_with_the_annotation_that_was_deleted_after_it(ends, user):
    _, relation = relate(ends, user)
    group = uuid4()
    delete_relation(relation, actor=user, group=group)
    delete_annotation(ends[0], actor=user, group=group)
    undo_edits(group, actor=user)
    assert Relation.objects.get().source == ends[0]
    redo_edits(group, actor=user)
    assert not Relation.objects.exists()
    assert [each.pk for each in Annotation.objects.all()] == [ends[1].pk]


def test_a_relation_that_exists_already_is_no_edit(ends, user):
    relate(ends, user)
    relate(ends, user)
    assert Edit.objects.filter(subject="relation").count() == 1


def test_relation_that_was_changed_since_stays_as_it_is(ends, corpus, user):
    group, relation = relate(ends, user)
    merge_label(Label.objects.get(name="pays"), create_label(corpus, name="owes", actor=user), actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    assert Relation.objects.get().label.name == "owes"
    delete_relation(relation, actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)


def test_relation_is_not_restored_where_it_exists_or_without_its_ends(ends, user):
    group = uuid4()
    delete_relation(relate(ends, user)[1], actor=user, group=group)
    _, again = relate(ends, user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    assert list(Relation.objects.all()) == [again]
    delete_relation(again, actor=user)
    delete_annotation(ends[1], actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    purge_annotation(ends[1])
    with pytest.raises(NotFound):  # its edits are removed with it
        undo_edits(group, actor=user)


def test_relations_of_others_are_replayed_by_editors_only(ends, user, annotator):
    CorpusShare.objects.filter(user=annotator).update(role="editor")
    group = uuid4()
    delete_relation(relate(ends, user)[1], actor=annotator, group=group)
    with pytest.raises(NotFound):
        undo_edits(group, actor=user)
    CorpusShare.objects.filter(user=annotator).update(role="annotator")
    with pytest.raises(NotAllowed):
        undo_edits(group, actor=annotator)
    CorpusShare.objects.filter(user=annotator).update(role="editor")
    undo_edits(group, actor=annotator)
    assert Relation.objects.get().creator == user


def test_labels_of_documents_are_undone_together(label, corpus, document, user):
    other = parsed_document(user, "Another one.")
    add_documents(corpus, [other], actor=user, is_recorded=False)
    label_documents(label, [other], actor=user)
    group = uuid4()
    label_documents(label, [document, other], actor=user, group=group)
    undo_edits(group, actor=user)
    assert (labelled(document), labelled(other)) == ([], ["Lease"])
    redo_edits(group, actor=user)
    assert labelled(document) == ["Lease"]
    assert AuditEntry.objects.filter(action="label.removed_from_document", document_id=document.pk).count() == 1
    assert Event.objects.filter(entity="corpus", changed=["document_labels"]).exists()


def test_removed_label_of_a_document_comes_back(label, document, user):
    label_documents(label, [document], actor=user)
    group = uuid4()
    unlabel_documents(label, [document], actor=user, group=group)
    delete_label(label, actor=user)
    undo_edits(group, actor=user)
    assert labelled(document) == ["Lease"]


def test_label_of_a_document_that_was_changed_since_stays_as_it_is(label, document, user):
    added, removed = uuid4(), uuid4()
    label_documents(label, [document], actor=user, group=added)
    unlabel_documents(label, [document], actor=user, group=removed)
    with pytest.raises(EditOutdated):
        undo_edits(added, actor=user)
    label_documents(label, [document], actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(removed, actor=user)
    assert labelled(document) == ["Lease"]
    CorpusDocument.objects.filter(document=document).delete()
    with pytest.raises(EditOutdated):
        undo_edits(removed, actor=user)


def test_viewers_undo_no_labels(label, document, annotator):
    group = uuid4()
    label_documents(label, [document], actor=annotator, group=group)
    CorpusShare.objects.filter(user=annotator).update(role="viewer")
    with pytest.raises(NotAllowed):
        undo_edits(group, actor=annotator)
    assert labelled(document) == ["Lease"]


def test_new_comment_is_undone_into_the_bin(corpus, document, user, annotator):
    group, thread, written = comment(corpus, document, user, text=f"Who pays, @{annotator.username}?")
    undo_edits(group, actor=user)
    assert not Comment.objects.exists()
    assert not Thread.objects.exists()
    assert not Notification.objects.exists()
    redo_edits(group, actor=user)
    assert Comment.objects.get() == written
    assert Thread.objects.get() == thread
    assert Notification.objects.get().owner == annotator


def test_text_of_a_comment_is_undone(corpus, document, user):
    _, _, written = comment(corpus, document, user)
    first, second = uuid4(), uuid4()
    update_comment(written, text="Who owes?", actor=user, group=first)
    update_comment(written, text="Who owes rent?", actor=user, group=second)
    with pytest.raises(EditOutdated):
        undo_edits(first, actor=user)
    undo_edits(second, actor=user)
    undo_edits(first, actor=user)
    assert Comment.objects.get().text == "Who pays?"
    redo_edits(first, actor=user)
    assert Comment.objects.get().text == "Who owes?"


def test_deletion_and_restoration_of_a_comment_are_undone(corpus, document, user):
    _, _, written = comment(corpus, document, user)
    group = uuid4()
    delete_comment(written, actor=user, group=group)
    undo_edits(group, actor=user)
    assert Comment.objects.exists()
    redo_edits(group, actor=user)
    restore_comment(Comment.with_deleted.get(), actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    undo_edits(Edit.objects.get(kind="restored").group, actor=user)
    assert not Comment.objects.exists()


def test_resolving_is_undone(corpus, document, user, annotator):
    _, thread, _ = comment(corpus, document, user)
    group = uuid4()
    update_thread(thread, resolved=True, actor=annotator, group=group)
    undo_edits(group, actor=annotator)
    assert Thread.objects.get().resolved_at is None
    redo_edits(group, actor=annotator)
    assert Thread.objects.get().resolved_by == annotator
    update_thread(thread, resolved=False, actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=annotator)
    CorpusShare.objects.filter(user=annotator).update(role="viewer")
    with pytest.raises(NotAllowed):
        undo_edits(group, actor=annotator)


def test_purged_comment_leaves_no_text_in_the_edits(corpus, document, user):
    group, thread, written = comment(corpus, document, user)
    create_comment(thread, text="The tenant.", actor=user)
    update_comment(written, text="Who?", actor=user)
    delete_comment(written, actor=user)
    purge_comment(written)  # the reply follows, so that it stays without its text
    assert Comment.with_deleted.get(pk=written.pk).text == ""
    assert not Edit.objects.filter(subject_id=written.pk).exists()
    with pytest.raises(NotFound):
        undo_edits(group, actor=user)


def test_comments_on_a_corpus_are_undone_and_redone(corpus, user, annotator):
    group, thread, written = comment(corpus, None, annotator)
    text, resolving, deletion = uuid4(), uuid4(), uuid4()
    update_comment(written, text="Who owes?", actor=annotator, group=text)
    update_thread(thread, resolved=True, actor=annotator, group=resolving)
    delete_comment(written, actor=annotator, group=deletion)
    with pytest.raises(NotFound):  # of another user
        undo_edits(deletion, actor=user)
    undo_edits(deletion, actor=annotator)
    assert Comment.objects.get().text == "Who owes?"
    undo_edits(resolving, actor=annotator)
    assert Thread.objects.get().resolved_at is None
    undo_edits(text, actor=annotator)
    undo_edits(group, actor=annotator)
    assert Comment.with_deleted.get().text == "Who pays?"
    assert not Comment.objects.exists()
    redo_edits(group, actor=annotator)
    assert Comment.objects.get() == written


def test_viewers_undo_no_comment_on_a_corpus(corpus, annotator):
    group, _, _ = comment(corpus, None, annotator)
    CorpusShare.objects.update(role="viewer")
    with pytest.raises(NotAllowed):
        undo_edits(group, actor=annotator)
    CorpusShare.objects.all().delete()
    with pytest.raises(NotFound):
        undo_edits(group, actor=annotator)


def test_group_of_several_subjects_is_undone_as_a_whole_or_not_at_all(ends, corpus, document, label, user):
    group = uuid4()
    draft = AnnotationDraft(label_name="Money", start=16, end=20, group=group)
    money = annotate(draft, corpus=corpus, document=document, actor=user)
    create_relation(
        RelationDraft(source=ends[0], target=money, label_name="pays", group=group), corpus=corpus, actor=user
    )
    label_documents(label, [document], actor=user, group=group)
    assert [each.deleted_at is None for each in undo_edits(group, actor=user)] == [False]
    assert (Relation.with_deleted.count(), labelled(document)) == (0, [])
    redo_edits(group, actor=user)
    assert (Relation.objects.count(), labelled(document)) == (1, ["Lease"])
    unlabel_documents(label, [document], actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    assert Relation.objects.count() == 1


def test_the_label_of_a_relation_is_changed_undone_and_redone(ends, user):
    _, relation = relate(ends, user)
    group = uuid4()
    changed = update_relation(relation, label_name="owes", actor=user, group=group)
    assert (changed.pk, changed.label.name) == (relation.pk, "owes")
    delete_label(Label.objects.get(name="pays"), actor=user)
    undo_edits(group, actor=user)
    assert Relation.objects.get().label.name == "pays"  # it came back from the bin
    redo_edits(group, actor=user)
    assert Relation.objects.get().label.name == "owes"
    assert AuditEntry.objects.filter(action="relation.changed").count() == 3


def test_a_change_of_a_relation_is_not_undone_if_it_was_changed_since_or_would_be_there_twice(ends, user):
    _, relation = relate(ends, user)
    first, second = uuid4(), uuid4()
    update_relation(relation, label_name="owes", actor=user, group=first)
    update_relation(relation, label_name="leases", actor=user, group=second)
    with pytest.raises(EditOutdated):
        undo_edits(first, actor=user)
    relate(ends, user, name="owes")
    with pytest.raises(EditOutdated):
        undo_edits(second, actor=user)
    assert sorted(Relation.objects.values_list("label__name", flat=True)) == ["leases", "owes"]
