"""Operations that are declared for REST and again for GraphQL."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

_DOCUMENT: Final = """
import django, json
django.setup()
from core.api.openapi.pages import openapi_document
methods = [method for path in openapi_document()["paths"].values() for method in path.values()]
print(json.dumps([method["operationId"] for method in methods if isinstance(method, dict) and "operationId" in method]))
"""


def declared_twice(trees: Mapping[PurePosixPath, ast.Module], rest: frozenset[str]) -> list[str]:
    """Return the names of REST operations for which a mutation is written, too: a function with `@mutation(…)`.

    A mutation that is made from the declaration of its REST operation is no function of its own, and does not count.
    """
    return sorted(rest.intersection(mutations(trees)))


def mutations(trees: Mapping[PurePosixPath, ast.Module]) -> Iterator[str]:
    """Yield the names in GraphQL of the functions that are decorated as mutations."""
    for tree in trees.values():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and any(map(_is_mutation, node.decorator_list)):
                first, *others = node.name.split("_")
                yield first + "".join(word.capitalize() for word in others)


def _is_mutation(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "mutation"


def rest_operations(checkout: Path, settings: Mapping[str, str]) -> frozenset[str]:
    """Return the operation ids of the OpenAPI document that the code of this checkout generates.

    The interpreter and packages are those of this process, so that the checkout needs no `.venv`.
    """
    environment = {**os.environ, **settings, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", _DOCUMENT]
    output = subprocess.run(command, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE).stdout
    return frozenset(json.loads(output))
