"""The operations of the user interface: each fits the schema and its limits, and an installation can run them alone."""

import json
from pathlib import Path

import pytest
from django.conf import settings
from graphql import parse, validate

from config.schema import schema
from core.api.graphql.limits import limit_errors

FILE = Path(settings.BASE_DIR) / "frontend" / "dist" / "operations.json"
OPERATIONS = json.loads(FILE.read_text()) if FILE.exists() else {}

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not OPERATIONS, reason="`make ui` writes them beside what it builds"),
]


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_of_the_ui_fits_the_schema(name):
    document = parse(OPERATIONS[name])
    assert validate(schema.graphql_schema, document) == []
    assert list(limit_errors(schema.graphql_schema, document, {})) == []


def test_an_installation_can_run_them_alone(api, settings):
    settings.GRAPHQL_ALLOW_LIST = str(FILE)
    assert api.send("POST", "/graphql/", {"query": OPERATIONS["Me"]}).json()["data"]["me"]["username"] == "ada"
    assert api.send("POST", "/graphql/", {"query": "{ me { id } }"}).status_code == 403
