"""The lines of single features through all layers: services, APIs, user interface, styles and Python client."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Final

from benchmarks.codebase.sources import Sources, count_lines

# In paths written in snake case. `features/views` and `corpuses/views` have saved views only.
_PATHS: Final[Mapping[str, str]] = {
    "saved_views": r"(?:^|[/_])saved_views?(?=[/_.])|(?:^|/)(?:features|corpuses)/views/",
    "labels": r"(?:^|[/_])labels?(?=[/_.])",
    "comments": r"(?:^|[/_])comments?(?=[/_.])",
}
# Labels of pages, tables and figures in PDF, and one of a team.
_OTHERS: Final = re.compile(r"^documents/|/(?:page|figure|teams)_labels?\.")


def figures(sources: Sources) -> dict[str, float]:
    """Return the lines of each feature."""
    return {f"{feature}_lines": lines_of(feature, sources) for feature in _PATHS}


def lines_of(feature: str, sources: Sources) -> int:
    """Count the lines of a feature, wherever its files are.

    These are all lines of the files of the product (Python, TypeScript, CSS) and of the Python client whose name, or
    that of a folder above them, has the feature's noun as a word, and in the other Python files the classes whose name
    has it. Functions in other files are not counted, and neither are migrations and tests.
    """
    texts = {**sources.python, **sources.typescript, **sources.css, **sources.client}
    own = {path: text for path, text in texts.items() if is_of(feature, path)}
    trees = {**sources.trees, **{path: ast.parse(text) for path, text in sources.client.items()}}
    other = [tree for path, tree in trees.items() if path not in own and not _OTHERS.search(_snake(str(path)))]
    return count_lines(own) + sum(lines for tree in other for lines in _class_lines(feature, tree))


def is_of(feature: str, path: PurePosixPath) -> bool:
    """Check whether a whole file belongs to the feature, by its path."""
    name = _snake(str(path))
    return bool(re.search(_PATHS[feature], name)) and not _OTHERS.search(name) and ".test." not in path.name


def _class_lines(feature: str, tree: ast.Module) -> Iterator[int]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and re.search(_PATHS[feature], f"{_snake(node.name)}."):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield (node.end_lineno or node.lineno) - first + 1


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").lower()
