"""The permission matrix: every operation as every actor, compared with tables that were written by hand.

An operation that is missing in the tables fails, and so does a row of an operation that no longer exists. Add a row to
`rest_table.TABLE` or `graphql_table.QUERIES`/`MUTATIONS` with a cell per actor as the rules demand, and a body where
the example of the API reference does not fit. `world.build` creates the objects that URLs contain.

Every operation runs twice: with `SAMPLE`, some of the actors, and (marked `full`) with all the others. The answers are
kept, and what REST and GraphQL decide about the same object is compared (ADR 0029).
"""

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from django.db import transaction
from graphql_relay import to_global_id

from benchmarks import security
from tests.permissions import counterparts, graphql_table, rest_requests, rest_table
from tests.permissions.operations import graphql_operations, node_types, other_addresses, rest_operations
from tests.permissions.other_urls import OTHER_URLS
from tests.permissions.sending import NUMBERS, by_graphql, by_rest, filled
from tests.permissions.world import ACTORS, PRIVATE, SECRET, WITHOUT_ACCESS, World

pytestmark = pytest.mark.django_db

COUNTS: Counter[str] = Counter()
# Statuses and bodies by operation and actor: an operation that several tests send is sent once.
ANSWERS: dict[tuple[str, str], tuple[str, bytes]] = {}
SAMPLE = ("outsider", "viewer", "link_holder", "user_of_public", "anonymous_of_public")
OTHERS = tuple(actor for actor in ACTORS if actor not in SAMPLE)
_CODES = {number: code for code, number in NUMBERS.items()}
_ID = re.compile(r"\b(\w+):([0-9a-f-]{36})")
_MISSING = "Write a row by hand into tests/permissions/{}; see the docstring of test_matrix.py. Missing: {}"

by_actors = pytest.mark.parametrize(
    "actors", [pytest.param(SAMPLE, id="sample"), pytest.param(OTHERS, id="others", marks=pytest.mark.full)]
)


@pytest.fixture(scope="module", autouse=True)
def _results():
    yield
    if path := os.environ.get("SECURITY_RESULTS"):
        security.update(Path(path), matrix_cells=COUNTS["cells"], leaks=COUNTS["leaks"])


def test_the_tables_contain_every_operation_and_no_other():
    # proves: S3-22 T-10
    known = set(rest_table.TABLE)
    existing = set(rest_operations())
    assert existing - known == set(), _MISSING.format("rest_table.py", sorted(existing - known))
    assert known - existing == set(), "These rows are for operations that no longer exist; delete them."
    assert set(rest_requests.BODIES) | set(rest_requests.HEADERS) <= known
    assert other_addresses() == set(OTHER_URLS), "Add the reason to other_urls.py."
    written = {f"query {name}" for name in graphql_table.QUERIES}
    written |= {f"mutation {name}" for name in graphql_table.MUTATIONS}
    fields = graphql_operations()
    assert fields - written == set(), _MISSING.format("graphql_table.py", sorted(fields - written))
    assert written - fields == set(), "These rows are for operations that no longer exist; delete them."
    assert set(graphql_table.NODES) == node_types(), "`node` returns other types than those in graphql_table.NODES."


def test_rows_have_a_cell_for_every_actor():
    rows = [*rest_table.TABLE.values()]
    rows += [row for *_, row in (*graphql_table.QUERIES.values(), *graphql_table.NODES.values())]
    rows += [row for _, row in graphql_table.MUTATIONS.values()]
    assert [row for row in rows if len(row.split()) != len(ACTORS)] == []


@by_actors
@pytest.mark.parametrize("operation", rest_table.TABLE)
def test_rest(world, operation, actors):
    # proves: S3-8 S3-22
    row = rest_table.TABLE[operation]
    check(world, actors, row, operation, lambda client: by_rest(world, client, operation))


@by_actors
@pytest.mark.parametrize("name", graphql_table.QUERIES)
def test_graphql_queries(world, name, actors):
    # proves: S3-8 S3-22
    query, line = graphql_table.QUERIES[name]
    text = world.named("{{ " + query + " }}").replace("{{", "{").replace("}}", "}")
    check(world, actors, line, text, lambda client: by_graphql(client, text, {}))


@by_actors
@pytest.mark.parametrize("kind", sorted(node_types()))
def test_graphql_nodes(world, kind, actors):
    # proves: S3-8 S3-22
    name, field, line = graphql_table.NODES[kind]
    query = f"query ($id: ID!) {{ node(id: $id) {{ ... on {kind} {{ {field} }} }} }}"
    variables = {"id": to_global_id(kind, world.names[name])}
    check(world, actors, line, query, lambda client: by_graphql(client, query, variables))


@by_actors
@pytest.mark.parametrize("name", graphql_table.MUTATIONS)
def test_graphql_mutations(world, name, actors):
    # proves: S3-22
    query, variables = _mutation(world, name)
    line = graphql_table.MUTATIONS[name][1]
    check(world, actors, line, query, lambda client: by_graphql(client, query, variables))


def test_every_operation_of_rest_has_a_counterpart_or_a_reason():
    compared = {operation.split("?")[0] for operation in counterparts.COUNTERPARTS}
    below = tuple(counterparts.ONLY_REST_BELOW)
    only_rest = {each for each in set(rest_operations()) - compared if each.split(" ")[1].startswith(below)}
    assert set(rest_operations()) == compared | set(counterparts.ONLY_REST) | only_rest
    assert compared & set(counterparts.ONLY_REST) == set()
    mutations = {f"mutation {name}" for name in graphql_table.MUTATIONS}
    # REST deletes and discards them one by one.
    one_by_one = {"mutation deleteDocuments", "mutation discardDeadLetters"}
    assert mutations - set(counterparts.COUNTERPARTS.values()) == one_by_one
    queries = {name.removeprefix("query ") for name in graphql_operations() if name.startswith("query ")}
    named = {query.split("(")[0].split(" ")[0] for query in counterparts.COUNTERPARTS.values()}
    # Part of what REST returns with a list.
    part = {"analyzerProblems"}
    assert queries - named == {"me", "jobKinds", "failureGroups", "storedFiles"} | part


@by_actors
@pytest.mark.parametrize("operation", counterparts.COUNTERPARTS)
def test_rest_and_graphql_decide_alike(world, operation, actors):
    # proves: S3-22
    query, variables = _counterpart(world, counterparts.COUNTERPARTS[operation])
    is_reading = operation.startswith("GET ")
    rest, graphql = {}, {}
    for actor in actors:
        status, body = answer(world, operation, actor, lambda client: by_rest(world, client, operation))
        code = json.loads(body)["error"]["code"] if status[0] in "45" else ""
        rest[actor] = _decision(code, is_reading and SECRET.encode() in body)
        status, body = answer(world, query, actor, lambda client: by_graphql(client, query, variables))
        graphql[actor] = _decision(_CODES.get(status, ""), is_reading and SECRET.encode() in body)
    assert rest == graphql


def _counterpart(world, counterpart):
    if counterpart.startswith("mutation "):
        return _mutation(world, counterpart.removeprefix("mutation "))
    query = _ID.sub(lambda found: to_global_id(*found.groups()), world.named(counterpart))
    return f"{{ {query} }}", {}


def _mutation(world, name):
    kind = name[0].upper() + name[1:]
    query = f"mutation ($input: {kind}Input!) {{ {name}(input: $input) {{ errors {{ code message }} }} }}"
    return query, {"input": filled(world, graphql_table.MUTATIONS[name][0])}


def _decision(code, has_secret):
    """Return how access was refused, or else "allowed", with a star if the response contains data of the owner.

    A conflict with the state of an object, or a wrong password, is not a refusal.
    """
    return code if code in NUMBERS else f"allowed{'*' * has_secret}"


def answer(world: World, operation: str, actor: str, send) -> tuple[str, bytes]:
    """Send an operation as an actor, and roll it back; return the status and the body."""
    if (operation, actor) not in ANSWERS:
        with transaction.atomic():
            ANSWERS[operation, actor] = send(world.client(actor))
            transaction.set_rollback(True)
    return ANSWERS[operation, actor]


def check(world: World, actors: tuple[str, ...], row: str, operation: str, send) -> None:
    """Send an operation as each actor, and compare the results with the row."""
    expected = {actor: cell for actor, cell in zip(ACTORS, row.split(), strict=True) if actor in actors}
    results, leaks = {}, []
    for actor, cell in expected.items():
        status, body = answer(world, operation, actor, send)
        has_secret = SECRET.encode() in body
        COUNTS["cells"] += 1
        mark = cell[3:] if has_secret == cell.endswith("*") else ""
        results[actor] = f"{status}{mark}" if cell[-1] in "*-" else status
        may_have_none = actor in WITHOUT_ACCESS or cell[0] == "4" or cell.endswith("-")
        is_leak = has_secret and not cell.endswith("*") and may_have_none
        if is_leak or (PRIVATE.encode() in body and actor not in {"owner", "admin"}):
            COUNTS["leaks"] += 1
            leaks.append((actor, body[:300]))
    assert leaks == []
    assert results == expected
