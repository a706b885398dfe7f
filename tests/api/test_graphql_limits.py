"""GraphQL refuses queries over its limits before they run, and reveals no internal details."""

import time

import pytest
from django.db import connection
from graphql import OperationDefinitionNode, get_introspection_query, parse

from config.schema import schema
from core.api.graphql.limits import Measure

pytestmark = pytest.mark.django_db


def measure(query, **variables):
    document = parse(query)
    (operation, *_) = [each for each in document.definitions if isinstance(each, OperationDefinitionNode)]
    return Measure(schema.graphql_schema, document, variables).operation(operation)


def nested(levels):
    """Return a query of this depth: corpuses, edges, node, then documents and corpuses in turn."""
    query = "id"
    names: list[str] = []
    while len(names) < levels - 1:
        names += (
            ["corpuses(first: 1)", "edges", "node"]
            if not names
            else ["documents(first: 1)", "edges", "node", "corpuses"]
        )
    for name in reversed(names[: levels - 1]):
        query = f"{name} {{ {query} }}"
    return f"{{ {query} }}"


@pytest.mark.parametrize(
    ("query", "cost"),
    [
        ("{ me { id username } }", 1),  # scalars cost nothing
        ("{ documents { totalCount } }", 1),  # no rows are returned
        ("{ documents { edges { node { id } } } }", 1 + 50),  # the default page
        ("{ documents(first: 7) { edges { node { id } } } }", 1 + 7),
        ('{ findInDocument(documentId: "1", limit: 500) { matches { spans { page } } } }', 1 + 500 * (1 + 10) + 1_000),
        ("{ documents(first: 7) { edges { node { pages(first: 3) { edges { node { id } } } } } } }", 1 + 7 * 5),
        ("{ documents(first: 7) { edges { node { jobs { id } } } } }", 1 + 7 * (1 + 10)),  # lists without a length
        ("{ documents(first: 7) { ...D } } fragment D on DocumentConnection { edges { node { id } } }", 1 + 7),
        (("{ a: documents(first: 7) { ...D } b: documents(first: 3) { ...D } } "
         "fragment D on DocumentConnection { edges { node { id } } }"), 1 + 7 + 1 + 3),
        ('{ searchCorpus(corpusId: "", query: "", limit: 5) { page } }', 1000 + 5),
        ("{ ... on Query { me { id } } }", 1),
        ("{ nothing { of { this } } }", 2),  # is measured before its validation fails
    ],
)  # fmt: skip
def test_the_cost_of_a_query(query, cost):
    # proves: V4.3.1
    assert measure(query).cost == cost


def test_the_page_size_may_be_a_variable():
    query = "query ($n: Int) { documents(first: $n) { edges { node { id } } } }"
    assert measure(query, n=200).cost == 201
    assert measure(query).cost == 51
    assert measure(query, n="many").cost == 11
    assert measure(query, n=200.0).cost == 201  # GraphQL accepts it as an integer
    assert measure(query, n=None).cost == 51
    assert measure("query ($n: Int = 200) { documents(first: $n) { edges { node { id } } } }").cost == 201


@pytest.mark.parametrize("levels", [1, 4, 12])
def test_the_depth_of_a_query(levels):
    assert measure(nested(levels)).depth == levels


def test_the_depth_is_limited(api, settings):
    # proves: V4.3.1
    assert settings.GRAPHQL_MAX_DEPTH == 12
    assert api.graphql(nested(12)).codes == []
    assert api.graphql(nested(13)).codes == ["query_too_deep"]


def repeated(times):
    return "{ " + " ".join(f"a{number}: me {{ id }}" for number in range(times)) + " }"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (nested(40), "query_too_deep"),
        ("{ documents(first: 200) { edges { node { pages(first: 200) { totalCount edges { node { id } } } } } } }",
         "query_too_costly"),
        (repeated(31), "too_many_aliases"),
        (("{ documents(first: 200) { ...A } } "
         "fragment A on DocumentConnection { edges { node { corpuses { ...B } } } } "
         "fragment B on Corpus { documents(first: 200) { edges { node { id } } } }"), "query_too_costly"),
        ("{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }", "invalid_query"),  # a cycle
        ("{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }", "query_too_deep"),
        ("{" * 5000, "invalid_query"),  # the parser's own limit
        ("{ a " * 150 + "}" * 150, "query_too_deep"),
        ("{ me { " + "id " * 2000 + "} }", "invalid_query"),  # too many tokens
        ("#" * 200_000, "invalid_query"),
        ("", "invalid_query"),
        ("{ me { id }", "invalid_query"),
        ("{ secrets }", "invalid_query"),
        ("mutation { me { id } }", "invalid_query"),
        ('mutation { createSavedView(input: {kind: DOCUMENTS, name: "A", query: "{"}) { savedView { id } } }',
         "invalid_query"),  # no JSON
        ('mutation { createSavedView(input: {kind: DOCUMENTS, name: "A", query: "null"}) { savedView { id } } }',
         "invalid_query"),
        ("query A { me { id } } query B { me { id } }", "invalid_query"),  # ambiguous
        ("subscription { me { id } }", "invalid_query"),
        ('{ document(id: "a\\u0000b") { id } }', "invalid_text"),
    ],
)  # fmt: skip
def test_harmful_and_invalid_queries_are_refused_before_they_run(api, django_assert_num_queries, query, code):
    # proves: V4.3.1
    start = time.monotonic()
    with django_assert_num_queries(2):  # session and user
        response = api.graphql(query)
    assert response.status == 400
    assert code in response.codes
    assert time.monotonic() - start < 20


def test_each_fragment_is_measured_once(api):
    fragments = " ".join(f"fragment F{number} on User {{ ...F{number + 1} ...F{number + 1} }}" for number in range(60))
    start = time.monotonic()
    response = api.graphql("{ me { ...F0 } } " + fragments + " fragment F60 on User { id }")
    assert response.codes == []
    assert time.monotonic() - start < 20


def test_long_chains_of_fragments_do_not_crash(api):
    fragments = " ".join(f"fragment F{number} on User {{ ...F{number + 1} }}" for number in range(100))
    assert api.graphql("{ me { ...F0 } } " + fragments + " fragment F100 on User { id }").status in {200, 400}


def test_batches_are_refused(api):
    # proves: V4.3.1
    response = api.send("POST", "/graphql/", [{"query": "{ me { id } }"}] * 3)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "batch_refused")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"query": 7},
        {"query": None},
        {"query": "{ me { id } }", "variables": []},
        {"query": "{ me { id } }", "extensions": [None]},
        {"query": "{ me { id } }", "variables": "x"},
        {"query": "{ me { id } }", "operationName": 7},
        "query",
        7,
    ],
)
def test_an_invalid_body_is_refused(api, body):
    response = api.send("POST", "/graphql/", body)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "malformed_request")


def test_only_json_is_accepted(api):
    response = api.post("/graphql/", data=b"{ me { id } }", content_type="application/graphql")
    assert (response.status_code, response.json()["error"]["code"]) == (415, "unsupported_media_type")


def test_text_that_cannot_be_stored_is_refused(api):
    query = "query ($q: String) { documents(search: $q) { totalCount } }"
    response = api.send("POST", "/graphql/", {"query": query, "variables": {"q": "a\x00"}})
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_text")


def test_the_page_size_is_limited(api):
    assert api.graphql("{ documents(first: 200) { totalCount } }").codes == []
    assert api.graphql("{ documents(first: 201) { totalCount } }").codes == ["page_too_large"]
    assert api.graphql("{ documents(first: -1) { totalCount } }").codes == ["invalid"]
    assert api.graphql("{ annotations(first: 1000) { totalCount } }").codes == []
    assert api.graphql("{ annotations(first: 1001) { totalCount } }").codes == ["page_too_large"]


@pytest.mark.parametrize(
    "cursor", ["x", "bnVsbA==", "W10=", "WyJ4Il0=", "W251bGxd", "WzFlOTk5XQ==", "WyJ4IiwieSIsInoiXQ==", "é"]
)
def test_an_invalid_cursor_is_refused(api, cursor):
    response = api.graphql("query ($a: String) { documents(after: $a) { totalCount edges { cursor } } }", {"a": cursor})
    assert response.codes == ["invalid_cursor"]


def test_introspection_can_be_disabled(api, settings):
    # proves: V4.3.2
    settings.GRAPHQL_INTROSPECTION = True
    assert api.graphql(get_introspection_query()).codes == []
    settings.GRAPHQL_INTROSPECTION = False
    assert set(api.graphql(get_introspection_query()).codes) == {"invalid_query"}


def test_anonymous_user_may_only_query_me(anonymous_api):
    assert anonymous_api.execute("{ me { id } }") == {"me": None}
    for query in (
        "documents { totalCount }",
        "corpuses { totalCount }",
        'node(id: "x") { id }',
        'corpus(id: "x") { id }',
    ):
        response = anonymous_api.graphql(f"{{ {query} }}")
        assert response.codes == ["not_authenticated"]


def test_errors_contain_the_request_id(api):
    response = api.send("POST", "/graphql/", {"query": "{ nothing }"}, **{"X-Request-ID": "mine"})
    (error,) = response.json()["errors"]
    assert error["extensions"] == {"code": "invalid_query", "request_id": "mine"}


def test_internal_error_reveals_no_details_and_is_logged(api, caplog):
    def fail(execute, sql, *rest):
        if "documents_document" in sql:
            raise ZeroDivisionError("secret detail")
        return execute(sql, *rest)

    with connection.execute_wrapper(fail):
        response = api.graphql("{ me { username } documents { totalCount } }")
    assert (response.status, response.codes) == (200, ["internal_error"])
    assert "secret" not in str(response)
    assert "secret detail" in caplog.text


def test_signed_in_users_get_an_editor(api, anonymous_api):
    browser = {"Accept": "text/html,*/*;q=0.8"}
    assert 'id="root"' in api.get("/graphql/", headers=browser).content.decode()
    assert anonymous_api.get("/graphql/", headers=browser)["Location"] == "/login?next=/graphql/"
    assert api.get("/graphql/").status_code == 405
