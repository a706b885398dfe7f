"""The picture of the features of `corpuses` in docs/architecture.md, from their imports; `--write` draws it anew."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = PROJECT / "docs" / "architecture.md"
_PICTURE: Final = re.compile(r"(?<=<!-- features -->\n).*?(?=<!-- /features -->)", re.DOTALL)
_APART: Final = frozenset({"api", "tests", "migrations", "management", "sql"})


def imports() -> dict[str, set[str]]:
    """Return for each feature of `corpuses` those whose services or models it imports; `api` folders are left out."""
    root = PROJECT / "corpuses"
    folders = {each.parent.name for each in root.glob("*/__init__.py")} - _APART
    return {name: set(_imported(root / name, folders)) - {name} for name in sorted(folders)}


def reduced(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return a graph without the edges that others imply; raise `CycleError` if it has a circle."""
    below: dict[str, set[str]] = {}
    for name in TopologicalSorter(graph).static_order():
        below[name] = graph[name].union(*(below[each] for each in graph[name]))
    return {
        name: {each for each in edges if not any(each in below[other] for other in edges - {each})}
        for name, edges in graph.items()
    }


def picture() -> str:
    """Return the picture: an arrow goes from a feature to one that it builds on, unless another way leads there."""
    lines = [f"    {name} --> {' & '.join(sorted(edges))}" for name, edges in reduced(imports()).items() if edges]
    return "\n".join(["```mermaid", "flowchart TD", *lines, "```", ""])


def drawn(page: str) -> str:
    """Return the page with the picture as it is now."""
    return _PICTURE.sub(lambda _: picture(), page)


def _imported(folder: Path, features: set[str]) -> Iterator[str]:
    for path in folder.rglob("*.py"):
        if _APART.isdisjoint(path.relative_to(folder).parts):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("corpuses"):
                    inner = node.module.split(".")[1:]
                    yield from {inner[0]} & features if inner else {each.name for each in node.names} & features


if __name__ == "__main__":
    text = PAGE.read_text()
    if "--write" in sys.argv:
        PAGE.write_text(drawn(text))
    elif text != drawn(text):
        sys.exit("The picture of the features is out of date: make picture WRITE=1.")
