"""REST and GraphQL make the same decision on the same object for every actor (ADR 0029)."""

import json
import re

import pytest
from django.db import transaction
from graphql_relay import to_global_id

from tests.permissions import counterparts, graphql_table
from tests.permissions.operations import graphql_operations, rest_operations
from tests.permissions.sending import NUMBERS, by_graphql, by_rest, filled
from tests.permissions.world import ACTORS, SECRET

pytestmark = pytest.mark.django_db

_CODES = {number: code for code, number in NUMBERS.items()}
_ID = re.compile(r"\b(\w+):([0-9a-f-]{36})")
SAMPLE = ("viewer", "link_holder", "user_of_public", "anonymous_of_public")
OTHERS = tuple(actor for actor in ACTORS if actor not in SAMPLE)
by_actors = pytest.mark.parametrize(
    "actors", [pytest.param(SAMPLE, id="sample"), pytest.param(OTHERS, id="others", marks=pytest.mark.full)]
)


def test_every_operation_of_rest_has_a_counterpart_or_a_reason():
    compared = {operation.split("?")[0] for operation in counterparts.COUNTERPARTS}
    below = tuple(counterparts.ONLY_REST_BELOW)
    only_rest = {each for each in set(rest_operations()) - compared if each.split(" ")[1].startswith(below)}
    assert set(rest_operations()) == compared | set(counterparts.ONLY_REST) | only_rest
    assert compared & set(counterparts.ONLY_REST) == set()
    mutations = {f"mutation {name}" for name in graphql_table.MUTATIONS}
    # Parts of PATCH, and of discarding one.
    without_route = {"mutation moveFolder", "mutation moveLabel", "mutation discardDeadLetters"}
    assert mutations - set(counterparts.COUNTERPARTS.values()) == without_route
    queries = {name.removeprefix("query ") for name in graphql_operations() if name.startswith("query ")}
    named = {query.split("(")[0].split(" ")[0] for query in counterparts.COUNTERPARTS.values()}
    # Part of what REST returns with a list.
    part = {"analyzerProblems"}
    assert queries - named == {"me", "jobKinds", "failureGroups", "storedFiles"} | part


@by_actors
@pytest.mark.parametrize("operation", counterparts.COUNTERPARTS)
def test_rest_and_graphql_decide_alike(world, operation, actors):
    # proves: S3-22
    query, variables = _request(world, counterparts.COUNTERPARTS[operation])
    is_reading = operation.startswith("GET ")
    rest, graphql = {}, {}
    for actor in actors:
        status, body = _send(world, actor, lambda client: by_rest(world, client, operation))
        code = json.loads(body)["error"]["code"] if status[0] in "45" else ""
        rest[actor] = _decision(code, is_reading and SECRET.encode() in body)
        status, body = _send(world, actor, lambda client: by_graphql(client, query, variables))
        graphql[actor] = _decision(_CODES.get(status, ""), is_reading and SECRET.encode() in body)
    assert rest == graphql


def _request(world, counterpart):
    if not counterpart.startswith("mutation "):
        query = _ID.sub(lambda found: to_global_id(*found.groups()), world.named(counterpart))
        return f"{{ {query} }}", {}
    name = counterpart.removeprefix("mutation ")
    kind = name[0].upper() + name[1:]
    query = f"mutation ($input: {kind}Input!) {{ {name}(input: $input) {{ errors {{ code message }} }} }}"
    return query, {"input": filled(world, graphql_table.MUTATIONS[name][0])}


def _send(world, actor, send):
    with transaction.atomic():
        response = send(world.client(actor))
        transaction.set_rollback(True)
    return response


def _decision(code, has_secret):
    """Return how access was refused, or else "allowed", with a star if the response contains data of the owner.

    A conflict with the state of an object, or a wrong password, is not a refusal.
    """
    return code if code in NUMBERS else f"allowed{'*' * has_secret}"
