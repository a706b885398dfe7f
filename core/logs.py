"""Logs are events: a fixed name, fields beside it, the ids of request, trace, job and document on each line."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Final

from core import log_facts, request_id

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Django logs the whole request, whose address may hold the token of a link.
_NEVER = frozenset({"request"})

# `document.unlocked`, `[set_doc_lock_state] document.unlocked`: a prefix is a step or a function (S1-18).
_EVENT: Final = re.compile(r"(?:\[\w+\] |\w+\(\) )?(?P<event>[a-z][a-z_]*(?:\.[a-z_]+)+)")

# What opens a door: nothing of ours logs it, yet libraries log addresses and the texts of errors.
_HINTS: Final = ("earer ", "oken ", "cty_", "eyJ", "/s/", "/links/", "://", "?")
_SECRETS: Final = (
    (re.compile(r"\?[\w.%-]+=[^\s\"'\\]*"), "?…"),  # queries: signatures, tokens, what people search for
    (re.compile(r"(?i)\b(bearer|token)\s+[\w.~+/=-]{8,}"), r"\1 …"),
    (re.compile(r"\bcty_[\w-]+"), "cty_…"),
    (re.compile(r"\beyJ[\w-]+(?:\.[\w-]+){1,2}"), "eyJ…"),
    (re.compile(r"(/s/|/links/)[\w-]{8,}"), r"\1…"),
    (re.compile(r"(\w://[^\s/:@\"]*):[^\s/@\"]+@"), r"\1:…@"),
)


class JsonFormatter(logging.Formatter):
    """Write a record as one JSON object per line (S3-52)."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": event_of(record),
            "message": record.getMessage(),
            "request_id": request_id.current(),
            "otelTraceID": "",
        }
        line |= log_facts.current()
        line |= {key: value for key, value in vars(record).items() if key not in _STANDARD and key not in _NEVER}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(line, default=str, ensure_ascii=False))


def event_of(record: logging.LogRecord) -> str:
    """Give the name of what happened: the message of a line of ours without the prefix that some have (X-25)."""
    found = _EVENT.fullmatch(record.msg) if isinstance(record.msg, str) and not record.args else None
    return found["event"] if found else ""


def without_secrets(text: str) -> str:
    """Take out of a text what opens a door. Cheap where there is nothing: a few searches for fixed words."""
    if not any(hint in text for hint in _HINTS):
        return text
    for pattern, instead in _SECRETS:
        text = pattern.sub(instead, text)
    return text
