"""Mutations that are derived from the methods of REST views accept, refuse and describe what these do."""

from types import SimpleNamespace

import pytest
from graphql import GraphQLNonNull, get_nullable_type

from config.schema import schema
from core.api.graphql.input_fields import declared, name_of
from core.api.graphql.view_mutations import mutations_of_views
from core.api.openapi.operations import operation_of
from core.api.rest.permissions import IsStaff
from core.api.rest.views import ObjectView, change_of
from corpuses.annotations.api.graphql.labels import Label
from corpuses.annotations.api.rest.labels import LabelView
from corpuses.annotations.models import Label as LabelRow
from corpuses.corpora.services import create_corpus
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

CREATE = "mutation ($i: CreateLabelInput!) { createLabel(input: $i) { label { uuid } errors { code message field } } }"
UPDATE = """mutation ($i: UpdateLabelInput!) { updateLabel(input: $i) {
  label { name parentUuid version } errors { code message field version } } }"""
DELETE = "mutation ($i: DeleteLabelInput!) { deleteLabel(input: $i) { deletedId errors { code } } }"


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def label(api, corpus):
    """Create a label, and return its key."""
    return made(api, corpus, "Duty")


def made(api, corpus, name, **fields):
    data = api.graphql(CREATE, {"i": {"corpusId": str(corpus.pk), "name": name, **fields}}).data
    assert data["createLabel"]["errors"] == []
    return data["createLabel"]["label"]["uuid"]


def changed(api, label, **fields):
    return api.graphql(UPDATE, {"i": {"id": label, **fields}}).data["updateLabel"]


def derived_operations():
    """Return the methods of all views from which mutations are derived."""
    nodes = [each.graphene_type for each in schema.graphql_schema.type_map.values() if hasattr(each, "graphene_type")]
    views = {view for node in nodes for view in getattr(node._meta, "views", ())}
    handlers = [getattr(view, name, None) for view in views for name in ("post", "patch", "delete")]
    return {operation_of(each).id: operation_of(each) for each in handlers if change_of(each)}


def test_inputs_have_the_fields_of_the_bodies_and_their_descriptions():
    mutations, operations = schema.graphql_schema.mutation_type.fields, derived_operations()
    known = {"createLabel", "updateLabel", "mergeLabels", "deleteLabel", "createField", "createSavedView"}
    assert known <= operations.keys()
    for name, operation in operations.items():
        assert mutations[name].description.startswith(operation.summary)
        given = {each.out_name: each for each in get_nullable_type(mutations[name].args["input"].type).fields.values()}
        serializer = operation.body or operation.query
        for field_name, field in declared(serializer).items() if serializer else ():
            argument = given[name_of(field_name, field)]
            is_required = field.required and not field.allow_null
            assert isinstance(argument.type, GraphQLNonNull) == is_required, (name, field_name)
            assert argument.description == field.help_text


def test_ids_are_named_by_their_objects():
    body = operation_of(Label._meta.views[2].post).body
    assert issubclass(Label._meta.views[2], ObjectView)
    assert [name_of(name, field) for name, field in declared(body).items()] == ["into_id", "group"]


def test_a_refused_color_says_how_it_is_written(api, label):
    (error,) = changed(api, label, color="red")["errors"]
    assert error["message"] == "Write the color like #0369a1."


@pytest.mark.parametrize(
    "fields", [{"color": "red"}, {"name": "x" * 101}, {"description": "x" * 1001}, {"position": -1}]
)
def test_what_rest_refuses_is_refused_with_the_same_message(api, label, fields):
    (name,) = fields
    refused = api.patch(f"/api/v1/labels/{label}", fields, content_type="application/json").json()["error"]
    (error,) = changed(api, label, **fields)["errors"]
    assert (error["code"], error["message"], error["field"]) == (refused["code"], refused["message"], name)


def test_null_is_a_value_only_where_rest_has_null(api, corpus, label):
    below = made(api, corpus, "Late", parentId=label)
    assert changed(api, below, name=None)["label"] == {
        **changed(api, below)["label"],
        "name": "Late",
        "parentUuid": label,
    }
    assert changed(api, below, parentId=None)["label"]["parentUuid"] is None


def test_an_error_names_the_field_of_the_input(api, corpus, label):
    below = made(api, corpus, "Late", parentId=label)
    (error,) = changed(api, label, parentId=below)["errors"]
    assert (error["code"], error["field"]) == ("label_cycle", "parentId")


def test_the_version_is_compared(api, label):
    version = changed(api, label)["label"]["version"]
    (error,) = changed(api, label, name="Right", version="0" * 16)["errors"]
    assert (error["code"], error["version"]) == ("edit_conflict", version)
    assert changed(api, label, name="Right", version=version)["label"]["name"] == "Right"


def test_an_unknown_object_is_reported_before_an_invalid_field(api, other_api, label):
    (error,) = changed(other_api, label, name="")["errors"]
    assert error["code"] == "not_found"
    (error,) = changed(api, label, name="")["errors"]
    assert (error["code"], error["field"]) == ("invalid", "name")


def test_a_deleted_object_is_named(api, label):
    payload = api.graphql(DELETE, {"i": {"id": label, "permanently": True}}).data["deleteLabel"]
    assert payload["errors"] == []
    assert payload["deletedId"]
    assert not LabelRow.with_deleted.filter(pk=label).exists()


def test_anonymous_users_change_nothing(anonymous_api, label):
    result = anonymous_api.graphql(UPDATE, {"i": {"id": label, "name": ""}})
    assert [error["extensions"]["code"] for error in result.errors] == ["not_authenticated"]


def test_a_view_with_permissions_of_its_own_is_refused():
    class Administrators(IsStaff):
        pass

    class Guarded(LabelView):
        permission_classes = [Administrators]

    node = SimpleNamespace(_meta=SimpleNamespace(views=(Guarded,)))
    with pytest.raises(TypeError, match="Guarded has permissions of its own: write updateLabel by hand"):
        list(mutations_of_views(node))


def test_the_payload_has_the_values_of_the_answer_and_the_object_of_the_url(api, user):
    document = parsed_document(user, "The tenant pays rent.")
    retry = "mutation ($i: RetryDocumentInput!) { retryDocument(input: $i) { job document { state } errors { code } } }"
    payload = api.graphql(retry, {"i": {"id": str(document.pk)}}).data["retryDocument"]
    assert payload["errors"] == []
    assert (payload["document"], bool(payload["job"])) == ({"state": "PROCESSING"}, True)
