"""Hooks of schemathesis: half of the generated ids are replaced by those of existing objects."""

import json
import os
from uuid import UUID

import schemathesis
from hypothesis import strategies
from schemathesis.graphql import nodes
from schemathesis.specs.openapi.checks import negative_data_rejection

EXISTING_IDS: dict[str, list[str]] = json.loads(os.environ.get("FUZZ_KNOWN", "{}"))
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
_TEXTS = strategies.text(max_size=20)
_VALUES = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.integers() | _TEXTS,
    lambda values: strategies.lists(values, max_size=3) | strategies.dictionaries(_TEXTS, values, max_size=3),
    max_leaves=5,
)
# Objects, valid JSON of other types, and texts that are no JSON.
schemathesis.graphql.scalar("JSONObject", (_VALUES.map(json.dumps) | _TEXTS).map(nodes.String))
_SINGULAR = {"corpora": "corpus", "documents": "document", "ids": "document"}


def _kind(name):
    name = name.removesuffix("_id").removesuffix("Id")
    return _SINGULAR.get(name, name)


def _existing_id(name, value):
    """Return an existing id, chosen by the value, so that a case stays the same when it is repeated."""
    ids = EXISTING_IDS.get(_kind(name), [])
    try:
        number = UUID(str(value)).int
    except ValueError:
        return value
    return ids[number // 2 % len(ids)] if ids and number % 2 else value


def _replaced(values):
    if not isinstance(values, dict):
        return values
    return {
        name: [_existing_id(name, each) for each in value] if isinstance(value, list) else _existing_id(name, value)
        for name, value in values.items()
    }


@schemathesis.check
def no_internal_error(ctx, response, case):
    """Check that there is no internal error, which GraphQL returns with status 200."""
    assert response.status_code < 500, response.text  # HTTP's words
    assert "internal_error" not in response.text, response.text


@schemathesis.check
def wrong_data_is_refused(ctx, response, case):
    """Check that invalid data is refused. Empty query parameters count as not given, which a schema cannot express."""
    if "" not in (case.query or {}).values():
        negative_data_rejection(ctx, response, case)


@schemathesis.hook
def map_path_parameters(ctx, path_parameters):
    return _replaced(path_parameters)


@schemathesis.hook
def map_query(ctx, query):
    return _replaced(query)


@schemathesis.hook
def map_body(ctx, body):
    return _replaced(body)
