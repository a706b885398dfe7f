"""`docs/security.md` lists every finding and requirement once, and names tests that exist."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from benchmarks import security

ROOT = Path(__file__).resolve().parents[2]
FINDINGS = [
    f"{severity}{number}" for severity, count in {"H": 2, "M": 9, "L": 19}.items() for number in range(1, count + 1)
]


@cache
def functions(path: str) -> set[str]:
    """Return the names of the functions in a file, those in classes included."""
    file = ROOT / path
    tree = ast.parse(file.read_text()) if file.exists() else ast.Module([], [])
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", sorted(set(security.tests_in(security.PAGE.read_text()))))
def test_a_named_test_exists(name):
    path, _, function = name.partition("::")
    assert function.startswith("test_")
    assert function in functions(path)


def test_every_finding_is_mended_and_has_a_test():
    assert [row[0] for row in security.table("Findings")] == FINDINGS
    assert security.open_findings() == []


def test_the_code_that_the_threat_model_names_exists():
    page = (ROOT / "docs" / "threat-model.md").read_text()
    paths = re.findall(r"`((?:\w+/)+[\w.]+)`", page)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []
