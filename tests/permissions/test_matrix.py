"""The matrix: every operation, as everybody, against what people wrote down; and nobody sees what is not theirs.

An operation that the tables do not know fails, and so does a line for an operation that is gone. To extend it: add a
line to `rest_table.TABLE` or `graphql_table.QUERIES`/`MUTATIONS` with the eight answers that the rules demand, and a
body where the example of the API's reference does not fit. What an address names, `world.build` has to make.
"""

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from graphql_relay import to_global_id

from core.api.openapi.operations import operation_of
from core.api.testing import ApiClient
from tests.permissions import graphql_table, rest_table
from tests.permissions.operations import graphql_operations, node_types, other_addresses, rest_operations
from tests.permissions.world import ACTORS, OUTSIDERS, SECRET, World, build

pytestmark = pytest.mark.django_db

NUMBERS = {"not_authenticated": "401", "not_allowed": "403", "not_found": "404"}
COUNTS: Counter[str] = Counter()
_HOW = "Write the eight cells by hand into tests/permissions/{}; the docstring of test_matrix.py says how. Missing: {}"


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Made once; every cell is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}
    settings.REGISTRATION = "closed"


@pytest.fixture(scope="module", autouse=True)
def _results():
    yield
    if path := os.environ.get("MATRIX_RESULTS"):
        Path(path).write_text(json.dumps({"matrix_cells": COUNTS["cells"], "leaks": COUNTS["leaks"]}) + "\n")


def test_the_tables_contain_every_operation_and_no_other():
    # proves: S3-22 T-10
    known = set(rest_table.TABLE)
    there = set(rest_operations())
    assert there - known == set(), _HOW.format("rest_table.py", sorted(there - known))
    assert known - there == set(), "These lines are for operations that are gone; delete them."
    assert set(rest_table.BODIES) | set(rest_table.HEADERS) <= known
    assert other_addresses() == set(rest_table.OTHERS), "Say in rest_table.OTHERS why an address is no operation."
    written = {f"query {name}" for name in graphql_table.QUERIES}
    written |= {f"mutation {name}" for name in graphql_table.MUTATIONS}
    fields = graphql_operations()
    assert fields - written == set(), _HOW.format("graphql_table.py", sorted(fields - written))
    assert written - fields == set(), "These lines are for operations that are gone; delete them."
    assert set(graphql_table.NODES) == node_types(), "`node` gives other types than graphql_table.NODES knows."


@pytest.mark.parametrize("line", [*rest_table.TABLE.values(), *[c for _, c in graphql_table.QUERIES.values()]])
def test_rows_have_a_cell_for_every_actor(line):
    assert len(line.split()) == len(ACTORS)


@pytest.mark.parametrize("operation", rest_table.TABLE)
def test_rest(world, operation):
    # proves: S3-8 S3-22
    judge(world, rest_table.TABLE[operation], lambda client: by_rest(world, client, operation))


@pytest.mark.parametrize("name", graphql_table.QUERIES)
def test_graphql_queries(world, name):
    # proves: S3-8 S3-22
    query, line = graphql_table.QUERIES[name]
    text = world.named("{{ " + query + " }}").replace("{{", "{").replace("}}", "}")
    judge(world, line, lambda client: by_graphql(client, text, {}))


@pytest.mark.parametrize("kind", sorted(node_types()))
def test_graphql_nodes(world, kind):
    # proves: S3-8 S3-22
    name, field, line = graphql_table.NODES[kind]
    query = f"query ($id: ID!) {{ node(id: $id) {{ ... on {kind} {{ {field} }} }} }}"
    judge(world, line, lambda client: by_graphql(client, query, {"id": to_global_id(kind, world.names[name])}))


@pytest.mark.parametrize("name", graphql_table.MUTATIONS)
def test_graphql_mutations(world, name):
    # proves: S3-22
    values, line = graphql_table.MUTATIONS[name]
    kind = name[0].upper() + name[1:]
    query = f"mutation ($input: {kind}Input!) {{ {name}(input: $input) {{ errors {{ code message }} }} }}"
    judge(world, line, lambda client: by_graphql(client, query, {"input": filled(world, values)}))


def judge(world: World, line: str, ask) -> None:
    """Ask as everybody, take it back each time, and compare with the line."""
    answers, leaks = [], []
    for actor, cell in zip(ACTORS, line.split(), strict=True):
        with transaction.atomic():
            status, body = ask(world.client(actor))
            transaction.set_rollback(True)
        shows = SECRET.encode() in body
        COUNTS["cells"] += 1
        answers.append(f"{status}*" if shows and cell.endswith("*") else status)
        if shows and not cell.endswith("*") and (actor in OUTSIDERS or cell[0] == "4"):
            COUNTS["leaks"] += 1
            leaks.append((actor, body[:300]))
    assert leaks == []
    told = "  ".join(f"{actor} {answer}" for actor, answer in zip(ACTORS, answers, strict=True))
    assert answers == line.split(), f"answered: {told}"


def by_rest(world: World, client: ApiClient, operation: str) -> tuple[str, bytes]:
    method, address = operation.split(" ")
    path = address
    for name, other in rest_table.PLACES.get(address, {}).items():
        path = path.replace(f"{{{name}}}", f"{{{other}}}")
    path = "/" + world.named(path + rest_table.QUERIES.get(operation, ""))
    if address.endswith(("/file", "/pdf")):
        world.store_bytes()
    headers = rest_table.HEADERS.get(operation, {})
    if "Content-Type" in headers:
        kind = headers["Content-Type"]
        answer = client.generic(method, path, SECRET.encode(), content_type=kind, headers=headers)
        return str(answer.status_code), answer.body
    body = body_of(world, operation, method)
    if body is not None and any(isinstance(value, tuple) for value in body.values()):
        answer = client.post(path, {name: _file(*value) for name, value in body.items()}, headers=headers)
    else:
        answer = client.send(method, path, body, **headers)
    return str(answer.status_code), answer.body


def body_of(world: World, operation: str, method: str):
    if operation in rest_table.BODIES:
        return filled(world, rest_table.BODIES[operation])
    described = operation_of(getattr(rest_operations()[operation], method.lower()))
    return dict(described.body.example) if described and described.body else None


def by_graphql(client: ApiClient, query: str, variables) -> tuple[str, bytes]:
    answer = client.graphql(query, variables)
    refusals = [error["code"] for field in (answer.data or {}).values() if isinstance(field, dict)
                for error in field.get("errors", ())]  # fmt: skip
    codes = answer.codes or refusals
    shown = json.dumps([answer.data, answer.errors]).encode()
    return (NUMBERS.get(codes[0], codes[0]) if codes else "200"), shown


def filled(world: World, value):
    """Put the world's ids into whatever a body is made of."""
    if isinstance(value, str):
        return world.named(value) if re.fullmatch(r"\{\w+\}", value) else value
    if isinstance(value, list):
        return [filled(world, each) for each in value]
    if isinstance(value, dict):
        return {name: filled(world, each) for name, each in value.items()}
    return value


def _file(name: str, content: bytes):
    return SimpleUploadedFile(name, content)
