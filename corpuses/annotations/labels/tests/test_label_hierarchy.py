"""The tree of labels, and archived labels."""

from functools import partial

import pytest

from audit.models import AuditEntry
from core.errors import NotAllowed, NotFound
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.annotations.api.selectors import list_annotations
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.editing import AnnotationChange, update_annotation
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.hierarchy import LabelArchived, LabelCycle, LabelTooDeep
from corpuses.annotations.labels.merging import merge_label
from corpuses.annotations.labels.tests.test_labels import at_once
from corpuses.annotations.models import LABEL_SEPARATOR, Label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.bin import services as bin_services
from corpuses.corpora.services import create_corpus
from corpuses.memberships.api.selectors import list_documents
from corpuses.search.api.selectors import start_search
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def create(user, corpus):
    return partial(labels.create_label, corpus, actor=user)


@pytest.fixture
def tree(create):
    """Create Party with Tenant, which has Guarantor, and Landlord; and Date."""
    party = create(name="Party")
    tenant = create(name="Tenant", parent=party.pk)
    return {
        "Party": party,
        "Tenant": tenant,
        "Guarantor": create(name="Guarantor", parent=tenant.pk),
        "Landlord": create(name="Landlord", parent=party.pk),
        "Date": create(name="Date"),
    }


@pytest.fixture
def change(user):
    return partial(labels.update_label, actor=user)


@pytest.fixture
def mark(user, corpus, add_parsed):
    document = add_parsed("Paid on 2026-01-02 by the tenant.")

    def add(label, start=0, end=4):
        draft = AnnotationDraft(label_id=label.pk, start=start, end=end)
        return annotate(draft, corpus=corpus, document=document, actor=user)

    return add


def paths(corpus):
    return [label.path.replace(LABEL_SEPARATOR, "/") for label in corpus.labels.all()]


def actions(label):
    return list(AuditEntry.objects.filter(object_id=label.pk).order_by("pk").values_list("action", flat=True))


class TestTree:
    def test_labels_are_listed_with_their_paths_in_the_order_of_the_tree(self, corpus, tree, user):
        assert paths(corpus) == ["Party", "Party/Tenant", "Party/Tenant/Guarantor", "Party/Landlord", "Date"]
        found = LabelSerializer.represent(corpus.labels.all(), user)
        assert [each["position"] for each in found] == [0, 0, 0, 1, 1]
        assert found[1]["parent"] == tree["Party"].pk

    def test_a_label_moves_with_those_below_it(self, corpus, tree, change):
        change(tree["Tenant"], parent=None, position=0)
        assert paths(corpus) == ["Tenant", "Tenant/Guarantor", "Party", "Party/Landlord", "Date"]
        change(tree["Tenant"], parent=tree["Date"].pk)
        assert paths(corpus) == ["Party", "Party/Landlord", "Date", "Date/Tenant", "Date/Tenant/Guarantor"]
        assert actions(tree["Tenant"])[-1] == "label.changed"

    def test_the_place_is_that_among_the_children_of_the_parent(self, corpus, tree, change):
        change(tree["Landlord"], position=0)
        assert paths(corpus)[1:3] == ["Party/Landlord", "Party/Tenant"]
        change(tree["Party"], position=7)
        assert paths(corpus)[0] == "Date"

    def test_a_new_name_is_in_the_paths_below(self, corpus, tree, change):
        change(tree["Party"], name="Side")
        assert paths(corpus)[2] == "Side/Tenant/Guarantor"

    def test_an_existing_label_stays_where_it_is(self, corpus, tree, create):
        assert create(name="Date", parent=tree["Party"].pk) == tree["Date"]
        assert paths(corpus)[-1] == "Date"

    def test_cycles_are_refused(self, corpus, tree, change):
        for parent in ("Party", "Tenant", "Guarantor"):
            with pytest.raises(LabelCycle):
                change(tree["Party"], parent=tree[parent].pk)
        assert paths(corpus)[0] == "Party"

    def test_a_fourth_level_is_refused(self, corpus, tree, change, create):
        with pytest.raises(LabelTooDeep):
            create(name="Bank", parent=tree["Guarantor"].pk)
        assert not Label.objects.filter(name="Bank").exists()
        with pytest.raises(LabelTooDeep):
            change(tree["Tenant"], parent=tree["Landlord"].pk)
        change(tree["Date"], parent=tree["Tenant"].pk)
        assert "Party/Tenant/Date" in paths(corpus)

    def test_the_parent_is_a_label_of_the_corpus(self, user, tree, change):
        elsewhere = labels.create_label(create_corpus(owner=user, title="Elsewhere"), name="Date", actor=user)
        with pytest.raises(NotFound):
            change(tree["Date"], parent=elsewhere.pk)

    def test_concurrent_moves_leave_a_tree(self, corpus, create, change):
        one, other = create(name="One"), create(name="Other")

        def move(label, parent):
            try:
                change(label, parent=parent.pk)
            except LabelCycle:
                return False
            return True

        assert sorted(at_once(partial(move, one, other), partial(move, other, one))) == [False, True]
        assert corpus.labels.filter(parent=None).count() == 1

    def test_annotators_create_labels_below_others_but_do_not_move_them(self, user, other_user, corpus, tree):
        create_share(corpus, ShareRequest(user=other_user.username, role="annotator"), actor=user)
        labels.create_label(corpus, name="Rent", parent=tree["Date"].pk, actor=other_user)
        with pytest.raises(NotAllowed):
            labels.update_label(tree["Date"], parent=tree["Party"].pk, actor=other_user)


class TestDeletion:
    def test_the_children_of_a_deleted_label_take_its_place(self, corpus, tree, user):
        labels.delete_label(tree["Tenant"], actor=user)
        assert paths(corpus) == ["Party", "Party/Guarantor", "Party/Landlord", "Date"]

    def test_a_restored_label_is_below_its_parent_again_but_those_that_moved_up_stay(self, corpus, tree, user):
        labels.delete_label(tree["Tenant"], actor=user)
        bin_services.restore(user, tree["Tenant"].pk)
        assert set(paths(corpus)[1:4]) == {"Party/Guarantor", "Party/Landlord", "Party/Tenant"}

    def test_a_restored_label_is_at_the_top_if_its_parent_is_missing(self, corpus, tree, user):
        labels.delete_label(tree["Guarantor"], actor=user)
        labels.delete_label(tree["Tenant"], actor=user)
        bin_services.restore(user, tree["Guarantor"].pk)
        assert "Guarantor" in paths(corpus)

    def test_purging_the_parent_keeps_the_labels_in_the_bin(self, corpus, tree, user):
        labels.delete_label(tree["Guarantor"], actor=user)
        labels.delete_label(tree["Tenant"], actor=user, permanently=True)
        bin_services.restore(user, tree["Guarantor"].pk)
        assert "Guarantor" in paths(corpus)


class TestMerging:
    def test_the_children_move_below_the_other_label(self, corpus, tree, user):
        merge_label(tree["Party"], tree["Date"], actor=user)
        assert paths(corpus) == ["Date", "Date/Tenant", "Date/Tenant/Guarantor", "Date/Landlord"]

    def test_a_label_can_be_merged_into_one_below_it(self, corpus, tree, user):
        merge_label(tree["Party"], tree["Guarantor"], actor=user)
        assert set(paths(corpus)) == {"Guarantor", "Guarantor/Tenant", "Guarantor/Landlord", "Date"}

    def test_children_that_would_be_too_deep_are_refused(self, corpus, tree, user):
        before = paths(corpus)
        with pytest.raises(LabelTooDeep):
            merge_label(
                tree["Tenant"],
                labels.create_label(corpus, name="A", parent=tree["Landlord"].pk, actor=user),
                actor=user,
            )
        assert paths(corpus) == [*before[:4], "Party/Landlord/A", "Date"]


class TestFilters:
    @pytest.fixture
    def marked(self, tree, mark):
        return {name: mark(tree[name]) for name in ("Party", "Guarantor", "Date")}

    @pytest.mark.parametrize(
        ("name", "found"), [("Party", {"Party", "Guarantor"}), ("Guarantor", {"Guarantor"}), ("Landlord", set())]
    )
    def test_annotations_with_a_label_are_found_with_those_below_it(self, user, corpus, tree, marked, name, found):
        rows = list_annotations(user, corpus=corpus.pk, label=[tree[name].pk])
        assert set(rows) == {marked[each] for each in found}

    def test_documents_with_a_label_below_are_found(self, user, corpus, tree, marked):
        (document,) = list_documents(user, label=tree["Tenant"].pk)
        assert list(list_documents(user, document_label=tree["Tenant"].pk)) == []
        label_documents(tree["Guarantor"], [document], actor=user)
        assert list(list_documents(user, document_label=tree["Tenant"].pk)) == [document]

    def test_a_search_for_a_label_finds_those_below_it(self, user, tree, marked):
        assert start_search(user, query="label:Tenant").matching_documents
        assert start_search(user, query="label:Party", label=tree["Tenant"].pk).matching_documents
        assert not start_search(user, query="label:Landlord").matching_documents


class TestArchive:
    def test_a_label_is_archived_with_those_below_it(self, corpus, tree, change):
        change(tree["Tenant"], archived=True)
        assert [label.name for label in corpus.labels.filter(archived=None)] == ["Party", "Landlord", "Date"]
        assert actions(tree["Tenant"])[-1] == "label.archived"
        change(tree["Tenant"], archived=False)
        assert corpus.labels.filter(archived=None).count() == 5
        assert actions(tree["Tenant"])[-1] == "label.unarchived"

    def test_a_label_is_restored_with_those_above_it(self, corpus, tree, change):
        change(tree["Party"], archived=True)
        change(tree["Tenant"], archived=False)
        assert [label.name for label in corpus.labels.exclude(archived=None)] == ["Landlord"]

    def test_archiving_twice_keeps_the_time(self, tree, change):
        archived = change(tree["Date"], archived=True).archived
        assert change(tree["Date"], archived=True).archived == archived

    def test_new_annotations_are_refused_and_the_others_stay(self, user, corpus, tree, change, mark):
        annotation = mark(tree["Date"])
        change(tree["Date"], archived=True)
        with pytest.raises(LabelArchived):
            mark(tree["Date"])
        with pytest.raises(LabelArchived):
            label_documents(Label.objects.get(name="Date"), [annotation.document], actor=user)
        draft = AnnotationDraft(label_name="Date", start=0, end=4)
        with pytest.raises(LabelArchived):
            annotate(draft, corpus=corpus, document=annotation.document, actor=user)
        assert list(list_annotations(user, corpus=corpus.pk, label=[tree["Date"].pk])) == [annotation]

    def test_an_annotation_keeps_its_archived_label_when_it_is_changed(self, user, tree, change, mark):
        annotation, other = mark(tree["Date"]), mark(tree["Party"])
        change(tree["Date"], archived=True)
        kept = AnnotationChange(label_id=tree["Date"].pk, note="Checked.")
        assert update_annotation(annotation, kept, actor=user).note == "Checked."
        with pytest.raises(LabelArchived):
            update_annotation(other, AnnotationChange(label_id=tree["Date"].pk), actor=user)

    def test_nothing_moves_below_or_into_an_archived_label(self, user, corpus, tree, change, create):
        change(tree["Date"], archived=True)
        with pytest.raises(LabelArchived):
            change(tree["Landlord"], parent=tree["Date"].pk)
        with pytest.raises(LabelArchived):
            create(name="Day", parent=tree["Date"].pk)
        with pytest.raises(LabelArchived):
            merge_label(tree["Landlord"], tree["Date"], actor=user)
        assert corpus.labels.count() == 5
