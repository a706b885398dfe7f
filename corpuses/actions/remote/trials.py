"""Send a sample to a remote analyzer while a user waits, to check its address and its secret. Nothing is stored."""

import time
from dataclasses import dataclass
from typing import Final

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.ids import uuid7
from core.errors import DomainError
from corpuses.analyzers.checking import check_results
from corpuses.analyzers.models import RemoteAnalyzer
from corpuses.analyzers.protocol import NO_SETTINGS, DocumentText
from corpuses.analyzers.remote.client import Delivery, send
from corpuses.analyzers.remote.lookup import RemoteAnalyzerDisabled
from users.models import User

SECONDS: Final = 10.0
_TEXT: Final = "This agreement begins on January 5, 2019. It is governed by the laws of Delaware."
_SAMPLE: Final = DocumentText(text=_TEXT, title="Sample", language="en", pages=((0, len(_TEXT)),))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteTrial:
    """The answer of a remote analyzer to a sample. `code` and `message` are those of the error, if there was one."""

    is_ok: bool
    is_later: bool
    result_count: int
    milliseconds: int
    code: str
    message: str


def try_remote_analyzer(analyzer: RemoteAnalyzer, *, actor: User) -> RemoteTrial:
    """Send a sample text to a remote analyzer, and check its answer; no document is sent."""
    require(actor, Permission.SHARE, analyzer.corpus)
    if not analyzer.enabled:
        raise RemoteAnalyzerDisabled
    began = time.monotonic()
    try:
        count = _send_sample(analyzer, deadline=began + SECONDS)
        failure = None
    except DomainError as error:
        count, failure = 0, error
    record(Action.REMOTE_ANALYZER_TESTED, analyzer, actor=actor, address=analyzer.address, passed=failure is None)
    return RemoteTrial(
        is_ok=failure is None,
        is_later=count is None,
        result_count=count or 0,
        milliseconds=round((time.monotonic() - began) * 1000),
        code=failure.code if failure else "",
        message=failure.message if failure else "",
    )


def _send_sample(analyzer: RemoteAnalyzer, *, deadline: float) -> int | None:
    """Return the number of results, or `None` if they would come later."""
    key = uuid7()
    delivery = Delivery(
        run=key, document_id=key, document=_SAMPLE, settings=NO_SETTINGS, deadline=deadline, is_test=True
    )
    results = send(analyzer, delivery)
    if results is None:
        return None
    checked = check_results(results, _SAMPLE, analyzer.labels)
    return sum(map(len, (checked.findings, checked.labels, checked.metadata, checked.verdicts)))
