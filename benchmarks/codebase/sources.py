"""The committed files of the product: no tests, benchmarks, migrations and generated types; clients apart."""

import ast
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final, TypeAlias

_NOT_PRODUCT: Final = frozenset({"tests", "benchmarks", "clients", "migrations"})
_CLIENT: Final = PurePosixPath("clients/python")

Texts: TypeAlias = Mapping[PurePosixPath, str]


@dataclass(frozen=True, slots=True)
class Sources:
    """The texts of the files by their paths, and the syntax trees of the Python product."""

    python: Texts
    typescript: Texts
    css: Texts
    client: Texts
    trees: Mapping[PurePosixPath, ast.Module]


def read(checkout: Path) -> Sources:
    """Read a checkout. It needs no `.venv`."""
    command = ["git", "-C", str(checkout), "ls-files"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    paths = [PurePosixPath(path) for path in listed if (checkout / path).is_file()]

    def texts(is_read: Callable[[PurePosixPath], bool]) -> Texts:
        return {path: (checkout / path).read_text() for path in paths if is_read(path)}

    python = texts(_is_product_python)
    return Sources(
        python=python,
        typescript=texts(_is_product_typescript),
        css=texts(lambda path: path.suffix == ".css" and path.parts[:2] == ("frontend", "src")),
        client=texts(lambda path: path.suffix == ".py" and path.is_relative_to(_CLIENT)),
        trees={path: ast.parse(text) for path, text in python.items()},
    )


def size(sources: Sources) -> dict[str, float]:
    """Count the files and lines of the product in Python and TypeScript."""
    return {
        "source_files": len(sources.python) + len(sources.typescript),
        "python_lines": count_lines(sources.python),
        "typescript_lines": count_lines(sources.typescript),
    }


def count_lines(texts: Texts) -> int:
    """Count the lines of these files."""
    return sum(len(text.splitlines()) for text in texts.values())


def _is_product_python(path: PurePosixPath) -> bool:
    is_product = len(path.parts) > 1 and not _NOT_PRODUCT.intersection(path.parts)
    return path.suffix == ".py" and is_product and path.name != "conftest.py"


def _is_product_typescript(path: PurePosixPath) -> bool:
    is_source = path.suffix in {".ts", ".tsx"} and path.parts[:2] == ("frontend", "src")
    return is_source and ".test." not in path.name and "testing" not in path.parts and path.name != "graphql.ts"
