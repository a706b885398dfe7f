"""Log lines name their event in a field; events with a documented prefix also have it in the message."""

import json
import logging

import pytest

from core.observability.logs import JsonFormatter
from tasks.testing import run_jobs
from tests.idempotency.conftest import begin, language_model

__all__ = ["language_model"]

PREFIXED = {
    "documents.added": "[CorpusSignal] documents.added",
    "actions.deferred": "[CorpusSignal] actions.deferred",
    "action.started": "process_corpus_action() action.started",
    "document.unlocked": "[set_doc_lock_state] document.unlocked",
    "agent.started": "[AgentCorpusAction] agent.started",
    "agent.finished": "[AgentCorpusAction] agent.finished",
}
OURS = {"core", "users", "tasks", "documents", "corpuses", "config"}


def line_of(message: str, *args: object, logger: str = "documents.services") -> dict[str, object]:
    record = logging.LogRecord(logger, logging.INFO, "", 0, message, args, None)
    return json.loads(JsonFormatter().format(record))


@pytest.mark.parametrize(
    ("message", "event"),
    [
        ("step.finished", "step.finished"),
        ("auth.all_sessions_revoked", "auth.all_sessions_revoked"),
        *((message, event) for event, message in PREFIXED.items()),
        ("Not Found: /nowhere", ""),  # Django
        ("celery@host ready.", ""),
        ("[notice] about something.else", ""),
    ],
)
def test_the_event_is_the_message_without_its_prefix(message, event):
    # proves: X-25
    assert (line_of(message)["event"], line_of(message)["message"]) == (event, message)


def test_a_line_with_arguments_has_no_event():
    # proves: X-25
    line = line_of("%s.done", "task", logger="celery")
    assert (line["event"], line["message"]) == ("", "task.done")


@pytest.mark.django_db(transaction=True)
def test_document_processing_logs_events_with_the_documented_prefixes(language_model, caplog):
    # proves: X-25 S1-18
    begin("corpuses.agent")
    run_jobs()
    ours = [record for record in caplog.records if record.name.partition(".")[0] in OURS]
    lines = [json.loads(JsonFormatter().format(record)) for record in ours]
    assert [line for line in lines if not line["event"]] == []
    messages = {line["event"]: line["message"] for line in lines}
    assert {event: messages.get(event) for event in PREFIXED} == PREFIXED
    assert all(messages[event] == event for event in messages.keys() - PREFIXED.keys())
