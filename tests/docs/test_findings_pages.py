"""The pages of findings list each once, and name tests that exist."""

import ast
from functools import cache
from pathlib import Path

import pytest

from benchmarks.findings import PRODUCTION, SECURITY, named_tests, open_findings, table

ROOT = Path(__file__).resolve().parents[2]


@cache
def functions(path: str) -> set[str]:
    """Return the names of the functions in a file, those in classes included."""
    file = ROOT / path
    tree = ast.parse(file.read_text()) if file.exists() else ast.Module([], [])
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(
    "name", sorted({name for page in (SECURITY, PRODUCTION) for name in named_tests(page.read_text())})
)
def test_a_named_test_exists(name):
    path, _, function = name.partition("::")
    assert function.startswith("test_")
    assert function in functions(path)


def test_every_finding_in_production_is_mended_and_has_a_test():
    assert [row[0] for row in table(PRODUCTION, "Findings")] == [str(number) for number in range(1, 25)]
    assert open_findings(PRODUCTION) == []
