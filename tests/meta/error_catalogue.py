"""Generate `docs/errors.md` from the error classes: `make errors` compares, `make errors WRITE=1` writes.

The codes of classes come from the code. Those that have no class are described here; `test_error_catalogue` looks for
literals in the sources that are in neither.
"""

import ast
import importlib
import pkgutil
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from core.errors import DependencyFault, DomainError
from tests.meta.codes_without_class import GRAPHQL, JOB, MCP, OTHERS, REST, WARNINGS, Entry

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "errors.md"
PACKAGES: Final = ("core", "users", "tasks", "events", "documents", "corpuses", "config", "cartulary")
_NOT_PRODUCT: Final = frozenset({"tests", "conftest", "migrations", "testing"})
_BOTH = frozenset({REST, GRAPHQL})
_ANYWHERE = frozenset({REST, GRAPHQL, JOB})
# Where the code of a module runs; the first that matches counts, and all others run for requests of both APIs.
_PLACES: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    (".api.graphql", frozenset({GRAPHQL})),
    (".api.rest", frozenset({REST})),
    (".api.mcp", frozenset({MCP})),
    ("corpuses.mcp.", frozenset({MCP})),
    ("core.api.", frozenset({REST})),
    ("core.outgoing", _ANYWHERE),
    ("core.webhooks", frozenset({REST})),
    ("documents.api.", frozenset({REST})),
    (".api.", _BOTH),
    ("documents.storage.signed_urls", frozenset({REST})),
    ("events.sse", frozenset({REST})),
    ("documents.pipeline.zip_files", frozenset({REST, JOB})),
    ("documents.pipeline.registry", _ANYWHERE),
    ("documents.pipeline", frozenset({JOB})),
    ("documents.services.ingestion", frozenset({JOB})),
    ("documents.services.scanning", _ANYWHERE),
    ("documents.services.attachments", frozenset({JOB})),
    (".jobs", frozenset({JOB})),
    ("corpuses.actions.work", frozenset({JOB})),
    ("corpuses.extracts.fields", _BOTH),
    ("corpuses.extracts", frozenset({JOB})),
    ("corpuses.analyzers.registry", _ANYWHERE),
    ("corpuses.analyzers.remote.lookup", _ANYWHERE),
    ("corpuses.analyzers", frozenset({JOB})),
    ("corpuses.llm.errors", _ANYWHERE),
    ("corpuses.llm.client", frozenset({JOB})),
    ("tasks.runtime.runner", frozenset({JOB})),
    ("tasks.runtime.failures", frozenset({JOB})),
)


_HEAD = """# Error codes

Generated from the code by `make errors WRITE=1`; a test compares them. [The API](api.md#errors) describes the format.

Codes are stable and meant for programs, messages for people. REST responds with the HTTP status; GraphQL has the code
in `extensions.code`, or in `errors` of the payload of a mutation. A job or document that has failed has the code in
`error` or `failure`: errors that the input causes are not retried, those with status 503 are.

| code | HTTP | meaning | what to do | occurs in |
|---|---|---|---|---|
"""
_WARNINGS = """
## Warnings of documents

A document is `partial` if a part of it could not be read. `warnings` has the reasons:

| code | meaning |
|---|---|
"""


def main() -> None:
    """Write the page, or exit if it differs from the code."""
    if "--write" in sys.argv:
        PAGE.write_text(page())
    elif PAGE.read_text() != page():
        sys.exit("docs/errors.md differs from the code: make errors WRITE=1")


def page() -> str:
    """Return the page."""
    rows = sorted(entries(), key=lambda entry: (entry.code, entry.meaning))
    warnings = "".join(f"| `{code}` | {meaning} |\n" for code, meaning in sorted(WARNINGS.items()))
    return _HEAD + "".join(f"{entry.row()}\n" for entry in rows) + _WARNINGS + warnings


def entries() -> list[Entry]:
    """Return the entries of all errors."""
    return [*OTHERS, *described_by_classes()]


def described_by_classes() -> list[Entry]:
    """Return the entries of the error classes."""
    classes = error_classes()  # imports all modules, which is why it comes first
    places = _places_by_class()
    return [
        Entry(error.code, error.http_status, error().message, error.what_to_do, _places_of(error, places))
        for error in classes
    ]


@cache
def error_classes() -> tuple[type[DomainError], ...]:
    """Return all error classes of the product."""
    for name in _modules():
        importlib.import_module(name)
    found = {each for each in _subclasses(DomainError) if each.__module__.partition(".")[0] in PACKAGES}
    return tuple(
        sorted((each for each in found if ".tests." not in each.__module__), key=lambda each: each.__qualname__)
    )


def sources(words: Collection[str] = ("",)) -> Iterator[tuple[str, ast.Module]]:
    """Yield the name and the syntax tree of every module of the product that contains one of the words."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if not _NOT_PRODUCT & set(parts):
                text = path.read_text()
                if any(word in text for word in words):
                    yield ".".join(parts).removesuffix(".__init__"), ast.parse(text)


def _modules() -> Iterator[str]:
    for package in PACKAGES:
        for found in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if not (_NOT_PRODUCT | {"__main__", "settings", "stack"}) & set(found.name.split(".")):
                yield found.name


def _subclasses(base: type[DomainError]) -> Iterator[type[DomainError]]:
    for each in base.__subclasses__():
        yield each
        yield from _subclasses(each)


def _places_by_class() -> dict[int, set[str]]:
    """Return the places of the modules that raise or create each error."""
    found: dict[int, set[str]] = defaultdict(set)
    for module, tree in sources():
        scope = vars(sys.modules.get(module, ast))
        for name in _raised(tree):
            if name in scope:
                found[id(scope[name])] |= _places(module)
    return found


def _raised(tree: ast.Module) -> set[str]:
    raised = [each.exc for each in ast.walk(tree) if isinstance(each, ast.Raise)]
    created = [each.func for each in ast.walk(tree) if isinstance(each, ast.Call)]
    return {_last_name(each) for each in (*raised, *created)}


def _last_name(node: ast.AST | None) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _places(module: str) -> frozenset[str]:
    return next((places for part, places in _PLACES if part in f"{module}."), _BOTH)


def _places_of(error: type[DomainError], by_class: dict[int, set[str]]) -> frozenset[str]:
    if issubclass(error, DependencyFault) and error.__module__ == "core.errors":
        return _ANYWHERE
    return frozenset(by_class.get(id(error)) or _places(error.__module__))


if __name__ == "__main__":
    import django

    django.setup()
    main()
