"""The share of imports in the Python product, and the size of its functions."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from benchmarks.codebase.modules import module_names
from benchmarks.codebase.sources import Sources, count_lines

_TINY: Final = 5
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def figures(sources: Sources) -> dict[str, float]:
    """Return the shares of imports and of tiny functions (%), and the number of helpers that are used once."""
    functions = [node for tree in sources.trees.values() for node in ast.walk(tree) if isinstance(node, Function)]
    tiny = sum(body_lines(function) <= _TINY for function in functions)
    return {
        "import_share": _percent(import_lines(sources), count_lines(sources.python)),
        "tiny_functions_share": _percent(tiny, len(functions)),
        "private_called_once": sum(count == 1 for count in private_references(sources.trees).values()),
    }


def import_lines(sources: Sources) -> int:
    """Count the lines of `import` and `from … import` statements, those inside functions too."""
    lines = set()
    for path, tree in sources.trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                lines |= {(path, line) for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return len(lines)


def body_lines(function: Function) -> int:
    """Count the lines of a function or method from its first statement to the end of its last.

    Its decorators, signature and docstring are not counted; blank lines and comments between the statements are. A
    function within a function counts in both; a lambda is no function. A body that is only a docstring has no lines.
    """
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    return (body[-1].end_lineno or body[-1].lineno) - body[0].lineno + 1 if body else 0


def private_references(trees: Mapping[PurePosixPath, ast.Module]) -> dict[tuple[str, str], int]:
    """Count by module and name how often each private function of a module is named in the product.

    A call counts, and so does the bare name, as of a key for `sorted`. Names in a module that imports the function
    count; the import itself, attributes (`module._name`) and texts do not.
    """
    names = module_names(trees)
    found = {
        (names[path], node.name): 0
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, Function) and node.name.startswith("_") and not node.name.startswith("__")
    }
    for path, tree in trees.items():
        uses = Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
        for function, local in _known_as(names[path], tree):
            if function in found:
                found[function] += uses[local]
    return found


def _known_as(module: str, tree: ast.Module) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the functions that a module has or imports, with their names in it."""
    for name in {node.name for node in tree.body if isinstance(node, Function)}:
        yield (module, name), name
    imported = {
        ((node.module, alias.name), alias.asname or alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    yield from imported


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
