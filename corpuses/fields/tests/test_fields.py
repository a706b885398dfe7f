"""Fields of documents: defined by editors, filled by annotators, filtered, sorted and exported."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.errors import EditConflict, Invalid, NotAllowed, NotFound
from corpuses.corpora.services import create_corpus, remove_documents
from corpuses.fields import services
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.services import create_field, delete_field, update_field
from corpuses.fields.setting import set_field_values, version_of_value
from corpuses.models import CorpusShare
from events.models import Event

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


@pytest.fixture
def documents(add_parsed):
    return [add_parsed("The tenant pays rent.", title=f"Lease {number}") for number in range(4)]


@pytest.fixture
def field_of(user, corpus):
    """Create a field of a type."""
    return lambda type_, **others: create_field(
        corpus, **({"name": type_.title(), "type": type_, "actor": user} | others)
    )


@pytest.fixture
def rent(user, field_of, documents):
    """Create a field of numbers; the documents have 9, 100, -5 and none."""
    field = field_of("number", name="Rent")
    for document, value in zip(documents, ("9", "100", "-5"), strict=False):
        set_field_values(field, [document], [value], actor=user)
    return field


@pytest.fixture
def member(corpus, other_user):
    """Share the corpus with the other user in a role."""

    def share(role):
        CorpusShare.objects.create(target=corpus, user=other_user, role=role, created_by=corpus.owner)
        return other_user

    return share


def stored(field):
    return {row.document.title: row.values for row in field.values.select_related("document")}


class TestFields:
    def test_editors_define_fields_and_annotators_do_not(self, corpus, member, field_of):
        annotator = member("annotator")
        field = field_of("enum", name=" Status ", choices=["Draft", "Signed", "Draft"], description="Of the deal.")
        assert (field.name, field.choices, field.position) == ("Status", ["Draft", "Signed"], 0)
        with pytest.raises(NotAllowed):
            create_field(corpus, name="Other", type="string", actor=annotator)
        with pytest.raises(NotAllowed):
            update_field(field, name="Other", actor=annotator)
        with pytest.raises(NotAllowed):
            delete_field(field, actor=annotator)
        corpus.shares.update(role="editor")
        assert create_field(corpus, name="Other", type="string", actor=annotator).position == 1

    @pytest.mark.parametrize(
        ("fields", "wrong"),
        [
            ({"name": " "}, "name"),
            ({"name": "x" * 101}, "name"),
            ({"type": "money"}, "type"),
            ({"type": "enum"}, "choices"),
            ({"type": "list", "choices": ["x" * 101]}, "choices"),
            ({"description": "x" * 1_001}, "description"),
        ],
    )
    def test_invalid_fields_are_refused(self, user, corpus, fields, wrong):
        with pytest.raises(Invalid) as refused:
            create_field(corpus, **({"name": "Status", "type": "string", "actor": user} | fields))
        assert refused.value.field == wrong
        assert not DocumentField.objects.exists()

    def test_names_are_unique_in_a_corpus_and_their_number_is_limited(self, user, field_of, monkeypatch):
        field_of("string", name="Status")
        with pytest.raises(services.FieldExists):
            field_of("number", name="Status")
        monkeypatch.setattr(services, "LIMIT", 2)
        field_of("string", name="Other")
        with pytest.raises(services.TooManyFields):
            field_of("string", name="Third")
        other = create_corpus(owner=user, title="Other")
        assert create_field(other, name="Status", type="string", actor=user).position == 0

    def test_fields_are_moved_and_positions_have_no_gaps(self, user, corpus, field_of):
        first, second, third = (field_of("string", name=name) for name in "abc")
        update_field(third, position=0, actor=user)
        update_field(first, position=99, actor=user)
        assert [field.name for field in corpus.fields.all()] == ["c", "b", "a"]
        delete_field(second, actor=user)
        assert list(corpus.fields.values_list("name", "position")) == [("c", 0), ("a", 1)]

    def test_a_type_is_changed_if_all_values_fit(self, user, documents, field_of):
        field = field_of("string", name="Rent")
        set_field_values(field, documents[:2], ["1,200"], actor=user)
        set_field_values(field, documents[2:3], ["unknown"], actor=user)
        with pytest.raises(services.FieldValuesMismatch) as refused:
            update_field(field, type="number", actor=user)
        assert refused.value.data == {"documents": 1}
        field.refresh_from_db()
        assert field.type == "string"
        set_field_values(field, documents[2:3], [], actor=user)
        assert update_field(field, type="number", actor=user).type == "number"
        assert stored(field) == {"Lease 0": ["1200"], "Lease 1": ["1200"]}

    def test_used_choices_stay_and_a_new_order_sorts_the_values(self, user, documents, field_of):
        field = field_of("enum", name="Status", choices=["Draft", "Signed"])
        set_field_values(field, documents[:1], ["Signed"], actor=user)
        with pytest.raises(services.FieldValuesMismatch):
            update_field(field, choices=["Draft"], actor=user)
        update_field(field, choices=["Signed", "Draft"], actor=user)
        assert field.values.get().sort_key == "000000"

    def test_choices_in_use_are_renamed_with_the_values(self, user, documents, field_of):
        field = field_of("list", name="Status", choices=["Draft", "Signed", "Void"])
        set_field_values(field, documents[:1], ["Draft", "Void"], actor=user)
        set_field_values(field, documents[1:2], ["Signed"], actor=user)
        update_field(field, renamed_choices={"Draft": "Signed", "Signed": "Draft"}, actor=user)  # exchanged
        field.refresh_from_db()
        assert field.choices == ["Signed", "Draft", "Void"]
        assert stored(field) == {"Lease 0": ["Signed", "Void"], "Lease 1": ["Draft"]}
        changed = update_field(field, renamed_choices={"Void": "Signed"}, choices=["Draft", "Signed"], actor=user)
        assert changed.choices == ["Draft", "Signed"]
        assert stored(field) == {"Lease 0": ["Signed"], "Lease 1": ["Draft"]}
        entries = AuditEntry.objects.filter(action="field.changed").order_by("id")
        assert [entry.details["fields"] for entry in entries] == [["choices"], ["choices"]]

    @pytest.mark.parametrize("names", [{"Other": "New"}, {"Draft": " "}, {"Draft": "x" * 101}])
    def test_invalid_names_of_choices_are_refused(self, user, documents, field_of, names):
        field = field_of("enum", name="Status", choices=["Draft"])
        set_field_values(field, documents[:1], ["Draft"], actor=user)
        with pytest.raises(Invalid) as refused:
            update_field(field, renamed_choices=names, actor=user)
        assert refused.value.field == "renamed_choices"
        assert stored(field) == {"Lease 0": ["Draft"]}

    @pytest.mark.parametrize("interface", ["rest", "graphql"])
    def test_choices_are_renamed_by_the_api(self, api, user, documents, field_of, interface):
        field = field_of("enum", name="Status", choices=["Draft", "Signed"])
        set_field_values(field, documents[:1], ["Draft"], actor=user)
        renamed = [{"choice": "Draft", "name": "Outline"}]
        if interface == "rest":
            body = {"renamed_choices": renamed, "description": "Of the deal"}
            answer = api.patch(f"{V1}/fields/{field.pk}", body, content_type="application/json")
            assert answer.json()["choices"] == ["Outline", "Signed"]
        else:
            query = "mutation ($input: UpdateFieldInput!) { updateField(input: $input) { documentField { choices } } }"
            answer = api.execute(query, {"input": {"id": str(field.pk), "renamedChoices": renamed}})
            assert answer["updateField"]["documentField"]["choices"] == ["Outline", "Signed"]
        assert stored(field) == {"Lease 0": ["Outline"]}

    def test_a_change_of_another_version_is_refused(self, user, field_of):
        field = field_of("string")
        seen = services.version_of_field(field)
        update_field(field, name="Other", expected=seen, actor=user)
        with pytest.raises(EditConflict):
            update_field(field, name="Third", expected=seen, actor=user)

    def test_a_deleted_field_takes_only_its_values_with_it(self, user, corpus, documents, rent, field_of):
        other = field_of("string")
        set_field_values(other, documents, ["x"], actor=user)
        delete_field(rent, actor=user)
        assert FieldValue.objects.count() == 4
        assert corpus.documents.count() == 4
        entry = AuditEntry.objects.get(action="field.deleted")
        assert (entry.object_kind, entry.corpus_id, entry.details) == ("field", corpus.pk, {"values": 3})
        with pytest.raises(NotFound):
            set_field_values(rent, documents, ["1"], actor=user)


class TestSetting:
    def test_annotators_set_and_clear_values_and_viewers_do_not(self, documents, member, field_of):
        field, user = field_of("string"), member("viewer")
        with pytest.raises(NotAllowed):
            set_field_values(field, documents, ["x"], actor=user)
        field.corpus.shares.update(role="annotator")
        assert set(set_field_values(field, documents[:2], ["x"], actor=user)) == {each.pk for each in documents[:2]}
        assert set_field_values(field, documents[1:3], ["x"], actor=user) == [documents[2].pk]
        row = field.values.get(document=documents[0])
        assert (row.modified_by, row.membership.document, row.corpus) == (user, documents[0], field.corpus)
        assert set_field_values(field, documents, [], actor=user) == sorted(each.pk for each in documents[:3])
        assert set_field_values(field, documents, [], actor=user) == []

    def test_a_repeated_request_writes_nothing(self, user, documents, field_of):
        field = field_of("string")
        set_field_values(field, documents, ["x"], actor=user)
        events = Event.objects.count()
        assert AuditEntry.objects.filter(action="field.value_set").count() == len(documents)
        before = field.values.get(document=documents[0]).modified
        assert set_field_values(field, documents, ["x"], actor=user) == []
        assert AuditEntry.objects.filter(action="field.value_set").count() == len(documents)
        assert Event.objects.count() == events
        assert field.values.get(document=documents[0]).modified == before

    def test_all_documents_are_changed_or_none(self, user, documents, field_of, add_parsed):
        field = field_of("string")
        outside = add_parsed("Elsewhere.", title="Elsewhere")
        remove_documents(field.corpus, [outside], actor=user)
        with pytest.raises(NotFound):
            set_field_values(field, [*documents, outside], ["x"], actor=user)
        assert not FieldValue.objects.exists()

    def test_a_value_that_was_changed_since_it_was_read_is_not_overwritten(self, user, documents, field_of):
        field, document = field_of("string"), documents[0]
        set_field_values(field, [document], ["x"], actor=user, expected={document.pk: ""})
        with pytest.raises(EditConflict):
            set_field_values(field, documents, ["y"], actor=user, expected={document.pk: ""})
        assert stored(field) == {"Lease 0": ["x"]}
        seen = version_of_value(field.values.get())
        set_field_values(field, documents, ["y"], actor=user, expected={document.pk: seen})
        assert len(stored(field)) == 4

    def test_values_go_with_the_membership(self, user, documents, rent):
        remove_documents(rent.corpus, documents[:1], actor=user)
        assert stored(rent) == {"Lease 1": ["100"], "Lease 2": ["-5"]}

    def test_the_number_of_statements_does_not_depend_on_the_number_of_documents(self, user, documents, field_of):
        field = field_of("string")
        counts = []
        for rows, value in ((documents[:1], "x"), (documents, "y")):
            with CaptureQueriesContext(connection) as captured:
                set_field_values(field, rows, [value], actor=user)
            counts.append(len(captured))
        assert counts[0] == counts[1] <= 14


@pytest.fixture
def listed(api, corpus):
    """Return the titles of the documents of the corpus, as both APIs list them."""

    def list_titles(**query):
        path = "&".join(f"{name}={value}" for name, value in query.items())
        rest = api.get(f"{V1}/corpuses/{corpus.pk}/documents?{path}").json()
        if "error" in rest:
            return rest["error"]["code"]
        arguments = ", ".join(_argument(name, value) for name, value in query.items())
        lists = f"documents({arguments})" if arguments else "documents"
        data = api.execute(f'{{ corpus(id: "{corpus.pk}") {{ {lists} {{ edges {{ node {{ title }} }} }} }} }}')
        found = [each["node"]["title"] for each in data["corpus"]["documents"]["edges"]]
        assert [each["title"] for each in rest["results"]] == found
        return found

    return list_titles


def _argument(name, value):
    words = name.split("_")
    camel = words[0] + "".join(word.title() for word in words[1:])
    camel = f"{camel}Id" if name in {"field", "sort_field"} else camel
    return f"{camel}: {value}" if value in {"true", "false"} else f'{camel}: "{value}"'


class TestLists:
    def test_documents_are_filtered_by_a_number(self, listed, rent):
        assert set(listed(field=rent.pk)) == {"Lease 0", "Lease 1", "Lease 2"}
        assert listed(field=rent.pk, field_equals="9.0") == ["Lease 0"]
        assert set(listed(field=rent.pk, field_from="-5", field_to="9")) == {"Lease 0", "Lease 2"}
        assert listed(field=rent.pk, field_contains="00") == ["Lease 1"]
        assert listed(field=rent.pk, field_empty="true") == ["Lease 3"]

    def test_documents_are_filtered_by_a_choice_and_a_date(self, user, listed, documents, field_of):
        tags = field_of("list", name="Tags", choices=["Draft", "Signed"])
        set_field_values(tags, documents[:1], ["Draft", "Signed"], actor=user)
        set_field_values(tags, documents[1:2], ["Signed"], actor=user)
        assert listed(field=tags.pk, field_equals="Draft") == ["Lease 0"]
        assert set(listed(field=tags.pk, field_equals="Signed")) == {"Lease 0", "Lease 1"}
        due = field_of("date", name="Due")
        set_field_values(due, documents[2:3], ["2026-05-12"], actor=user)
        assert listed(field=due.pk, field_from="2026-05-12", field_to="2026-05-12") == ["Lease 2"]
        assert listed(field=due.pk, field_from="2026-05-13") == []

    def test_filters_that_do_not_fit_the_field_are_refused(self, listed, rent, field_of):
        assert listed(field_equals="9") == "invalid"
        assert listed(field=rent.pk, field_equals="many") == "invalid_field_value"
        assert listed(field=rent.pk, field_empty="true", field_equals="9") == "invalid"
        assert listed(field=field_of("string").pk, field_from="a") == "invalid"

    def test_documents_are_sorted_by_a_field_and_those_without_a_value_are_last(self, listed, rent):
        assert listed(sort_field=rent.pk) == ["Lease 2", "Lease 0", "Lease 1", "Lease 3"]
        assert listed(sort_field=rent.pk, descending="true") == ["Lease 1", "Lease 0", "Lease 2", "Lease 3"]

    @pytest.mark.parametrize("descending", ["true", "false"])
    def test_pages_follow_one_another_in_both_directions(self, api, user, corpus, documents, rent, descending):
        set_field_values(rent, documents[:2], ["7"], actor=user)  # equal values
        path = f"{V1}/corpuses/{corpus.pk}/documents?sort_field={rent.pk}&descending={descending}"
        whole = [each["id"] for each in api.get(path).json()["results"]]
        forward, page = [], api.get(f"{path}&page_size=1").json()
        while True:
            forward += [each["id"] for each in page["results"]]
            if page["next"] is None:
                break
            page = api.get(page["next"]).json()
        assert forward == whole
        assert [each["id"] for each in api.get(page["previous"]).json()["results"]] == whole[2:3]

    def test_a_cursor_of_another_field_is_refused(self, api, corpus, rent, field_of):
        other = field_of("string")
        path = f"{V1}/corpuses/{corpus.pk}/documents?page_size=1&sort_field="
        cursor = api.get(f"{path}{rent.pk}").json()["next"].split("cursor=")[1].split("&")[0]
        response = api.get(f"{path}{other.pk}&cursor={cursor}").json()
        assert response["error"]["code"] == "invalid_cursor"

    def test_a_field_of_an_invisible_corpus_is_not_found(self, listed, other_user):
        other = create_corpus(owner=other_user, title="Other")
        field = create_field(other, name="Secret", type="string", actor=other_user)
        assert listed(field=field.pk) == "not_found"
        assert listed(sort_field=field.pk) == "not_found"

    def test_the_values_of_listed_documents_are_one_query(self, api, user, corpus, documents, rent):
        query = f"""{{ corpus(id: "{corpus.pk}") {{ documents(first: %d) {{ edges {{ node {{
            title fieldValues(corpusId: "{corpus.pk}") {{ field {{ name }} values version modifiedBy {{ username }} }}
        }} }} }} }} }}"""
        counts = []
        for number in (1, 4):
            with CaptureQueriesContext(connection) as captured:
                data = api.execute(query % number)
            counts.append(len(captured))
        assert counts[0] == counts[1]
        nodes = [each["node"] for each in data["corpus"]["documents"]["edges"]]
        assert {each["title"]: [value["values"] for value in each["fieldValues"]] for each in nodes} == {
            "Lease 3": [],
            "Lease 2": [["-5"]],
            "Lease 1": [["100"]],
            "Lease 0": [["9"]],
        }


class TestApi:
    def test_fields_are_created_changed_and_deleted(self, api, corpus):
        body = {"name": "Status", "type": "enum", "choices": ["Draft"]}
        created = api.send("POST", f"{V1}/corpuses/{corpus.pk}/fields", body)
        assert created.status_code == 201
        url = created.headers["Location"]
        changed = api.send("PATCH", url, {"choices": ["Draft", "Signed"]}).json()
        assert (changed["choices"], changed["value_count"]) == (["Draft", "Signed"], 0)
        assert api.delete(url).status_code == 204
        assert api.get(f"{V1}/corpuses/{corpus.pk}/fields").json()["results"] == []

    def test_values_are_set_and_listed(self, api, corpus, documents, rent):
        body = {"documents": [str(documents[3].pk)], "values": ["7"], "versions": [""]}
        path = f"{V1}/fields/{rent.pk}/values"
        assert api.send("POST", path, body).json() == {"changed": 1, "ids": [str(documents[3].pk)]}
        assert api.send("POST", path, body | {"values": ["8"]}).json()["error"]["code"] == "edit_conflict"
        assert api.send("POST", path, body | {"versions": []}).json()["error"]["field"] == "versions"
        found = api.get(f"{V1}/corpuses/{corpus.pk}/field-values?document={documents[3].pk}").json()["results"]
        assert [(each["field_name"], each["values"]) for each in found] == [("Rent", ["7"])]
        assert api.get(f"{V1}/fields/{rent.pk}").json()["value_count"] == 4

    def test_values_are_set_in_graphql(self, api, documents, rent):
        query = """mutation ($input: SetFieldValuesInput!) { setFieldValues(input: $input) {
            ids documentField { valueCount } errors { code field } } }"""
        given = {
            "id": to_global_id("DocumentField", str(rent.pk)),
            "documentIds": [to_global_id("Document", str(documents[3].pk))],
            "values": ["7"],
            "versions": [""],
        }
        payload = api.execute(query, {"input": given})["setFieldValues"]
        assert payload == {"ids": given["documentIds"], "documentField": {"valueCount": 4}, "errors": []}
        refused = api.execute(query, {"input": given | {"values": ["8"]}})["setFieldValues"]
        assert [each["code"] for each in refused["errors"]] == ["edit_conflict"]

    def test_the_list_is_exported_with_its_fields(self, api, user, corpus, documents, rent, field_of):
        title = field_of("string", name="title")
        set_field_values(title, documents[:1], ["=1+1"], actor=user)
        path = f"{V1}/corpuses/{corpus.pk}/documents/export?field={rent.pk}&sort_field={rent.pk}"
        response = api.get(path)
        text = response.body.decode("utf-8-sig")
        lines = list(csv.DictReader(io.StringIO(text)))
        assert [(line["title"], line["Rent"], line["title (field)"]) for line in lines] == [
            ("Lease 2", "-5", ""),
            ("Lease 0", "9", "'=1+1"),
            ("Lease 1", "100", ""),
        ]
        assert "attachment" in response.headers["Content-Disposition"]
