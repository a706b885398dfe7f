"""One default for all operations that return rows: those of the user, and those that are shared with them.

An operation that names no object must not return what others have published, except on request (`scope=public`). The
tools of MCP are tried in `tests/mcp/test_access.py`.
"""

import os
import re
from pathlib import Path

import pytest
from django.db import transaction

from benchmarks import security
from tests.permissions import graphql_table, rest_requests, rest_table
from tests.permissions.sending import by_graphql, by_rest
from tests.permissions.world import SECRET

pytestmark = pytest.mark.django_db

_NAMES_OBJECT = re.compile(r"\{\w*(id|token|sha256|number|query)\}")  # also in the query of a URL
# Those that return what others have published by default, each with its reason. There are none.
WITH_PUBLIC: dict[str, str] = {}
_undeclared: dict[str, bool] = {}


def names_object(operation: str) -> bool:
    return bool(_NAMES_OBJECT.search(operation + rest_requests.QUERIES.get(operation, "")))


READS = [each for each in rest_table.TABLE if each.startswith("GET ") and not names_object(each)]
QUERIES = [name for name, (query, _) in graphql_table.QUERIES.items() if not names_object(query)]


@pytest.fixture(scope="module", autouse=True)
def _figures():
    yield
    if path := os.environ.get("SECURITY_RESULTS"):
        security.update(Path(path), scopes_undeclared=sum(_undeclared.values()))


def returns_public_rows(world, operation: str, send) -> bool:
    with transaction.atomic():
        _, body = send(world.client("user_of_public"))
        transaction.set_rollback(True)
    found = SECRET.encode() in body
    _undeclared[operation] = found and operation not in WITH_PUBLIC
    return found


@pytest.mark.parametrize("operation", READS)
def test_rest(world, operation):
    found = returns_public_rows(world, operation, lambda client: by_rest(world, client, operation))
    assert found == (operation in WITH_PUBLIC)


@pytest.mark.parametrize("name", QUERIES)
def test_graphql(world, name):
    text = f"{{ {graphql_table.QUERIES[name][0]} }}".replace("{{", "{").replace("}}", "}")
    found = returns_public_rows(world, name, lambda client: by_graphql(client, text, {}))
    assert found == (name in WITH_PUBLIC)


SCOPED = ("documents", "corpuses", "search?query=" + SECRET)


@pytest.mark.parametrize("path", SCOPED)
def test_what_is_public_is_returned_on_request(world, path):
    """So that the tests above cannot pass because nothing is public."""
    separator = "&" if "?" in path else "?"
    response = world.client("user_of_public").get(f"/api/v1/{path}{separator}scope=public")
    assert SECRET in response.body.decode()
