"""The targets, tests and explanations of mutation testing are valid."""

import pytest

from tests.copies import ROOT
from tests.meta.mutants import of_python, of_sql
from tests.meta.mutants.__main__ import explanations
from tests.meta.mutants.targets import TARGETS


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.path)
def test_files_and_tests_exist(target):
    assert [path for path in (target.path, *target.tests) if not (ROOT / path).is_file()] == []


def test_explanations_refer_to_existing_mutants():
    sources = {target.path: (ROOT / target.path).read_text() for target in TARGETS}
    modules = {path: of_sql if path.endswith(".sql") else of_python for path in sources}
    names = {mutant.name for path, module in modules.items() for mutant in module.mutants_of(path, sources[path])}
    assert set(explanations()) <= names, "no such mutant: remove it from explained.txt"
    assert all(explanations().values())


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("a = b < 1", {"a = b <= 1", "a = b >= 1", "a = b < 2", "a = b < 0"}),
        ("a = b and not c", {"a = b or not c", "a = b and c"}),
        ("if a:\n    f(b=1)", {"if not a:", "pass", "f()", "f(b=2)", "f(b=0)"}),
        (
            "def f(a: int = 3) -> int:\n    return a",
            {"def f(a: int=4) -> int:", "def f(a: int=2) -> int:", "return None"},
        ),
        ("@atomic\ndef f(): g()", {"pass", "def f():"}),
        ("a = f'{1}' + 'text'", {"a = f'{1}' - 'text'"}),
    ],
)
def test_mutants_of_python(source, after):
    assert {mutant.after for mutant in of_python.mutants_of("it.py", source)} == after


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("where a < 10 -- b < 1", {"where a <= 10 --", "where a > 10 --", "where a < 11 --", "where a < 9 --"}),
        ("order by a, b limit", {"order by a desc, b", "order by b", "order by a, b desc", "order by a"}),
        ("now() - interval '10 s'", {"now() + interval '10 s'", "now() - interval '40 s'"}),
        (
            "set a = f(b, c), d = e;",
            {"set a = a, d = e", "set a = f(b, c), d = d", "set a <> f(", "set a = f(b, c), d <> e"},
        ),
        ("('waiting', 'scheduled'), ('a', 'b')", {"('a', 'b')", "('waiting', 'scheduled'),"}),
    ],
)
def test_mutants_of_sql(source, after):
    changes = {mutant.after for mutant in of_sql.mutants_of("it.sql", f"{source}\n")}
    assert len(changes) == len(after)
    assert all(any(text.startswith(beginning) for text in changes) for beginning in after)
