"""`docs/errors.md` has every error code of the product, with what to do."""

import ast

import pytest

from core.api.rest.exceptions import CODES
from core.errors import DomainError
from tasks.states import Reason
from tests.meta import error_catalogue
from tests.meta.codes_without_class import OTHERS, WARNINGS
from tests.meta.error_catalogue import error_classes, page, sources

pytestmark = pytest.mark.unit

# Functions whose argument is a code: its position.
CODE_ARGUMENTS = {"limit_error": 0, "FailureView": 0}
CODE_KEYWORDS = {"ErrorResponse", "ErrorDetail", "Failure", "FailureView"}
WARNING_ARGUMENTS = {"ParseWarning": 0, "_warn": 0}


def literals(arguments):
    """Yield the literal codes that the sources pass to these functions."""
    for module, tree in sources(arguments):
        for call in (each for each in ast.walk(tree) if isinstance(each, ast.Call)):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            position = arguments.get(name, len(call.args))
            if position < len(call.args) and isinstance(call.args[position], ast.Constant):
                yield module, call.args[position].value


def keywords():
    """Yield the literals that are passed as `code=` of an error or a failure."""
    for module, tree in sources(CODE_KEYWORDS):
        for call in (each for each in ast.walk(tree) if isinstance(each, ast.Call)):
            if getattr(call.func, "id", "") in CODE_KEYWORDS:
                for each in call.keywords:
                    if each.arg == "code" and isinstance(each.value, ast.Constant):
                        yield module, each.value.value


def known():
    return {entry.code for entry in OTHERS} | {error.code for error in error_classes()}


@pytest.mark.full
def test_the_page_is_generated_from_the_code():
    assert error_catalogue.PAGE.read_text() == page(), "make errors WRITE=1"


@pytest.mark.parametrize("error", error_classes(), ids=lambda error: error.__qualname__)
def test_every_class_says_what_to_do(error):
    assert error.what_to_do, f"{error.__qualname__}: say what to do"
    has_own_code = "code" in vars(error)
    assert not has_own_code or "what_to_do" in vars(error), "it has that of another code"
    assert error().message.endswith((".", ")."))


def test_other_codes_say_what_to_do():
    for entry in OTHERS:
        assert entry.meaning.endswith(".")
        assert entry.what_to_do.endswith(".")
    assert len({entry.code for entry in OTHERS}) == len(OTHERS)


@pytest.mark.full
def test_every_literal_code_is_described():
    found = {*literals(CODE_ARGUMENTS), *keywords()}
    assert {(module, code) for module, code in found if isinstance(code, str) and code} - {
        (module, code) for module, code in found if code in known()
    } == set()
    assert len(found) > 5


def test_the_codes_of_the_framework_and_of_jobs_are_described():
    assert set(CODES.values()) <= known()
    stored = {Reason.CANCELLED, Reason.TIMEOUT, Reason.WORKER_LOST, Reason.UNKNOWN_KIND, Reason.BAD_ARGUMENTS}
    assert stored <= known()


def test_every_warning_is_described():
    found = {code for _, code in literals(WARNING_ARGUMENTS) if isinstance(code, str)}
    assert found == set(WARNINGS)


@pytest.mark.full
def test_every_error_that_is_raised_by_name_is_in_the_catalogue():
    described = {error.__name__ for error in error_classes()}
    defined = {
        each.name
        for _, tree in sources(["    code"])
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef) and any(has_code(line) for line in each.body)
    }
    assert defined - {"DomainError"} <= described


def has_code(line):
    targets = line.targets if isinstance(line, ast.Assign) else [line.target] if isinstance(line, ast.AnnAssign) else []
    value = getattr(line, "value", None)
    is_literal = isinstance(value, ast.Constant) and isinstance(value.value, str)
    return is_literal and any(getattr(target, "id", "") == "code" for target in targets)


def test_the_page_is_linked():
    root = error_catalogue.ROOT
    assert "docs/errors.md" in (root / "README.md").read_text()
    assert "errors.md" in (root / "docs" / "api.md").read_text()
    assert DomainError.what_to_do == ""
