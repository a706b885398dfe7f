"""The texts that the user interface has for names of the server, which would be in English on all screens."""

import re

from audit.actions import Action
from config.env import BASE_DIR
from tasks.runtime import registry
from tests.meta.codes_without_class import WARNINGS
from tests.meta.error_catalogue import entries

# Errors of requests that the user interface does not send, of operators, and `invalid`, which says what is wrong.
OF_PROGRAMS = {
    "administrator_protected",
    "annotation_exists",
    "bad_arguments",
    "bad_signature",
    "bad_webhook_signature",
    "batch_refused",
    "chunk_too_large",
    "comment_exists",
    "csrf_failed",
    "dead_letter_not_found",
    "external_id_taken",
    "idempotency_key_reuse",
    "internal_error",
    "invalid",
    "invalid_cursor",
    "invalid_idempotency_key",
    "invalid_input",
    "invalid_query",
    "invalid_token",
    "job_not_found",
    "label_unknown",
    "llm_not_configured",
    "malformed_request",
    "method_not_allowed",
    "no_docling",
    "no_file",
    "no_pdf",
    "no_result",
    "no_text",
    "no_thumbnail",
    "not_acceptable",
    "not_ready",
    "offset_mismatch",
    "operation_not_listed",
    "origin_refused",
    "precondition_failed",
    "query_too_costly",
    "query_too_deep",
    "quote_not_found",
    "range_not_satisfiable",
    "reader_weights_damaged",
    "repeated_parameter",
    "scim_invalid",
    "scope_missing",
    "too_many_aliases",
    "too_many_values",
    "tus_version",
    "unknown_embedder",
    "unknown_field",
    "unknown_kind",
    "unknown_parameter",
    "unknown_template",
    "unsupported_media_type",
    "weights_missing",
}
OWN_APPS = {"documents", "corpuses", "tasks", "users"}
TEXTS = BASE_DIR / "frontend" / "src" / "lib" / "messages"


def names_in(file: str) -> set[str]:
    return set(re.findall(r"^  '([^']+)': t`", (TEXTS / file).read_text(), re.MULTILINE))


def codes_in(file: str) -> set[str]:
    return set(re.findall(r"^  ([a-z0-9_]+):", (TEXTS / file).read_text(), re.MULTILINE))


def test_every_error_that_users_meet_has_a_text():
    texts = codes_in("errors.ts") | codes_in("server-messages.ts")
    codes = {entry.code for entry in entries()}
    assert codes - texts - OF_PROGRAMS == set()
    assert OF_PROGRAMS - codes == set()
    assert OF_PROGRAMS & texts == set()


def test_every_warning_of_documents_has_a_text():
    assert set(WARNINGS) - codes_in("server-messages.ts") == set()


def test_every_action_of_the_audit_log_has_a_text():
    assert {str(action) for action in Action} - names_in("audit.ts") == set()


def test_every_kind_of_job_and_each_step_has_a_text():
    # Other tests register kinds of their own.
    kinds = [kind for kind in registry.all_kinds() if kind.name.split(".")[0] in OWN_APPS]
    assert len(kinds) > 10
    assert {kind.title for kind in kinds} - names_in("jobs.ts") == set()
    assert {step.name for kind in kinds for step in kind.steps} - names_in("jobs.ts") == set()
