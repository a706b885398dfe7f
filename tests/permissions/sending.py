"""Send an operation as REST or GraphQL, with the values of the world."""

import json
import re

from django.core.files.uploadedfile import SimpleUploadedFile

from core.api.openapi.operations import operation_of
from core.api.testing import ApiClient
from tests.permissions import rest_requests
from tests.permissions.operations import rest_operations
from tests.permissions.world import SECRET, World

NUMBERS = {"not_authenticated": "401", "not_allowed": "403", "not_found": "404"}


def by_rest(world: World, client: ApiClient, operation: str) -> tuple[str, bytes]:
    response = send_rest(world, client, operation)
    return str(response.status_code), response.body


def send_rest(world: World, client: ApiClient, operation: str):
    """Send an operation with the parameters, headers and body of its row."""
    method, address = operation.split(" ")
    path = address
    for name, other in rest_requests.PARAMETERS.get(address, {}).items():
        path = path.replace(f"{{{name}}}", f"{{{other}}}")
    path = "/" + world.named(path + rest_requests.QUERIES.get(operation, ""))
    if address.endswith(("/file", "/pdf", "/annotated-pdf", "/figures/{order}")):
        world.store_bytes()
    headers = rest_requests.HEADERS.get(operation, {})
    if "Content-Type" in headers:
        kind = headers["Content-Type"]
        return client.generic(method, path, SECRET.encode(), content_type=kind, headers=headers)
    body = body_of(world, operation, method)
    if body is not None and any(isinstance(value, tuple) for value in body.values()):
        return client.post(path, {name: _file(*value) for name, value in body.items()}, headers=headers)
    return client.send(method, path, body, **headers)


def body_of(world: World, operation: str, method: str):
    if operation in rest_requests.BODIES:
        return filled(world, rest_requests.BODIES[operation])
    described = operation_of(getattr(rest_operations()[operation.split("?", maxsplit=1)[0]], method.lower()))
    return dict(described.body.example) if described and described.body else None


def by_graphql(client: ApiClient, query: str, variables) -> tuple[str, bytes]:
    result = client.graphql(query, variables)
    refusals = [error["code"] for field in (result.data or {}).values() if isinstance(field, dict)
                for error in field.get("errors", ())]  # fmt: skip
    codes = result.codes or refusals
    body = json.dumps([result.data, result.errors]).encode()
    return (NUMBERS.get(codes[0], codes[0]) if codes else "200"), body


def filled(world: World, value):
    """Replace the names in a body by values of the world."""
    if isinstance(value, str):
        return world.named(value) if re.fullmatch(r"\{\w+\}", value) else value
    if isinstance(value, list):
        return [filled(world, each) for each in value]
    if isinstance(value, dict):
        return {name: filled(world, each) for name, each in value.items()}
    return value


def _file(name: str, content: bytes):
    return SimpleUploadedFile(name, content)
