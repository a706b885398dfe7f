"""Validate responses against the OpenAPI document. The test client does this for every response it gets.

Stricter than OpenAPI: undescribed fields, and undescribed successes or redirections, are errors.
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

from core.api.openapi.pages import openapi_document

_OPEN = frozenset({"ErrorDetail"})  # errors carry further data
_COMPONENTS = "urn:components"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and its response."""

    method: str
    path: str
    status: int
    media_type: str
    body: bytes


def validation_errors(exchange: Exchange) -> list[str]:
    """Return the differences from the description; none for URLs that are not described at all."""
    found = _operation(exchange.method, exchange.path, settings.ROOT_URLCONF)
    if found is None:
        return []
    template, operation = found
    return [f"{exchange.method} {template}: {error}" for error in _validate(exchange, operation)]


def _validate(exchange: Exchange, operation: Mapping[str, Any]) -> Iterator[str]:
    responses = operation["responses"]
    is_error = exchange.status >= HTTPStatus.BAD_REQUEST
    described = responses.get(str(exchange.status), responses.get("default") if is_error else None)
    if described is None:
        yield f"status {exchange.status} is not described"
        return
    if not exchange.body or exchange.method == "HEAD":
        return
    content = described.get("content", {})
    if exchange.media_type not in content and "*/*" not in content:
        yield f"{exchange.media_type} is not described for status {exchange.status}"
    elif exchange.media_type == "application/json" and "schema" in content.get("application/json", {}):
        schema = content["application/json"]["schema"]
        if schema.get("format") != "binary":
            validator = _validator(json.dumps(schema, sort_keys=True), settings.ROOT_URLCONF)
            for error in validator.iter_errors(json.loads(exchange.body)):
                yield f"{'.'.join(str(part) for part in error.instance_path) or 'body'}: {error.message[:300]}"


def _operation(method: str, path: str, urlconf: str) -> tuple[str, Mapping[str, Any]] | None:
    method = "get" if method == "HEAD" else method.lower()
    for template, pattern in _templates(urlconf):
        if pattern.fullmatch(path):
            operation = openapi_document()["paths"][template].get(method, {})
            return (template, operation) if "summary" in operation else None
    return None


@cache
def _templates(_urlconf: str) -> list[tuple[str, re.Pattern[str]]]:
    """Return the path templates with their patterns, those with fewest parameters first."""
    paths = sorted(openapi_document()["paths"], key=lambda path: (path.count("{"), path))
    return [(path, re.compile(re.sub(r"\\{[^/]+?\\}", "[^/]+", re.escape(path)) + "/?")) for path in paths]


@cache
def _validator(schema: str, urlconf: str) -> Any:
    referring = schema.replace('"$ref": "#/', f'"$ref": "{_COMPONENTS}#/')
    return jsonschema_rs.Draft202012Validator(
        json.loads(referring), registry=_components(urlconf), validate_formats=True
    )


@cache
def _components(_urlconf: str) -> Any:
    """Return what the schemas refer to, parsed once for all of them."""
    components = {"components": _strict(openapi_document()["components"])}
    return jsonschema_rs.Registry([(_COMPONENTS, components)], draft=jsonschema_rs.Draft202012)


def _strict(components: Mapping[str, Any]) -> dict[str, Any]:
    strict: dict[str, Any] = deepcopy(dict(components))
    for name, schema in strict["schemas"].items():
        if "properties" in schema and name not in _OPEN:
            schema.setdefault("additionalProperties", False)
    return strict
