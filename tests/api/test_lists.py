"""Filters, orders, counts and pages of lists: the same in REST and in GraphQL."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from graphene.utils.str_converters import to_camel_case
from graphql import get_named_type, is_enum_type
from graphql_relay import to_global_id

from config.schema import schema
from core.api.openapi.pages import openapi_document
from core.api.testing import ApiClient
from corpuses.annotations.labels.services import delete_label
from corpuses.annotations.models import Annotation, Label
from corpuses.models import Corpus
from documents.models import Document
from tests.api.list_pairs import ONLY_GRAPHQL, ONLY_REST, ORDERS, ORDERS_IN_CORPUS, PAIRS, WITHOUT_PAGES
from tests.api.populated import finish_executions, populate
from users.models import User

pytestmark = pytest.mark.django_db

V1, SCHEMA = "/api/v1", schema.graphql_schema
PAGE = {"cursor", "page_size", "count"}


def operation(name):
    methods = (method for path in openapi_document()["paths"].values() for method in path.values())
    return next(each for each in methods if each.get("operationId") == name)


def parameters(name):
    """Return the filters of a REST list by name, as `(type, values)`."""
    query = [each for each in operation(name)["parameters"] if each["in"] == "query"]
    return {each["name"]: each["schema"] for each in query if each["name"] not in PAGE | ONLY_REST.get(name, set())}


def has_filters(arguments):
    return bool(set(arguments) - {"first", "after"})


def arguments(name):
    parent, field = name.split(".")
    args = SCHEMA.type_map[parent].fields[field].args.items()
    return {key: each for key, each in args if has_filters([key]) and not each.deprecation_reason}


def is_key(schema_of_parameter):
    return schema_of_parameter.get("items", schema_of_parameter).get("format") == "uuid"


def graphql_name(name, schema_of_parameter):
    suffix = ("_ids" if schema_of_parameter.get("type") == "array" else "_id") if is_key(schema_of_parameter) else ""
    return to_camel_case(name + suffix)


def enum_values(schema_of_parameter):
    reference = schema_of_parameter.get("$ref") or next(
        (each["$ref"] for each in schema_of_parameter.get("allOf", []) + schema_of_parameter.get("oneOf", [])), ""
    )
    found = openapi_document()["components"]["schemas"][reference.rpartition("/")[2]] if reference else {}
    return set(found.get("enum", schema_of_parameter.get("enum", [])))


@pytest.mark.parametrize("name", PAIRS)
def test_rest_and_graphql_have_the_same_filters_and_orders(name):
    rest, graphql = parameters(name), arguments(PAIRS[name])
    names = {each: graphql_name(each, described) for each, described in rest.items()}
    assert set(names.values()) == set(graphql)
    for each, described in rest.items():
        kind = get_named_type(graphql[names[each]].type)
        assert enum_values(described) == ({value.lower() for value in kind.values} if is_enum_type(kind) else set())
        assert is_key(described) == (kind.name == "ID"), each
        assert (described.get("format") == "date-time") == (kind.name == "DateTime"), each


def test_every_list_with_filters_is_compared():
    lists = {
        each["operationId"]
        for path in openapi_document()["paths"].values()
        for each in path.values()
        if "operationId" in each and {parameter["name"] for parameter in each.get("parameters", [])} >= PAGE
    }
    assert {name for name in lists if parameters(name)} == set(PAIRS)
    connections = {
        f"{kind.name}.{name}"
        for kind in SCHEMA.type_map.values()
        for name, field in (getattr(kind, "fields", None) or {}).items()
        if getattr(field, "args", None)
        and get_named_type(field.type).name.endswith("Connection")
        and has_filters(field.args)
    }
    assert connections == set(PAIRS.values()) - WITHOUT_PAGES | ONLY_GRAPHQL


class Lists:
    """Both APIs, asked for the same list."""

    def __init__(self, api, corpus):
        self.api, self.corpus = api, corpus

    def rest(self, name, **query):
        path = f"corpuses/{self.corpus.pk}/executions" if name == "executions" else name
        given = {key: value if isinstance(value, list) else str(value) for key, value in query.items()}
        response = self.api.get(f"{V1}/{path}", given)
        assert response.status_code == 200, response.body
        return response.json()

    def graphql(self, name, given):
        if name == "executions":
            rows = f"executions{given} {{ totalCount edges {{ cursor node {{ uuid }} }} }}"
            return self.api.execute(f'{{ corpus(id: "{self.corpus.pk}") {{ {rows} }} }}')["corpus"]["executions"]
        return self.api.execute(f"{{ {name}{given} {{ totalCount edges {{ cursor node {{ uuid }} }} }} }}")[name]

    def pages(self, name, **query):
        """Return the ids of all pages, forward, then backward from the last one."""
        forward, backward = [], []
        page = self.rest(name, page_size=2, **query)
        while True:
            forward.append([row["id"] for row in page["results"]])
            if page["next"] is None:
                break
            page = self.api.get(page["next"]).json()
        while True:
            backward.insert(0, [row["id"] for row in page["results"]])
            if page["previous"] is None:
                return forward, backward
            page = self.api.get(page["previous"]).json()

    def graphql_pages(self, name, order):
        ids, after = [], ""
        while True:
            edges = self.graphql(name, f"(orderBy: {order.upper()}, first: 2{after})")["edges"]
            if not edges:
                return ids
            ids += [edge["node"]["uuid"] for edge in edges]
            after = f', after: "{edges[-1]["cursor"]}"'


@pytest.fixture(scope="module")
def populated(module_rows):
    """Create three documents in three corpora, with ties in every order; return the first corpus."""
    corpora = populate(User.objects.create_user("ada", "ada@example.org", "correct horse"), documents=3, corpora=3)
    with unrecorded_changes():
        Document.objects.update(title="Lease", page_count=2, modified=datetime(2026, 11, 20, 8, 0, 0, 123456, UTC))
        Document.objects.filter(pk=Document.objects.latest("pk").pk).update(
            modified=datetime(2026, 11, 20, 8, 0, 0, 123457, UTC)  # later, in the same millisecond
        )
        Corpus.objects.update(title="Leases", modified=datetime(2026, 11, 20, tzinfo=UTC))
        Annotation.objects.update(modified=datetime(2026, 11, 20, tzinfo=UTC))
    return corpora[0]


@pytest.fixture
def user(db, populated):
    return User.objects.get(pk=populated.owner_id)


@pytest.fixture
def corpus(db, populated):
    return Corpus.objects.get(pk=populated.pk)


@pytest.fixture
def lists(api, corpus):
    return Lists(api, corpus)


class unrecorded_changes:  # noqa: N801  # used like a function
    """Switch the triggers off that set `modified`."""

    TRIGGERS = {"documents_document": "document", "corpuses_corpus": "corpus", "corpuses_annotation": "annotation"}

    def __enter__(self):
        self.switch("disable")

    def __exit__(self, *_):
        self.switch("enable")

    def switch(self, how):
        with connection.cursor() as cursor:
            cursor.execute("set constraints all immediate")
            for table, name in self.TRIGGERS.items():
                cursor.execute(f"alter table {table} {how} trigger {name}_modified")


@pytest.mark.parametrize(("name", "order"), [(name, order) for name, orders in ORDERS.items() for order in orders])
def test_paging_returns_each_row_once_in_every_order(lists, name, order):
    # proves: S3-6
    whole = [row["id"] for row in lists.rest(name, order_by=order, page_size=200)["results"]]
    forward, backward = lists.pages(name, order_by=order)
    assert len(whole) == len(set(whole)) > 2
    assert [key for page in forward for key in page] == whole
    assert backward == forward
    assert lists.graphql_pages(name, order) == whole


def test_the_orders_of_the_tests_are_those_of_the_lists():
    operations = {"documents": "listDocuments", "corpuses": "listCorpora", "annotations": "listAnnotations"}
    for name, orders in ORDERS.items():
        listed = operations.get(name, f"list{name.capitalize()}")
        assert enum_values(parameters(listed)["order_by"]) == {*orders, *ORDERS_IN_CORPUS.get(name, [])}


def test_cursors_have_all_digits_of_a_time(api, user, corpus):
    # proves: S3-6
    for number in range(4):
        label = Label.objects.create(corpus=corpus, name=f"Label {number}", color="#2f7fc4")
        delete_label(label, actor=user)
        deleted_at = datetime(2026, 11, 20, 8, 0, 0, 123450 + number, UTC)  # in one millisecond
        Label.with_deleted.filter(pk=label.pk).update(deleted_at=deleted_at)
    pages, _ = Lists(api, corpus).pages("bin", kind="label")
    assert [len(page) for page in pages] == [2, 2]
    query = "{ bin(first: 2%s) { edges { cursor node { uuid } } } }"
    first = api.execute(query % "")["bin"]["edges"]
    second = api.execute(query % f', after: "{first[1]["cursor"]}"')["bin"]["edges"]
    assert [edge["node"]["uuid"] for edge in first + second] == [key for page in pages for key in page]


def test_a_cursor_of_another_order_is_refused(lists):
    page = lists.rest("documents", page_size=2, order_by="newest")
    response = lists.api.get(page["next"].replace("order_by=newest", "order_by=oldest"))
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_cursor")


class TestFilters:
    """Each filter, in both APIs."""

    def ids(self, lists, name, rest, graphql):
        given = ", ".join(f"{key}: {value}" for key, value in graphql.items())
        found = [row["id"] for row in lists.rest(name, **rest, order_by="oldest")["results"]]
        edges = lists.graphql(name, f"({given}, orderBy: OLDEST)")["edges"]
        assert [edge["node"]["uuid"] for edge in edges] == found
        return found

    @pytest.fixture
    def documents(self, lists):
        rows = list(Document.objects.order_by("pk"))
        start = datetime(2026, 1, 1, tzinfo=UTC)
        with unrecorded_changes():
            for number, row in enumerate(rows):
                times = {"created": start + timedelta(days=number), "modified": start + timedelta(days=number + 10)}
                Document.objects.filter(pk=row.pk).update(title=f"Number {number}", **times)
            Document.objects.filter(pk=rows[0].pk).update(language="de", mime_type="text/csv", state="partial")
        return rows

    @pytest.mark.parametrize(
        ("rest", "graphql", "expected"),
        [
            ({"search": "number 1"}, {"search": '"number 1"'}, [1]),
            ({"state": "partial"}, {"state": "PARTIAL"}, [0]),
            ({"type": "csv"}, {"type": '"csv"'}, [0]),
            ({"type": ".PDF"}, {"type": '".PDF"'}, [1, 2]),
            ({"type": "application/pdf"}, {"type": '"application/pdf"'}, [1, 2]),
            ({"language": "DE"}, {"language": '"DE"'}, [0]),
            ({"created_after": "2026-01-02"}, {"createdAfter": '"2026-01-02T00:00:00Z"'}, [1, 2]),
            ({"created_before": "2026-01-02T00:00:00Z"}, {"createdBefore": '"2026-01-02T00:00:00Z"'}, [0]),
            ({"modified_after": "2026-01-13"}, {"modifiedAfter": '"2026-01-13T00:00:00"'}, [2]),
            ({"modified_before": "2026-01-12"}, {"modifiedBefore": '"2026-01-12T00:00:00Z"'}, [0]),
            ({"is_attachment": "true"}, {"isAttachment": "true"}, []),
            ({"scope": "shared"}, {"scope": "SHARED"}, []),
        ],
    )
    def test_documents(self, lists, documents, rest, graphql, expected):
        found = self.ids(lists, "documents", rest, graphql)
        assert found == [str(documents[number].pk) for number in expected]

    def test_documents_of_a_corpus_a_folder_an_owner_and_a_label(self, lists, documents, user, other_user):
        annotation = Annotation.objects.filter(corpus=lists.corpus, document=documents[1]).get()
        Annotation.objects.filter(label=annotation.label_id).exclude(pk=annotation.pk).delete()
        folder = lists.corpus.folders.create(name="F", path="F")
        lists.corpus.memberships.filter(document=documents[2]).update(folder=folder)
        label, corpus = annotation.label_id, lists.corpus.pk
        cases = [
            ({"label": label}, {"labelId": f'"{to_global_id("Label", str(label))}"'}, [1]),
            ({"corpus": corpus, "folder": folder.pk}, {"corpusId": f'"{corpus}"', "folderId": f'"{folder.pk}"'}, [2]),
            ({"owner": user.pk}, {"ownerId": f'"{to_global_id("User", str(user.pk))}"'}, [0, 1, 2]),
            ({"owner": other_user.pk}, {"ownerId": f'"{other_user.pk}"'}, []),
        ]
        for rest, graphql, expected in cases:
            assert self.ids(lists, "documents", rest, graphql) == [str(documents[each].pk) for each in expected], rest
        nested = lists.api.get(f"{V1}/corpuses/{corpus}/documents", {"label": str(label)}).json()["results"]
        assert [each["id"] for each in nested] == [str(documents[1].pk)]

    def test_corpora(self, lists, user, other_user):
        corpora = [str(each.pk) for each in Corpus.objects.filter(is_personal=False).order_by("pk")]
        Corpus.objects.filter(pk=corpora[1]).update(title="Changed")
        after = '"2026-11-21T00:00:00Z"'
        changed = self.ids(lists, "corpuses", {"modified_after": "2026-11-21"}, {"modifiedAfter": after})
        assert {corpora[0], corpora[1]} & set(changed) == {corpora[1]}
        assert self.ids(lists, "corpuses", {"owner": other_user.pk}, {"ownerId": f'"{other_user.pk}"'}) == []
        assert set(corpora) <= set(self.ids(lists, "corpuses", {"owner": user.pk}, {"ownerId": f'"{user.pk}"'}))

    def test_annotations(self, lists, user, other_user):
        rows = Annotation.objects.order_by("pk")
        machine = rows[0]
        with unrecorded_changes():
            created = datetime(2026, 1, 1, tzinfo=UTC)
            rows.filter(pk=machine.pk).update(source="agent", creator=None, created=created, note="A zebra")
        for rest, graphql in (
            ({"source": "agent", "review": "pending"}, {"source": "AGENT", "review": "PENDING"}),
            ({"created_before": "2026-01-02"}, {"createdBefore": '"2026-01-02T00:00:00Z"'}),
            ({"search": "ZEBRA"}, {"search": '"ZEBRA"'}),
        ):
            assert self.ids(lists, "annotations", rest, graphql) == [str(machine.pk)]
        mine = self.ids(lists, "annotations", {"creator": user.pk}, {"creatorId": f'"{user.pk}"'})
        assert mine == [str(each.pk) for each in rows[1:]]
        assert self.ids(lists, "annotations", {"creator": other_user.pk}, {"creatorId": f'"{other_user.pk}"'}) == []

    def test_executions(self, lists):
        finish_executions(lists.corpus)
        document = lists.corpus.documents.first()
        state = self.ids(lists, "executions", {"state": "success"}, {"state": "SUCCESS"})
        of_document = {"document": document.pk}, {"documentId": f'"{document.pk}"'}
        assert len(self.ids(lists, "executions", *of_document)) == len(state) / 3 > 0
        before = {"created_before": "2026-01-02"}, {"createdBefore": '"2026-01-02T00:00:00Z"'}
        assert self.ids(lists, "executions", *before) == []

    def test_jobs(self, lists, user):
        everything = self.ids(lists, "jobs", {"status": "queued"}, {"status": "QUEUED"})
        assert len(everything) > 0
        assert self.ids(lists, "jobs", {"owner": user.pk}, {"ownerId": f'"{user.pk}"'})
        for name, argument in (("created_before", "createdBefore"), ("modified_before", "modifiedBefore")):
            assert self.ids(lists, "jobs", {name: "2026-01-01"}, {argument: '"2026-01-01T00:00:00Z"'}) == []


@pytest.mark.parametrize("table", ["documents_document", "corpuses_corpus", "corpuses_annotation"])
def test_every_change_of_a_row_sets_the_time(lists, table):
    with connection.cursor() as cursor:
        cursor.execute(f"update {table} set created = created")
        cursor.execute(f"select bool_and(modified > now() - interval '1 minute') from {table}")
        assert cursor.fetchone() == (True,)


def test_a_change_returns_its_time(api, corpus):
    change = f'mutation {{ updateCorpus(input: {{id: "{corpus.pk}", title: "New"}}) {{ corpus {{ modified }} }} }}'
    returned = api.execute(change)["updateCorpus"]["corpus"]["modified"]
    corpus.refresh_from_db()
    assert datetime.fromisoformat(returned) == corpus.modified


@pytest.mark.parametrize("name", ORDERS)
def test_rows_are_counted_on_request_only(lists, name):
    def counted(**query):
        with CaptureQueriesContext(connection) as captured:
            body = lists.rest(name, page_size=1, **query)
        return body, len(captured)

    (plain, without), (body, queries) = counted(), counted(count="true")
    assert "total_count" not in plain
    assert body["total_count"] == len(lists.rest(name, page_size=200)["results"])
    assert queries == without + 1
    assert lists.rest(name, count="false") == lists.rest(name)


def test_filters_and_count_need_as_many_queries_for_many_rows_as_for_few(user, settings):
    # proves: S3-32
    settings.GRAPHQL_MAX_COST = 10**9
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.refresh_from_db()
    lists, counts = Lists(ApiClient(user), populate(user, documents=2)[0]), []
    since = {"created_after": "2020-01-01", "modified_after": "2020-01-01", "count": "true"}
    queries = {
        "documents": {**since, "type": "pdf", "search": "Doc", "state": "ready", "owner": user.pk, "order_by": "title"},
        "corpuses": {**since, "search": "Leases", "owner": user.pk, "order_by": "title"},
        "annotations": {**since, "source": "human", "page": 1, "creator": user.pk, "order_by": "modified"},
        "executions": {"created_after": "2020-01-01", "state": "queued", "order_by": "oldest", "count": "true"},
        "jobs": {**since, "status": "queued", "owner": user.pk, "everyone": "true", "order_by": "oldest"},
    }
    label = Annotation.objects.filter(corpus=lists.corpus).first().label_id
    queries["documents"] |= {"corpus": lists.corpus.pk, "label": label}
    for documents in (0, 6):
        populate(user, documents=documents, corpora=documents)
        counts.append({})
        for name, query in queries.items():
            with CaptureQueriesContext(connection) as captured:
                assert lists.rest(name, **query)["total_count"] > 0, name
            counts[-1][name] = len(captured)
    assert counts[0] == counts[1]
    assert max(counts[0].values()) <= 12, counts


def test_a_filter_reveals_nothing_that_is_not_visible(lists, other_api):
    label = Annotation.objects.first().label_id
    for query in ({"label": label}, {"corpus": lists.corpus.pk}, {"parent": Document.objects.first().pk}):
        response = other_api.get(f"{V1}/documents", query)
        assert (response.status_code, response.json()["error"]["code"]) == (404, "not_found")
    found = other_api.get(f"{V1}/documents", {"owner": lists.corpus.owner_id, "count": "true"}).json()
    assert found["total_count"] == 0
