"""Labels of a corpus: their colors, order, description, number of annotations, and merging."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection

from audit.models import AuditEntry
from core.errors import Invalid, NotAllowed, NotFound
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.editing import delete_annotation, restore_annotation
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.merging import LabelIntoItself, LabelOfOtherCorpus, merge_label
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.bin import services as bin_services
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument
from documents.tests.factories import parsed_document
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def create(user, corpus):
    return partial(labels.create_label, corpus, actor=user)


@pytest.fixture
def document(add_parsed):
    return add_parsed("Paid on 2026-01-02 by the tenant.")


@pytest.fixture
def mark(user, corpus, document):
    """Annotate a passage of the document with a label."""

    def add(label, start=0, end=4):
        draft = AnnotationDraft(label_id=label.pk, start=start, end=end)
        return annotate(draft, corpus=corpus, document=document, actor=user)

    return add


def find(corpus, document, name, *, origin="run:1", end=4):
    """Store a finding of a program, and return its annotation."""
    annotate_many(corpus, document.revision, [(0, end, name)], source="analyzer", origin=origin)
    return Annotation.objects.get(origin=origin, label__name=name)


def names(corpus):
    return [label.name for label in corpus.labels.all()]


def positions(corpus):
    return [label.position for label in corpus.labels.all()]


def at_once(*functions):
    """Run functions in threads, each with a connection of its own."""

    def run(function):
        try:
            return function()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(functions)) as threads:
        return [future.result() for future in [threads.submit(run, each) for each in functions]]


class TestColors:
    def test_the_first_free_color_is_chosen(self, create, user):
        first, second, third = (create(name=name) for name in ("One", "Two", "Three"))
        assert [each.color for each in (first, second, third)] == list(labels.PALETTE[:3])
        labels.delete_label(second, actor=user)
        assert create(name="Four").color == labels.PALETTE[1]

    def test_the_color_that_is_used_least_follows_when_none_is_free(self, create):
        for number in range(len(labels.PALETTE)):
            create(name=f"Label {number}")
        create(name="Blue, too", color=labels.PALETTE[0])
        assert create(name="Next").color == labels.PALETTE[1]

    def test_labels_that_are_created_at_once_have_different_colors_and_places(self, corpus, create):
        at_once(*(partial(create, name=f"Label {number}") for number in range(8)))
        assert {label.color for label in corpus.labels.all()} == set(labels.PALETTE)
        assert positions(corpus) == list(range(8))


class TestOrder:
    @pytest.fixture
    def five(self, create):
        return {name: create(name=name) for name in "abcde"}

    def test_new_labels_are_the_last_ones(self, corpus, create, user, five):
        labels.delete_label(five["b"], actor=user)
        create(name="f")
        assert names(corpus) == list("acdef")

    @pytest.mark.parametrize(
        ("name", "position", "order"),
        [("a", 2, "bcade"), ("e", 0, "eabcd"), ("c", 2, "abcde"), ("a", 4, "bcdea"), ("b", 2**31 - 1, "acdeb")],
    )
    def test_a_label_moves_to_a_place_and_the_others_make_room(self, corpus, user, five, name, position, order):
        labels.update_label(five[name], actor=user, position=position)
        assert names(corpus) == list(order)
        assert positions(corpus) == list(range(5))

    def test_labels_without_positions_keep_the_order_of_their_creation(self, corpus, user, five):
        Label.objects.update(position=0)  # as the migration leaves them
        assert names(corpus) == list("abcde")
        assert [each["position"] for each in LabelSerializer.represent(corpus.labels.all(), user)] == [0, 1, 2, 3, 4]
        labels.update_label(five["d"], actor=user, position=1)
        assert names(corpus) == list("adbce")

    def test_a_deleted_label_has_no_place(self, corpus, user, five):
        labels.delete_label(five["a"], actor=user)
        assert LabelSerializer.represent_one(five["c"], user)["position"] == 1
        labels.update_label(five["c"], actor=user, position=0)
        assert names(corpus) == list("cbde")
        bin_services.restore(user, five["a"].pk)
        assert set(names(corpus)) == set("abcde")

    def test_negative_places_are_refused(self, corpus, user, five):
        with pytest.raises(Invalid):
            labels.update_label(five["c"], actor=user, position=-1, name="No")
        assert names(corpus) == list("abcde")

    def test_concurrent_moves_give_a_permutation(self, corpus, user, create, five):
        moves = [partial(labels.update_label, five[name], actor=user, position=3) for name in "abcde" * 2]
        at_once(*moves, partial(create, name="f"), partial(create, name="g"))
        assert sorted(names(corpus)) == list("abcdefg")
        assert len(set(positions(corpus))) == 7


class TestChanges:
    def test_the_description_is_part_of_the_version_but_the_place_is_not(self, create, user):
        label = create(name="Date", description="A day.")
        assert label.description == "A day."
        create(name="Other")
        moved = labels.update_label(label, actor=user, position=1)
        assert labels.version_of_label(moved) == labels.version_of_label(label)
        described = labels.update_label(label, actor=user, description="")
        assert labels.version_of_label(described) != labels.version_of_label(label)

    def test_long_descriptions_are_refused(self, corpus, create):
        with pytest.raises(Invalid):
            create(name="Date", description="x" * 1_001)
        assert names(corpus) == []

    def test_a_label_that_was_deleted_meanwhile_is_not_found(self, create, user):
        label = create(name="Date")
        labels.delete_label(label, actor=user)
        with pytest.raises(NotFound):
            labels.update_label(label, actor=user, name="Day")
        with pytest.raises(NotFound):
            merge_label(label, create(name="Other"), actor=user)

    def test_the_audit_log_names_the_changed_fields(self, create, user):
        create(name="Party")
        label = labels.update_label(create(name="Date"), actor=user, color=None, description="A day.", position=0)
        entry = AuditEntry.objects.get(action="label.changed", object_id=label.pk)
        assert entry.details == {"fields": ["description", "position"]}


def test_only_annotations_on_visible_documents_are_counted(user, other_user, corpus, document, create, mark):
    create_share(corpus, ShareRequest(user=other_user.username, role="editor"), actor=user)
    hidden = parsed_document(user, "Hidden words.", title="Hidden")
    CorpusDocument.objects.create(corpus=corpus, document=hidden)  # added by no one: no role extends to it
    label, unused = create(name="Date"), create(name="Unused")
    delete_annotation(mark(label), actor=user)
    mark(label)
    annotate(AnnotationDraft(label_id=label.pk, start=0, end=6), corpus=corpus, document=hidden, actor=user)
    counts = [LabelSerializer.represent([label, unused], actor) for actor in (user, other_user)]
    assert [[each["annotation_count"] for each in found] for found in counts] == [[2, 0], [1, 0]]


def test_a_label_in_use_counts_what_the_actor_sees(user, other_user, corpus, document, create, mark):
    create_share(corpus, ShareRequest(user=other_user.username, role="editor"), actor=user)
    hidden = parsed_document(user, "Hidden words.", title="Hidden")
    CorpusDocument.objects.create(corpus=corpus, document=hidden)
    seen, unseen = create(name="Seen"), create(name="Unseen")
    mark(seen)
    for label in (seen, unseen):
        annotate(AnnotationDraft(label_id=label.pk, start=0, end=6), corpus=corpus, document=hidden, actor=user)
        label_documents(label, [hidden], actor=user)
    with pytest.raises(labels.LabelInUse) as refused:
        labels.delete_label(seen, actor=other_user)
    assert dict(refused.value.data) == {"annotations": 1, "documents": 0, "relations": 0}
    assert refused.value.message.startswith("1 annotations and documents that you cannot see have")
    with pytest.raises(labels.LabelInUse) as refused:
        labels.delete_label(unseen, actor=other_user)
    assert dict(refused.value.data) == {"annotations": 0, "documents": 0, "relations": 0}
    assert refused.value.message.startswith("Documents that you cannot see have")


class TestMerging:
    def test_all_annotations_get_the_other_label_and_the_label_is_deleted(self, corpus, user, create, mark):
        one, other = create(name="Date"), create(name="Day")
        kept, moved, in_bin = mark(other), mark(one), mark(one)
        delete_annotation(in_bin, actor=user)
        assert merge_label(one, other, actor=user) == other
        assert set(other.annotations.all()) == {kept, moved}
        assert names(corpus) == ["Day"]
        assert Label.with_deleted.get(pk=one.pk).deleted_by == user
        restore_annotation(Annotation.with_deleted.get(pk=in_bin.pk), actor=user)
        assert (other.annotations.count(), names(corpus)) == (3, ["Day"])
        entry = AuditEntry.objects.get(action="label.merged", object_id=one.pk)
        assert entry.details == {"into": str(other.pk), "annotations": 2, "documents": 0, "relations": 0}

    def test_an_annotation_that_was_read_before_is_restored_without_the_merged_label(self, corpus, user, create, mark):
        one, other = create(name="Date"), create(name="Day")
        annotation = mark(one)
        delete_annotation(annotation, actor=user)
        read_before = Annotation.with_deleted.get(pk=annotation.pk)
        merge_label(one, other, actor=user)
        restore_annotation(read_before, actor=user)
        assert names(corpus) == ["Day"]

    def test_what_a_program_found_with_both_labels_is_kept_once(self, corpus, document, user):
        one, twin = (find(corpus, document, name) for name in ("Date", "Day"))
        alone = find(corpus, document, "Date", origin="run:2", end=5)
        Annotation.objects.filter(pk=alone.pk).update(end=4)  # another program found the same, which none does any more
        merge_label(one.label, twin.label, actor=user)
        assert set(Annotation.objects.all()) == {twin, alone}
        assert set(twin.label.annotations.all()) == {twin, alone}
        bin_services.restore(user, one.label_id)  # the label comes back with the annotation that went with it
        assert (names(corpus), one.label.annotations.get()) == (["Date", "Day"], one)

    def test_what_was_deleted_with_the_other_label_gives_way(self, corpus, document, user):
        one, twin = (find(corpus, document, name) for name in ("Date", "Day"))
        delete_annotation(twin, actor=user)
        merge_label(one.label, twin.label, actor=user)
        assert twin.label.annotations.get() == one
        assert Annotation.with_deleted.get() == one

    def test_labels_of_two_corpora_are_refused(self, user, create, mark):
        label = create(name="Date")
        mark(label)
        elsewhere = labels.create_label(create_corpus(owner=user, title="Elsewhere"), name="Date", actor=user)
        with pytest.raises(LabelOfOtherCorpus):
            merge_label(label, elsewhere, actor=user)
        with pytest.raises(LabelIntoItself):
            merge_label(label, label, actor=user)
        assert label.annotations.count() == 1

    def test_annotators_cannot_merge(self, user, other_user, corpus, create):
        create_share(corpus, ShareRequest(user=other_user.username, role="annotator"), actor=user)
        with pytest.raises(NotAllowed):
            merge_label(create(name="Date"), create(name="Day"), actor=other_user)
        assert names(corpus) == ["Date", "Day"]
