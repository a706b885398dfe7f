"""Send documents to remote analyzers. A busy or failing server gets some more tries, then the job is retried."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from core import circuit_breaker, outgoing, retries, webhooks
from core.encryption import decrypt
from core.errors import DependencyFault, UserFault
from core.outgoing import Limits, Response, ServerUnreachable
from corpuses.analyzers.checking import AnalyzerMisbehaved
from corpuses.analyzers.models import SECRET_PURPOSE, RemoteAnalyzer
from corpuses.analyzers.protocol import DocumentText, Result
from corpuses.analyzers.remote.messages import MAX_MESSAGE, request_body, results_of
from corpuses.providers.allowed import AllowedServers, Purpose, require_allowed

logger = logging.getLogger(__name__)

CALLBACK_ROUTE: Final = "analysis-results"
TRIES: Final = 3
LONGEST_WAIT: Final = 60.0  # seconds that a server may ask to wait, in `Retry-After`
_BACKOFF: Final = 1.0
_OK, _ACCEPTED, _TOO_MANY, _SERVER_ERROR = 200, 202, 429, 500
_REDIRECTS: Final = range(300, 400)


class RemoteAnalyzerUnavailable(DependencyFault):
    """The server of the remote analyzer is not available right now."""

    code = "remote_analyzer_unavailable"
    what_to_do = "Wait: the job is retried. Then check the server of the analyzer."


class RemoteAnalyzerRefused(UserFault):
    """The server of the remote analyzer did not accept the document."""

    code = "remote_analyzer_refused"
    what_to_do = "Read `message`; check the address, and the secret on the server of the analyzer."


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A document to send for a run. `check` raises if the results are not needed any more."""

    run: UUID
    document_id: UUID
    document: DocumentText
    settings: Mapping[str, Any]
    deadline: float
    check: Callable[[], None] = lambda: None
    is_test: bool = False
    tries: int = TRIES


def secret_of(analyzer: RemoteAnalyzer) -> str:
    """Return the secret of a remote analyzer; raise `RemoteAnalyzerRefused` if it can no longer be decrypted."""
    secret = decrypt(SECRET_PURPOSE, analyzer.encrypted_secret)
    if secret is None:
        raise RemoteAnalyzerRefused("The secret of the analyzer cannot be read any more. Enter it again.")
    return secret


def require_server(analyzer: RemoteAnalyzer) -> AllowedServers:
    """Return the allowed servers; raise `AddressNotAllowed` unless, or once no longer, the analyzer is on one."""
    return require_allowed(Purpose.ANALYZERS, analyzer.corpus.tenant_id, analyzer.address)


def callback_url(run: UUID) -> str | None:
    """Return the address for results that come later; `None` while `PUBLIC_URL` is not set."""
    return f"{settings.PUBLIC_URL}{reverse(CALLBACK_ROUTE, args=[run])}" if settings.PUBLIC_URL else None


def send(analyzer: RemoteAnalyzer, delivery: Delivery) -> list[Result] | None:
    """Send a document; return the results, not checked, or `None` if they come later."""
    callback = None if delivery.is_test else callback_url(delivery.run)
    body = request_body(
        run=delivery.run,
        document_id=delivery.document_id,
        document=delivery.document,
        settings=delivery.settings,
        labels=analyzer.labels,
        callback_url=callback,
        is_test=delivery.is_test,
    )
    response = _answered(analyzer, body, delivery)
    if response.status == _OK:
        return results_of(response.body, run=delivery.run)
    if response.status == _ACCEPTED:
        if callback is None and not delivery.is_test:
            raise AnalyzerMisbehaved("The results cannot come later: PUBLIC_URL is not set in this installation.")
        return None
    if response.status in _REDIRECTS:
        raise RemoteAnalyzerRefused(f"The server answered with a redirect ({response.status}), which is not followed.")
    raise RemoteAnalyzerRefused(_status_text(response), status=response.status)


def _answered(analyzer: RemoteAnalyzer, body: bytes, delivery: Delivery) -> Response:
    """Return the response that is worth no other try."""
    secret = secret_of(analyzer)
    for failures in range(1, delivery.tries + 1):
        delivery.check()
        _require_no_pause(analyzer, delivery)
        try:
            response = _post_once(analyzer, body, delivery, secret=secret)
        except ServerUnreachable as error:
            reason, asked = error.message, ""
        else:
            if response.status != _TOO_MANY and response.status < _SERVER_ERROR:
                return response
            reason, asked = _status_text(response), response.headers.get("retry-after", "")
        wait = retries.seconds_before_retry(failures, base=_BACKOFF, retry_after=asked)
        is_too_long = wait > LONGEST_WAIT or time.monotonic() + wait >= delivery.deadline
        if failures == delivery.tries or is_too_long:
            break
        logger.warning("analyzer.retry", extra={"analyzer": analyzer.pk, "failures": failures, "wait": round(wait, 2)})
        retries.wait(wait, delivery.check)
    raise RemoteAnalyzerUnavailable(reason)


def _require_no_pause(analyzer: RemoteAnalyzer, delivery: Delivery) -> None:
    """Raise `RemoteAnalyzerUnavailable` while the server gets no requests, so that no worker waits for it."""
    pause = None if delivery.is_test else circuit_breaker.find_pause(_server_of(analyzer))
    if pause:
        times = circuit_breaker.MAX_FAILURES
        raise RemoteAnalyzerUnavailable(
            f"{pause.reason} It has failed {times} times in a row, and gets no requests for {pause.seconds} seconds."
        )


def _post_once(analyzer: RemoteAnalyzer, body: bytes, delivery: Delivery, *, secret: str) -> Response:
    """Send a document, and record whether the server has failed."""
    server = _server_of(analyzer)
    try:
        response = _post(analyzer, body, delivery, secret=secret)
    except ServerUnreachable as error:
        circuit_breaker.record_failure(server, reason=error.message)
        raise
    if response.status >= _SERVER_ERROR:
        circuit_breaker.record_failure(server, reason=_status_text(response))
    else:
        circuit_breaker.record_success(server)
    return response


def _post(analyzer: RemoteAnalyzer, body: bytes, delivery: Delivery, *, secret: str) -> Response:
    headers = {"content-type": "application/json", "accept": "application/json", "user-agent": "Cartulary"}
    servers = require_server(analyzer)  # before each try: it may have been removed meanwhile
    limits = Limits(
        hosts=servers.hosts,
        public=servers.public,
        seconds=max(0.1, min(settings.ANALYZER_TIMEOUT_SECONDS, delivery.deadline - time.monotonic())),
        size=MAX_MESSAGE,
        check=delivery.check,
    )
    # The id stays the same for all tries, so that the server can leave out repeated ones.
    signature = webhooks.signed(body, secret=secret, message_id=str(delivery.run))
    return outgoing.post(analyzer.address, body, headers=headers | signature, limits=limits)


def _server_of(analyzer: RemoteAnalyzer) -> str:
    return urlsplit(analyzer.address).netloc.lower()


def _status_text(response: Response) -> str:
    return f"The server answered with status {response.status}."
