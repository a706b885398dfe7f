"""The GraphQL operations of the UI: they are valid, within the limits, and usable as an allow list."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from graphql import parse, validate

from config.schema import schema
from core.api.graphql.limits import limit_errors

FILE = Path(settings.BASE_DIR) / "frontend" / "dist" / "operations.json"
LARGEST = {"first": 200, "limit": 500}  # the largest pages that the UI asks for
LARGEST_OF = {"Annotations": {"first": 1_000}}
OPERATIONS = json.loads(FILE.read_text()) if FILE.exists() else {}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not OPERATIONS, reason="`make ui` writes them"),
]


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_of_the_ui_are_valid(name):
    document = parse(OPERATIONS[name])
    assert validate(schema.graphql_schema, document) == []
    for variables in ({}, LARGEST | LARGEST_OF.get(name, {})):
        assert list(limit_errors(schema.graphql_schema, document, variables)) == []


def test_the_allow_list_accepts_only_operations_of_the_ui(api, settings):
    settings.GRAPHQL_ALLOW_LIST = str(FILE)
    assert api.send("POST", "/graphql/", {"query": OPERATIONS["Me"]}).json()["data"]["me"]["username"] == "ada"
    assert api.send("POST", "/graphql/", {"query": "{ me { id } }"}).status_code == 403
