"""Several annotations are deleted or relabelled at once: all or none of them, as one step of undo."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.db.ids import uuid7
from core.errors import Invalid, NotAllowed, NotFound
from corpuses.annotations.editing import AnnotationChange, delete_annotation, update_annotation
from corpuses.annotations.labels.hierarchy import LabelArchived
from corpuses.annotations.labels.services import create_label, update_label
from corpuses.annotations.models import Annotation, Edit, Label
from corpuses.annotations.selections import delete_annotations, relabel_annotations
from corpuses.annotations.services import AnnotationDraft, DuplicateAnnotation, annotate, annotate_many
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import CorpusShare
from corpuses.undo.services import redo_edits, undo_edits
from corpuses.undo.tests.factories import corpus_of
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays rent. The landlord repairs the roof."
DELETIONS, RELABELLINGS = "/api/v1/annotation-deletions", "/api/v1/annotation-relabellings"


@pytest.fixture
def document(user):
    return parsed_document(user, TEXT)


@pytest.fixture
def corpus(document):
    return corpus_of(document)


@pytest.fixture
def make(user, corpus, document):
    """Annotate words of the document, `number` of them."""

    def make(number, actor=user, label="Party", within=corpus, on=document):
        drafts = [AnnotationDraft(label_name=label, start=place % 20, end=place % 20 + 4) for place in range(number)]
        return [annotate(each, corpus=within, document=on, actor=actor) for each in drafts]

    return make


@pytest.fixture
def suggestions(corpus, document):
    found = [(4, 10, "Party"), (4, 10, "Company"), (16, 20, "Party")]
    annotate_many(corpus, document.revision, found, source="analyzer", origin="action:1")
    return list(Annotation.objects.filter(origin="action:1").select_related("corpus").order_by("start", "pk"))


@pytest.fixture
def annotator(corpus, other_user):
    CorpusShare.objects.create(target=corpus, user=other_user, role="annotator", created_by=corpus.owner)
    return other_user


def names():
    return sorted(Annotation.objects.values_list("label__name", flat=True))


def statements(run):
    with CaptureQueriesContext(connection) as captured:
        run()
    return len(captured)


class TestDeletion:
    def test_all_are_deleted_as_one_edit_and_come_back_together(self, user, make):
        group, chosen = uuid4(), make(3)
        assert delete_annotations(chosen[:2], actor=user, group=group) == 2
        assert list(Annotation.objects.all()) == chosen[2:]
        edits = Edit.objects.filter(group=group)
        assert {(each.kind, each.annotation_id) for each in edits} == {("deleted", each.pk) for each in chosen[:2]}
        assert AuditEntry.objects.filter(action="annotation.deleted").count() == 2
        assert len(undo_edits(group, actor=user)) == 2
        assert Annotation.objects.count() == 3
        redo_edits(group, actor=user)
        assert Annotation.objects.count() == 1

    def test_none_is_deleted_if_one_has_gone(self, user, make):
        chosen = make(2)
        delete_annotation(chosen[0], actor=user)
        with pytest.raises(NotFound):
            delete_annotations(chosen, actor=user)
        assert list(Annotation.objects.all()) == chosen[1:]

    def test_annotators_delete_their_own_ones(self, annotator, make):
        own, others = make(2, actor=annotator), make(1)
        with pytest.raises(NotAllowed):
            delete_annotations([*own, *others], actor=annotator)
        assert Annotation.objects.count() == 3
        assert delete_annotations(own, actor=annotator) == 2

    def test_those_of_another_corpus_are_refused(self, user, make, document):
        other = create_corpus(owner=user, title="Drafts")
        add_documents(other, [document], actor=user)
        with pytest.raises(Invalid, match="one corpus"):
            delete_annotations([*make(1), *make(1, within=other)], actor=user)
        assert Annotation.objects.count() == 2

    def test_those_of_several_documents_are_deleted_together(self, user, corpus, make):
        another = parsed_document(user, TEXT)
        add_documents(corpus, [another], actor=user)
        group = uuid4()
        assert delete_annotations([*make(1), *make(1, on=another)], actor=user, group=group) == 2
        undo_edits(group, actor=user)
        assert Annotation.objects.count() == 2


class TestRelabelling:
    def test_all_are_relabelled_as_one_edit_and_get_their_labels_back(self, user, make):
        group, chosen = uuid4(), [*make(2), *make(1, label="Money"), *make(1, label="Duty")]
        assert relabel_annotations(chosen, actor=user, label_name="Duty", group=group) == 3
        assert names() == ["Duty"] * 4
        assert [sorted(each.changes) for each in Edit.objects.filter(group=group)] == [["label"]] * 3
        assert len(undo_edits(group, actor=user)) == 3
        assert names() == ["Duty", "Money", "Party", "Party"]
        redo_edits(group, actor=user)
        assert names() == ["Duty"] * 4

    def test_pending_suggestions_are_accepted_by_it(self, user, suggestions):
        group = uuid4()
        relabel_annotations(suggestions[::2], actor=user, label_name="Duty", group=group)
        changed = Annotation.objects.filter(label__name="Duty")
        assert {(each.review, each.reviewer) for each in changed} == {("accepted", user)}
        undo_edits(group, actor=user)
        assert {each.review for each in Annotation.objects.all()} == {"pending"}

    def test_a_label_that_is_missing_archived_or_of_another_corpus_is_refused(self, user, corpus, make):
        chosen = make(2)
        other = create_label(create_corpus(owner=user, title="Drafts"), name="Duty", actor=user)
        for key in (uuid7(), other.pk):
            with pytest.raises(NotFound):
                relabel_annotations(chosen, actor=user, label_id=key)
        archived = create_label(corpus, name="Old", actor=user)
        update_label(archived, actor=user, archived=True)
        with pytest.raises(LabelArchived):
            relabel_annotations(chosen, actor=user, label_id=archived.pk)
        assert names() == ["Party", "Party"]

    def test_a_duplicate_is_refused_alone_and_among_others(self, user, make, suggestions):
        (other,) = make(1, label="Duty")
        first = next(each for each in suggestions if each.label.name == "Party")
        with pytest.raises(DuplicateAnnotation):
            update_annotation(first, AnnotationChange(label_name="Company"), actor=user)
        with pytest.raises(DuplicateAnnotation):
            relabel_annotations([other, first], actor=user, label_name="Company")
        assert names() == ["Company", "Duty", "Party", "Party"]

    def test_annotators_relabel_their_own_ones_and_suggestions(self, annotator, make, suggestions):
        own, others = make(1, actor=annotator), make(1)
        with pytest.raises(NotAllowed):
            relabel_annotations([*own, *others], actor=annotator, label_name="Duty")
        assert relabel_annotations([*own, suggestions[-1]], actor=annotator, label_name="Duty") == 2


@pytest.mark.parametrize("path", [DELETIONS, RELABELLINGS])
def test_the_number_of_statements_does_not_grow(api, make, path):
    counts = []
    for number in (2, 30):
        body = {"annotations": [str(each.pk) for each in make(number)]}
        body |= {"label_name": f"Label {number}"} if path == RELABELLINGS else {}
        counts.append(statements(lambda body=body: api.send("post", path, body)))
    assert counts[0] == counts[1]


def test_rest_and_graphql(api, other_api, make):
    chosen = [str(each.pk) for each in make(4)]
    assert api.send("post", RELABELLINGS, {"annotations": chosen[:2], "label_name": "Duty"}).json() == {"relabelled": 2}
    label = to_global_id("Label", str(Label.objects.get(name="Party").pk))
    assert mutate(api, "relabelAnnotations", "relabelled", annotationIds=chosen, labelId=label) == {
        "relabelled": 2,
        "errors": [],
    }
    assert other_api.send("post", DELETIONS, {"annotations": chosen}).status_code == 404
    assert api.send("post", DELETIONS, {"annotations": [*chosen, str(uuid7())]}).json()["error"]["code"] == "not_found"
    assert api.send("post", DELETIONS, {"annotations": []}).status_code == 400
    assert api.send("post", DELETIONS, {"annotations": chosen[:2]}).json() == {"deleted": 2}
    assert mutate(api, "deleteAnnotations", "deleted", annotationIds=chosen)["errors"][0]["code"] == "not_found"
    assert mutate(api, "deleteAnnotations", "deleted", annotationIds=chosen[2:]) == {"deleted": 2, "errors": []}


def mutate(api, name, field, **values):
    kind = f"{name[0].upper()}{name[1:]}Input"
    query = f"mutation ($input: {kind}!) {{ {name}(input: $input) {{ {field} errors {{ code }} }} }}"
    return api.graphql(query, {"input": values}).data[name]
