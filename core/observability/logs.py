"""JSON logs: a fixed event name, fields, and the ids of request, trace, job and document on each line."""

import json
import logging
import re
from collections.abc import MutableMapping
from datetime import UTC, datetime
from typing import Any, Final

from structlog.contextvars import merge_contextvars
from structlog.processors import format_exc_info
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

# `document.unlocked`, `[set_doc_lock_state] document.unlocked`: a prefix is a step or a function (S1-18).
_EVENT: Final = re.compile(r"(?:\[\w+\] |\w+\(\) )?(?P<event>[a-z][a-z_]*(?:\.[a-z_]+)+)")

# Secrets: our code logs none, but libraries log URLs and the texts of errors.
_HINTS: Final = ("earer ", "oken ", "cty_", "eyJ", "/s/", "/links/", "://", "?")
_SECRETS: Final = (
    (re.compile(r"\?[\w.%-]+=[^\s\"'\\]*"), "?…"),  # query strings: signatures, tokens, search terms
    (re.compile(r"(?i)\b(bearer|token)\s+[\w.~+/=-]{8,}"), r"\1 …"),
    (re.compile(r"\bcty_[\w-]+"), "cty_…"),
    (re.compile(r"\beyJ[\w-]+(?:\.[\w-]+){1,2}"), "eyJ…"),
    (re.compile(r"(/s/|/links/)[\w-]{8,}"), r"\1…"),
    (re.compile(r"(\w://[^\s/:@\"]*):[^\s/@\"]+@"), r"\1:…@"),
)


class JsonFormatter(ProcessorFormatter):
    """Formats records as one JSON object per line (S3-52)."""

    def __init__(self) -> None:
        super().__init__(
            foreign_pre_chain=[merge_contextvars, add_log_level, add_logger_name, ExtraAdder(), _add_event],
            processors=[ProcessorFormatter.remove_processors_meta, _timestamp, format_exc_info, _render],
        )


def _add_event(_logger: object, _method: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Separate the name of the event from the message, and add ids that are always present."""
    record: logging.LogRecord = fields["_record"]
    # Django adds the request, whose URL may contain the token of a share link.
    fields.pop("request", None)
    # structlog has put the arguments into the message, and taken them from the record.
    message = fields["event"]
    return {"request_id": "", "otelTraceID": "", **fields, "event": event_of(record), "message": message}


def _timestamp(_logger: object, _method: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {"timestamp": datetime.now(UTC).isoformat(), **fields}


def _render(_logger: object, _method: str, fields: MutableMapping[str, Any]) -> str:
    if traceback := fields.pop("exception", None):
        fields["traceback"] = traceback
    return without_secrets(json.dumps(fields, default=str, ensure_ascii=False))


def event_of(record: logging.LogRecord) -> str:
    """Return the event name: the message without its prefix, if the record is one of ours (X-25)."""
    found = _EVENT.fullmatch(record.msg) if isinstance(record.msg, str) and not record.args else None
    return found["event"] if found else ""


def without_secrets(text: str) -> str:
    """Mask secrets in a text. Cheap if there are none: a few substring searches."""
    if not any(hint in text for hint in _HINTS):
        return text
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text
