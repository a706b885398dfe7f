"""Parts of libraries that these do not promise to keep: an upgrade fails here until they have been compared again."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PRODUCT = ("audit", "cartulary", "config", "core", "corpuses", "documents", "events", "tasks", "users")

_REFLOW = "documents/pipeline/reflow"
_REFLOW_TESTS = "documents/tests/pipeline/reflow"

# By library: the version that the modules were made for, and the tests that compare them with its public path.
MADE_FOR = {
    "Babel": (
        "2.18",
        {
            "corpuses/extracts/values/durations.py": "corpuses/extracts/values/tests/test_values.py",
            "corpuses/extracts/values/money.py": "corpuses/extracts/values/tests/test_values.py",
        },
    ),
    "Django": (
        "5.2",
        {
            "core/db/compiled_lookup.py": "tests/api/test_compiled_lookup.py",
            "documents/storage/folder_store.py": "documents/tests/test_folder_store.py",
            "users/accounts/sessions.py": "users/accounts/tests/test_sessions.py",
        },
    ),
    "celery": ("5.7", {"tasks/runtime/scheduler.py": "tests/jobs/test_worker.py"}),
    "docling-slim": (
        "2.142",
        {
            f"{_REFLOW}/alt_texts.py": f"{_REFLOW_TESTS}/test_pictures_and_formulas.py",
            f"{_REFLOW}/docling_reader.py": f"{_REFLOW_TESTS}/test_pictures_and_formulas.py",
        },
    ),
    "graphql-core": ("3.2", {"core/api/graphql/row_fields.py": "core/tests/test_row_fields.py"}),
    "openpyxl": (
        "3.1",
        {
            f"{_REFLOW}/cell_limits.py": f"{_REFLOW_TESTS}/test_distant_cells.py",
            f"{_REFLOW}/number_formats.py": f"{_REFLOW_TESTS}/test_number_formats.py",
        },
    ),
    "prometheus_client": (
        "0.26",
        {"core/observability/prometheus_multiprocess.py": "tests/observability/test_meter_files.py"},
    ),
    "psycopg": ("3.3", {"core/db/deadlines.py": "tests/api/test_hung_engines.py"}),
    "python-oxmsg": ("0.0", {"documents/pipeline/mail/msg.py": "documents/tests/pipeline/mail/test_rtf_messages.py"}),
    "python-pptx": (
        "1.0",
        {f"{_REFLOW}/damaged_packages.py": f"{_REFLOW_TESTS}/test_damaged_parts.py"},
    ),
}

# Names with an underscore that the documentation of their libraries gives.
DOCUMENTED = {
    "core/api/rest/validation.py": "request._request",
    "corpuses/job_reports.py": "model._default_manager",
    "corpuses/visible_rows.py": "model._default_manager",
    "documents/storage/object_store.py": "S3Storage._save",
    "users/accounts/api_tokens.py": "model._default_manager",
}

_PRIVATE = re.compile(
    r"# noqa: SLF001|^\s*(?:from|import) (?!__future__)[\w.]*\b_\w|^\s*from (?:django|celery|kombu|graphql|psycopg)\b"
    r".* import .*\b_[a-z]\w*",
    re.MULTILINE,
)


@pytest.mark.parametrize("library", MADE_FOR)
def test_a_library_is_of_the_version_that_the_modules_were_made_for(library):
    made_for, modules = MADE_FOR[library]
    installed = ".".join(version(library).split(".")[:2])
    assert installed == made_for, (
        f"{library} is {installed}; these modules were made for {made_for}: {', '.join(modules)}. Compare what they "
        f"use with the new source, run {', '.join(sorted(set(modules.values())))}, then raise the version here."
    )


def test_the_modules_and_their_tests_are_there():
    named = {name for _, modules in MADE_FOR.values() for pair in modules.items() for name in pair}
    assert [name for name in sorted(named | DOCUMENTED.keys()) if not (PROJECT / name).is_file()] == []


def test_every_module_with_private_parts_is_listed():
    listed = DOCUMENTED.keys() | {name for _, modules in MADE_FOR.values() for name in modules}
    files = {path for root in PRODUCT for path in (PROJECT / root).rglob("*.py") if "tests" not in path.parts}
    found = {str(path.relative_to(PROJECT)) for path in files if _PRIVATE.search(path.read_text())}
    assert found
    assert sorted(found - listed) == []


def test_names_that_are_documented_are_still_used():
    for name, used in DOCUMENTED.items():
        assert used in (PROJECT / name).read_text()
