"""Does an answer look as it is described? For tests: their client asks this about every answer it gets.

Stricter than OpenAPI: a field that is not described is wrong, as is a success or a redirection that is not described.
"""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any

import jsonschema_rs
from django.conf import settings

from core.api.openapi.pages import described_document

_OPEN = frozenset({"Failure"})  # errors carry what they know


@dataclass(frozen=True, slots=True)
class Answered:
    """A request and its answer."""

    method: str
    path: str
    status: int
    media_type: str
    body: bytes


def complaints(answered: Answered) -> list[str]:
    """Tell what is not as it is described; nothing about addresses that are not described at all."""
    found = _operation(answered.method, answered.path, settings.ROOT_URLCONF)
    return [] if found is None else [f"{answered.method} {found[0]}: {each}" for each in _judge(answered, found[1])]


def _judge(answered: Answered, operation: Mapping[str, Any]) -> Iterator[str]:
    responses = operation["responses"]
    is_refused = answered.status >= HTTPStatus.BAD_REQUEST
    described = responses.get(str(answered.status), responses.get("default") if is_refused else None)
    if described is None:
        yield f"status {answered.status} is not described"
        return
    if not answered.body or answered.method == "HEAD":
        return
    content = described.get("content", {})
    if answered.media_type not in content and "*/*" not in content:
        yield f"{answered.media_type} is not described for status {answered.status}"
    elif answered.media_type == "application/json" and "schema" in content.get("application/json", {}):
        schema = content["application/json"]["schema"]
        if schema.get("format") != "binary":
            for error in _validator(json.dumps(schema, sort_keys=True)).iter_errors(json.loads(answered.body)):
                yield f"{'.'.join(str(part) for part in error.instance_path) or 'body'}: {error.message[:300]}"


def _operation(method: str, path: str, addresses: str) -> tuple[str, Mapping[str, Any]] | None:
    method = "get" if method == "HEAD" else method.lower()
    for template, pattern in _templates(addresses):
        if pattern.fullmatch(path):
            operation = described_document()["paths"][template].get(method, {})
            return (template, operation) if "summary" in operation else None
    return None


@cache
def _templates(_addresses: str) -> list[tuple[str, re.Pattern[str]]]:
    """Addresses without places to fill first."""
    paths = sorted(described_document()["paths"], key=lambda path: (path.count("{"), path))
    return [(path, re.compile(re.sub(r"\\{[^/]+?\\}", "[^/]+", re.escape(path)) + "/?")) for path in paths]


@cache
def _validator(schema: str) -> Any:
    parts = {"components": _strict(described_document()["components"])}
    return jsonschema_rs.Draft202012Validator({**json.loads(schema), **parts}, validate_formats=True)


def _strict(components: Mapping[str, Any]) -> dict[str, Any]:
    strict: dict[str, Any] = deepcopy(dict(components))
    for name, schema in strict["schemas"].items():
        if "properties" in schema and name not in _OPEN:
            schema.setdefault("additionalProperties", False)
    return strict
