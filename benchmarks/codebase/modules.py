"""The import graphs of the product: who imports whom, in Python and in TypeScript."""

import ast
import json
import os.path
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Final, TypeAlias

from benchmarks.codebase.sources import Sources, Texts

Graph: TypeAlias = Mapping[str, frozenset[str]]
_TYPESCRIPT_IMPORT: Final = re.compile(r"""\b(?:from|import)\s*\(?\s*(['"])(?P<target>[^'"\n]+)\1""")
_TYPESCRIPT_ENDINGS: Final = ("", ".ts", ".tsx", "/index.ts", "/index.tsx")
_TSCONFIG: Final = "frontend/tsconfig.json"


def figures(sources: Sources, checkout: Path) -> dict[str, float]:
    """Return the figures of the import graphs."""
    at_start = python_imports(sources.trees, is_at_start=True)
    aliases = json.loads((checkout / _TSCONFIG).read_text())["compilerOptions"].get("paths", {})
    once = [*imported_once(python_imports(sources.trees, is_at_start=False))]
    once += imported_once(typescript_imports(sources.typescript, aliases))
    return {
        "one_importer_files": len([name for name in once if _is_chosen(name, sources)]),
        "longest_import_chain": longest_chain(at_start),
        "import_circles": len(circles(at_start)),
    }


def module_names(paths: Iterable[PurePosixPath]) -> dict[PurePosixPath, str]:
    """Return the dotted names of Python files; that of an `__init__.py` is its package."""
    return {path: ".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}


def python_imports(trees: Mapping[PurePosixPath, ast.Module], *, is_at_start: bool) -> Graph:
    """Return the modules of the product that each one imports.

    `from package import module` imports the module, not also its package. With `is_at_start`, only what is imported
    together with the module counts: no imports inside functions, and none for type checkers.
    """
    names = module_names(trees)
    known = frozenset(names.values())
    graph = {}
    for path, tree in trees.items():
        nodes = _run_at_start(tree) if is_at_start else ast.walk(tree)
        graph[names[path]] = frozenset(target for node in nodes for target in _targets(node, known)) - {names[path]}
    return graph


def _run_at_start(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for statement in child.orelse:
                yield statement
                yield from _run_at_start(statement)
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _run_at_start(child)


def _targets(node: ast.AST, known: frozenset[str]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names if alias.name in known)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            for alias in names:
                candidates = (f"{module}.{alias.name}", module)
                yield from [name for name in candidates if name in known][:1]


def typescript_imports(texts: Texts, aliases: Mapping[str, list[str]]) -> Graph:
    """Return the files of the product that each TypeScript file imports: `from`, `import` and `import()`.

    Relative paths and the aliases of `tsconfig.json` (`{"@/*": ["./src/*"]}`) are resolved; packages are not.
    """
    known = frozenset(map(str, texts))
    graph = {}
    for path, text in texts.items():
        places = (_place(path, match["target"], aliases) for match in _TYPESCRIPT_IMPORT.finditer(text))
        found = (f"{place}{ending}" for place in places if place for ending in _TYPESCRIPT_ENDINGS)
        graph[str(path)] = known.intersection(found) - {str(path)}
    return graph


def _place(importer: PurePosixPath, target: str, aliases: Mapping[str, list[str]]) -> str | None:
    if target.startswith("."):
        return os.path.normpath(importer.parent / target)
    for pattern, (place, *_) in aliases.items():
        start = pattern.removesuffix("*")
        if target.startswith(start):
            return os.path.normpath(PurePosixPath(_TSCONFIG).parent / place.removesuffix("*") / target[len(start) :])
    return None


def imported_once(graph: Graph) -> Iterator[str]:
    """Yield the modules that exactly one other imports."""
    counts = Counter(target for targets in graph.values() for target in targets)
    yield from (name for name, count in counts.items() if count == 1)


def _is_chosen(name: str, sources: Sources) -> bool:
    """Leave out what Django demands to be a file of its own, and packages."""
    path = PurePosixPath(name)
    if path in sources.typescript:
        return True
    path = PurePosixPath(*name.split(".")).with_suffix(".py")
    return path in sources.python and path.name != "apps.py" and "management" not in path.parts


def circles(graph: Graph) -> list[frozenset[str]]:
    """Return the largest sets of modules that all import each other, if only through others."""
    return sorted({circle for circle in _condensed(graph).values() if len(circle) > 1}, key=sorted)


def longest_chain(graph: Graph) -> int:
    """Return how many modules the longest chain of imports has; a circle counts as one."""
    home = _condensed(graph)

    @cache
    def length(circle: frozenset[str]) -> int:
        below = {home[target] for name in circle for target in graph[name]} - {circle}
        return 1 + max(map(length, below), default=0)

    return max(map(length, home.values()), default=0)


def _condensed(graph: Graph) -> dict[str, frozenset[str]]:
    """Map each module to the modules that it reaches and that reach it, itself among them."""
    reached = {name: _reached(graph, name) for name in graph}
    return {name: frozenset(each for each in reached[name] if name in reached[each]) for name in graph}


def _reached(graph: Graph, start: str) -> set[str]:
    found, pending = {start}, [start]
    while pending:
        new = graph[pending.pop()] - found
        found |= new
        pending += new
    return found
