"""The creation, changes, deletion and restoration of fields are recorded, undone and redone on the server."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.errors import NotAllowed, NotFound
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.models import Edit
from corpuses.bin import services as bin_services
from corpuses.corpora.services import remove_documents
from corpuses.fields import services
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.services import create_field, delete_field, restore_field, update_field
from corpuses.fields.setting import set_field_values
from corpuses.models import CorpusShare
from corpuses.undo.services import redo_edits, undo_edits

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
EXCHANGE = {"renamed_choices": {"Draft": "Signed", "Signed": "Draft"}, "choices": ["Draft", "Signed", "Void"]}


@pytest.fixture
def documents(add_parsed):
    return [add_parsed("The tenant pays rent.", title=f"Lease {number}") for number in (1, 2)]


@pytest.fixture
def field(corpus, user):
    create_field(corpus, name="First", type="string", actor=user)
    return create_field(corpus, name="Status", type="list", choices=["Draft", "Signed", "Void"], actor=user)


@pytest.fixture
def editor(corpus, other_user):
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=corpus.owner)
    return other_user


def names(corpus):
    return list(DocumentField.objects.filter(corpus=corpus).values_list("name", flat=True))


def values_of(field):
    return dict(FieldValue.objects.filter(field=field).values_list("document__title", "values"))


def last_group(user):
    return Edit.objects.filter(actor=user, subject=Edit.Subject.FIELD).order_by("-id").first().group


class TestChanges:
    @pytest.mark.parametrize(
        ("change", "column"),
        [
            ({"name": "State"}, "name"),
            ({"description": "Of the deal."}, "description"),
            ({"position": 0}, "position"),
            ({"choices": ["Signed", "Draft"]}, "choices"),
            ({"type": "string"}, "type"),
        ],
    )
    def test_a_change_is_undone_and_redone(self, user, field, change, column):
        before, group = getattr(field, column), uuid4()
        update_field(field, actor=user, group=group, **change)
        after = getattr(DocumentField.objects.get(pk=field.pk), column)
        assert after != before
        undo_edits(group, actor=user)
        undo_edits(group, actor=user)  # a repeated request
        assert getattr(DocumentField.objects.get(pk=field.pk), column) == before
        redo_edits(group, actor=user)
        assert getattr(DocumentField.objects.get(pk=field.pk), column) == after
        assert Edit.objects.filter(subject=Edit.Subject.FIELD).count() == 3  # undo and redo are no edits

    def test_what_changes_nothing_is_not_recorded(self, user, field):
        update_field(field, actor=user, name="Status")
        assert set(Edit.objects.filter(subject="field").values_list("kind", flat=True)) == {Edit.Kind.CREATED}

    def test_values_that_a_new_type_has_converted_get_their_text_back(self, user, corpus, documents):
        rent = create_field(corpus, name="Rent", type="string", actor=user)
        set_field_values(rent, documents[:1], ["1,200"], actor=user)
        set_field_values(rent, documents[1:], ["7"], actor=user)
        update_field(rent, type="number", actor=user)
        group = last_group(user)
        assert values_of(rent) == {"Lease 1": ["1200"], "Lease 2": ["7"]}
        undo_edits(group, actor=user)
        assert values_of(rent) == {"Lease 1": ["1,200"], "Lease 2": ["7"]}
        redo_edits(group, actor=user)
        assert values_of(rent) == {"Lease 1": ["1200"], "Lease 2": ["7"]}
        set_field_values(rent, documents[:1], ["90"], actor=user)  # set since
        undo_edits(group, actor=user)
        assert values_of(rent) == {"Lease 1": ["90"], "Lease 2": ["7"]}

    @pytest.mark.parametrize(
        "change",
        [
            {"renamed_choices": {"Draft": "Outline"}},
            {"renamed_choices": {"Void": "Signed"}, "choices": ["Draft", "Signed"]},
            EXCHANGE,
            {"name": "State", **EXCHANGE},
        ],
        ids=["renamed", "merged", "exchanged", "exchanged with a new name"],
    )
    def test_renamed_and_merged_choices_are_undone_in_the_values(self, user, documents, field, change):
        set_field_values(field, documents[:1], ["Draft", "Void"], actor=user)
        set_field_values(field, documents[1:], ["Signed"], actor=user)
        before = values_of(field)
        update_field(field, actor=user, **change)
        after, group = values_of(field), last_group(user)
        assert after != before
        undo_edits(group, actor=user)
        assert (values_of(field), DocumentField.objects.get(pk=field.pk).choices) == (before, field.choices)
        redo_edits(group, actor=user)
        assert values_of(field) == after

    @pytest.mark.parametrize("change", [{"name": "State"}, {"description": "Of the deal."}, {"position": 0}])
    def test_what_changes_neither_type_nor_choices_reads_and_locks_no_values(self, user, documents, field, change):
        set_field_values(field, documents, ["Draft"], actor=user)
        update_field(field, actor=user, **change)
        with CaptureQueriesContext(connection) as captured:
            undo_edits(last_group(user), actor=user)
        assert [each["sql"] for each in captured if "corpuses_fieldvalue" in each["sql"]] == []

    def test_values_that_no_longer_fit_keep_the_field_as_it_is(self, user, documents, field):
        update_field(field, type="string", actor=user)
        set_field_values(field, documents[:1], ["unknown"], actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(last_group(user), actor=user)
        assert values_of(field) == {"Lease 1": ["unknown"]}

    def test_what_another_user_has_changed_since_stays(self, user, editor, corpus, field):
        update_field(field, name="State", actor=user)
        update_field(field, name="Stage", actor=editor)
        with pytest.raises(EditOutdated):
            undo_edits(last_group(user), actor=user)
        undo_edits(last_group(editor), actor=editor)
        create_field(corpus, name="Status", type="string", actor=editor)
        update_group = Edit.objects.filter(actor=user, subject="field", kind="changed").get().group
        with pytest.raises(EditOutdated):  # the name is taken
            undo_edits(update_group, actor=user)
        assert names(corpus) == ["First", "State", "Status"]

    def test_annotators_undo_no_change(self, corpus, editor, field):
        update_field(field, name="State", actor=editor)
        CorpusShare.objects.update(role="annotator")
        with pytest.raises(NotAllowed):
            undo_edits(last_group(editor), actor=editor)


class TestCreations:
    def test_a_creation_is_undone_and_redone(self, user, corpus, field):
        group = last_group(user)
        undo_edits(group, actor=user)
        assert names(corpus) == ["First"]
        redo_edits(group, actor=user)
        assert names(corpus) == ["First", "Status"]

    def test_a_field_that_has_values_or_was_changed_since_stays(self, user, corpus, documents, field):
        group = last_group(user)
        set_field_values(field, documents, ["Draft"], actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)
        set_field_values(field, documents, [], actor=user)
        update_field(field, name="State", actor=user)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)


class TestDeletions:
    @pytest.fixture
    def values(self, user, documents, field):
        set_field_values(field, documents[:1], ["Draft", "Void"], actor=user)
        set_field_values(field, documents[1:], ["Signed"], actor=user)
        return values_of(field)

    def test_a_field_returns_to_its_place_with_its_values(self, user, corpus, field, values):
        create_field(corpus, name="Last", type="string", actor=user)
        delete_field(field, actor=user)
        group = last_group(user)
        assert (names(corpus), values_of(field)) == (["First", "Last"], {})
        undo_edits(group, actor=user)
        assert (names(corpus), values_of(field)) == (["First", "Status", "Last"], values)
        redo_edits(group, actor=user)
        assert list(corpus.fields.values_list("name", "position")) == [("First", 0), ("Last", 1)]
        undo_edits(group, actor=user)
        assert values_of(field) == values

    def test_a_deleted_field_and_its_values_are_found_nowhere(self, api, user, corpus, documents, field, values):
        delete_field(field, actor=user)
        assert api.get(f"{V1}/fields/{field.pk}").status_code == 404
        assert [each["name"] for each in api.get(f"{V1}/corpuses/{corpus.pk}/fields").json()["results"]] == ["First"]
        assert api.get(f"{V1}/corpuses/{corpus.pk}/field-values").json()["results"] == []
        query = f"{V1}/documents?corpus={corpus.pk}&field={field.pk}"
        assert api.get(query).status_code == 404
        graphql = "query ($id: ID!, $corpus: ID!) { document(id: $id) { fieldValues(corpusId: $corpus) { text } } }"
        found = api.execute(graphql, {"id": str(documents[0].pk), "corpus": str(corpus.pk)})
        assert found["document"]["fieldValues"] == []
        with pytest.raises(NotFound):
            set_field_values(field, documents, ["Draft"], actor=user)

    def test_values_leave_and_return_with_their_document_also_while_the_field_is_in_the_bin(
        self, user, corpus, documents, field, values
    ):
        delete_field(field, actor=user)
        deletion, removal = last_group(user), uuid4()
        remove_documents(corpus, documents[:1], actor=user, group=removal)
        undo_edits(removal, actor=user)
        undo_edits(deletion, actor=user)
        assert values_of(field) == values

    def test_a_field_that_got_more_values_is_not_deleted_again(self, user, corpus, documents, field):
        set_field_values(field, documents[:1], ["Draft"], actor=user)
        delete_field(field, actor=user)
        group = last_group(user)
        undo_edits(group, actor=user)
        set_field_values(field, documents[1:], ["Draft"], actor=user)
        with pytest.raises(EditOutdated):
            redo_edits(group, actor=user)
        assert names(corpus) == ["First", "Status"]

    def test_a_field_whose_name_was_taken_gets_another_one_and_their_number_is_limited(
        self, user, corpus, field, monkeypatch
    ):
        delete_field(field, actor=user)
        group = last_group(user)
        create_field(corpus, name="Status", type="string", actor=user)
        monkeypatch.setattr(services, "LIMIT", 2)
        with pytest.raises(EditOutdated):
            undo_edits(group, actor=user)
        monkeypatch.setattr(services, "LIMIT", 3)
        undo_edits(group, actor=user)
        assert names(corpus) == ["First", "Status (2)", "Status"]

    def test_a_long_name_that_was_taken_is_shortened(self, user, corpus):
        long = "n" * services.NAME_LIMIT
        delete_field(create_field(corpus, name=long, type="string", actor=user), actor=user)
        group = last_group(user)
        create_field(corpus, name=long, type="string", actor=user)
        undo_edits(group, actor=user)
        assert names(corpus) == [f"{'n' * 96} (2)", long]

    def test_it_is_restored_from_the_bin_and_that_is_undone(self, user, corpus, field, values):
        delete_field(field, actor=user)
        deletion = last_group(user)
        assert [(each.kind, each.title) for each in bin_services.bin_items(user)] == [("field", "Status")]
        bin_services.restore(user, field.pk)
        restoration = last_group(user)
        assert (names(corpus), values_of(field)) == (["First", "Status"], values)
        with pytest.raises(EditOutdated):
            undo_edits(deletion, actor=user)
        undo_edits(restoration, actor=user)
        assert names(corpus) == ["First"]
        undo_edits(deletion, actor=user)
        assert values_of(field) == values
        with pytest.raises(NotFound):
            restore_field(field, actor=user)

    def test_a_purged_field_leaves_nothing(self, user, field, values):
        delete_field(field, actor=user)
        bin_services.purge(user, field.pk)
        assert not FieldValue.with_deleted.exists()
        assert not Edit.objects.filter(subject_id=field.pk).exists()

    def test_a_permanent_deletion_is_no_edit_and_takes_the_others_along(self, user, field, values):
        delete_field(field, actor=user, permanently=True)
        assert not DocumentField.with_deleted.filter(pk=field.pk).exists()
        assert not Edit.objects.filter(subject_id=field.pk).exists()


def test_both_apis_record_the_group_and_list_what_was_changed(api, user, corpus):
    by_rest, by_graphql = str(uuid4()), str(uuid4())
    body = {"name": "Rent", "type": "number", "group": by_rest}
    key = api.send("POST", f"{V1}/corpuses/{corpus.pk}/fields", body).json()["id"]
    update = "mutation ($input: UpdateFieldInput!) { updateField(input: $input) { errors { code } } }"
    given = {"id": key, "name": "Monthly rent", "group": by_graphql}
    assert api.execute(update, {"input": given})["updateField"]["errors"] == []
    delete = "mutation ($input: DeleteFieldInput!) { deleteField(input: $input) { errors { code } } }"
    assert api.execute(delete, {"input": {"id": key, "group": by_graphql}})["deleteField"]["errors"] == []
    edits = """query ($corpus: ID!) {
        edits(corpusId: $corpus, area: CORPUS) { edges { node { subject kind fieldName valueBefore valueAfter } } }
    }"""
    found = api.execute(edits, {"corpus": str(corpus.pk)})["edits"]["edges"]
    assert [tuple(each["node"].values()) for each in found] == [
        ("FIELD", "DELETED", "Monthly rent", None, None),
        ("FIELD", "CHANGED", "Monthly rent", "Rent", "Monthly rent"),
        ("FIELD", "CREATED", "Monthly rent", None, None),
    ]
    assert api.send("POST", f"{V1}/edits/undo", {"group": by_graphql}).status_code == 200
    assert names(corpus) == ["Rent"]
    assert api.delete(f"{V1}/fields/{key}?group={uuid4()}").status_code == 204
    assert api.send("POST", f"{V1}/edits/undo", {"group": last_group(user).hex}).status_code == 200
    assert api.delete(f"{V1}/fields/{key}?permanently=true").status_code == 204
    assert not Edit.objects.filter(subject="field").exists()
