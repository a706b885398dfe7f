"""Edits of values of fields and of titles of documents are recorded, undone and redone on the server."""

from uuid import uuid4

import pytest

from core.errors import NotAllowed
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.models import Edit
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.fields.models import FieldValue
from corpuses.fields.services import create_field, delete_field
from corpuses.fields.setting import set_field_values
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.undo.services import redo_edits, undo_edits
from documents.models import Document
from documents.services.lifecycle import update_document
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

UNDO = "mutation ($group: UUID!) { undoEdits(input: {group: $group}) { errors { code } } }"
EDITS = """query ($document: ID!, $corpus: ID!) {
    edits(documentId: $document, corpusId: $corpus) {
        edges { node { subject fieldName valueBefore valueAfter isUndone } }
    }
}"""


@pytest.fixture
def documents(user):
    return [parsed_document(user, "The tenant pays.", title=f"Lease {number}") for number in (1, 2)]


@pytest.fixture
def corpus(user, documents):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, documents, actor=user, is_recorded=False)
    return corpus


@pytest.fixture
def field(user, corpus):
    return create_field(corpus, name="Party", type="string", actor=user)


@pytest.fixture
def annotator(corpus, other_user):
    CorpusShare.objects.create(target=corpus, user=other_user, role="annotator", created_by=corpus.owner)
    return other_user


def values_of(field):
    return dict(FieldValue.objects.filter(field=field).values_list("document__title", "values"))


def test_a_value_is_undone_and_redone(user, field, documents):
    first, second = uuid4(), uuid4()
    set_field_values(field, documents[:1], ["Ada"], actor=user, group=first)
    set_field_values(field, documents, ["Lin"], actor=user, group=second)
    set_field_values(field, documents, ["Lin"], actor=user)  # changes nothing
    assert Edit.objects.filter(subject="field_value").count() == 3
    undo_edits(second, actor=user)
    assert values_of(field) == {"Lease 1": ["Ada"]}
    undo_edits(second, actor=user)  # a repeated request
    undo_edits(first, actor=user)
    assert values_of(field) == {}
    redo_edits(first, actor=user)
    redo_edits(second, actor=user)
    assert values_of(field) == {"Lease 1": ["Lin"], "Lease 2": ["Lin"]}
    assert Edit.objects.filter(subject="field_value").count() == 3  # undo and redo are no edits


def test_a_cleared_value_is_restored(user, field, documents):
    group = uuid4()
    set_field_values(field, documents, ["Ada"], actor=user)
    set_field_values(field, documents, [], actor=user, group=group)
    undo_edits(group, actor=user)
    assert values_of(field) == {"Lease 1": ["Ada"], "Lease 2": ["Ada"]}


def test_a_value_that_was_changed_since_stays(user, annotator, field, documents):
    group = uuid4()
    set_field_values(field, documents, ["Ada"], actor=user, group=group)
    set_field_values(field, documents[:1], ["Lin"], actor=annotator)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    assert values_of(field) == {"Lease 1": ["Lin"], "Lease 2": ["Ada"]}


def test_the_value_of_a_deleted_field_or_of_a_removed_document_stays_away(user, corpus, field, documents):
    group = uuid4()
    set_field_values(field, documents, ["Ada"], actor=user)
    set_field_values(field, documents, [], actor=user, group=group)
    CorpusDocument.objects.filter(document=documents[0]).delete()
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    delete_field(field, actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)


def test_a_viewer_undoes_no_value(annotator, corpus, field, documents):
    group = uuid4()
    set_field_values(field, documents, ["Ada"], actor=annotator, group=group)
    CorpusShare.objects.update(role="viewer")
    with pytest.raises(NotAllowed):
        undo_edits(group, actor=annotator)


def test_a_title_is_undone_and_redone_in_every_corpus(user, corpus, documents):
    document, group = documents[0], uuid4()
    other = create_corpus(owner=user, title="Other")
    add_documents(other, [document], actor=user, is_recorded=False)
    source = Document.objects.get(pk=document.pk).title_source
    update_document(document, actor=user, title="Harbour Street", group=group)
    update_document(document, actor=user, title="Harbour Street")  # changes nothing
    assert set(Edit.objects.values_list("corpus", flat=True)) >= {corpus.pk, other.pk}
    assert set(Edit.objects.values_list("group", flat=True)) == {group}
    undo_edits(group, actor=user)
    document.refresh_from_db()
    assert (document.title, document.title_source) == ("Lease 1", source)
    redo_edits(group, actor=user)
    document.refresh_from_db()
    assert (document.title, document.title_source) == ("Harbour Street", "user")
    update_document(document, actor=user, title="Harbour Street 14")
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)


def test_two_titles_of_one_group_are_undone_and_redone(user, corpus, documents):
    document, group = documents[0], uuid4()
    add_documents(create_corpus(owner=user, title="Other"), [document], actor=user, is_recorded=False)
    for title in ("Harbour Street", "Harbour Street 14"):
        update_document(document, actor=user, title=title, group=group)
    undo_edits(group, actor=user)
    document.refresh_from_db()
    assert document.title == "Lease 1"
    redo_edits(group, actor=user)
    document.refresh_from_db()
    assert document.title == "Harbour Street 14"


def test_a_title_needs_the_permission_to_edit(user, annotator, corpus, documents):
    CorpusShare.objects.update(role="editor")
    group = uuid4()
    update_document(documents[0], actor=annotator, title="Theirs", group=group)
    CorpusShare.objects.update(role="annotator")
    with pytest.raises(NotAllowed):
        undo_edits(group, actor=annotator)


def test_both_apis_record_the_group_and_list_what_was_changed(api, user, corpus, field, documents):
    key, by_rest, by_graphql = str(documents[0].pk), str(uuid4()), str(uuid4())
    title = {"title": "Harbour Street", "group": by_rest}
    assert api.send("PATCH", f"/api/v1/documents/{key}", title).status_code == 200
    values = {"documents": [key], "values": ["Ada"], "group": by_rest}
    assert api.send("POST", f"/api/v1/fields/{field.pk}/values", values).status_code == 200
    setting = "mutation ($input: SetFieldValuesInput!) { setFieldValues(input: $input) { errors { code } } }"
    given = {"id": str(field.pk), "documentIds": [key], "values": ["Lin"], "group": by_graphql}
    assert api.execute(setting, {"input": given})["setFieldValues"]["errors"] == []
    renaming = "mutation ($input: UpdateDocumentInput!) { updateDocument(input: $input) { errors { code } } }"
    given = {"id": key, "title": "Harbour Street 14", "group": by_graphql}
    assert api.execute(renaming, {"input": given})["updateDocument"]["errors"] == []
    assert api.execute(UNDO, {"group": by_graphql})["undoEdits"]["errors"] == []
    found = api.execute(EDITS, {"document": key, "corpus": str(corpus.pk)})["edits"]["edges"]
    assert [tuple(each["node"].values()) for each in found] == [
        ("DOCUMENT", None, "Harbour Street", "Harbour Street 14", True),
        ("FIELD_VALUE", "Party", "Ada", "Lin", True),
        ("FIELD_VALUE", "Party", "", "Ada", False),
        ("DOCUMENT", None, "Lease 1", "Harbour Street", False),
    ]
    listed = api.get("/api/v1/edits", {"document": key}).json()["results"]
    assert {(each["subject"], each["label_name"]) for each in listed} == {("document", ""), ("field_value", "")}
    assert api.send("POST", "/api/v1/edits/undo", {"group": by_rest}).status_code == 200
    assert Document.objects.get(pk=key).title == "Lease 1"
    assert values_of(field) == {}
