"""Send documents to remote analyzers."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from core import outgoing, retries, webhooks
from core.breakers import Breaker, breaker_of
from core.encryption import decrypt
from core.errors import DependencyFault, UserFault
from core.outgoing import Limits, Response, ServerUnreachable, host_of
from corpuses.analyzers.checking import AnalyzerMisbehaved
from corpuses.analyzers.models import SECRET_PURPOSE, RemoteAnalyzer
from corpuses.analyzers.protocol import DocumentText, Result
from corpuses.analyzers.remote.messages import MAX_MESSAGE, request_body, results_of
from corpuses.providers.allowed import AllowedServers, Purpose, require_allowed
from tasks.errors import StopWorking

CALLBACK_ROUTE: Final = "analysis-results"
_OK, _ACCEPTED, _TOO_MANY, _SERVER_ERROR = 200, 202, 429, 500
_REDIRECTS: Final = range(300, 400)


class RemoteAnalyzerUnavailable(DependencyFault):
    """The server of the remote analyzer is not available right now."""

    code = "remote_analyzer_unavailable"
    what_to_do = "Wait: the job is retried. Then check the server of the analyzer."


class RemoteAnalyzerBusy(RemoteAnalyzerUnavailable):
    """The server of the remote analyzer gets too many requests right now."""

    code = "remote_analyzer_busy"
    what_to_do = "Wait: the job is retried. Then ask those who run the server for a higher limit."


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


def secret_of(analyzer: RemoteAnalyzer) -> str:
    """Return the secret of a remote analyzer; raise `RemoteAnalyzerRefused` if it can no longer be decrypted."""
    secret = decrypt(SECRET_PURPOSE, analyzer.encrypted_secret)
    if secret is None:
        raise RemoteAnalyzerRefused("The secret of the analyzer cannot be read any more. Enter it again.")
    return secret


def require_server(analyzer: RemoteAnalyzer) -> AllowedServers:
    """Return the allowed servers; raise `AddressNotAllowed` unless, or once no longer, the analyzer is on one."""
    return require_allowed(Purpose.ANALYZERS, analyzer.corpus.tenant_id, analyzer.address)


def breaker_for(analyzer: RemoteAnalyzer) -> Breaker:
    """Return the breaker of the server, for the tenant: what others send it does not count."""
    return breaker_of("analyzer", host_of(analyzer.address), owner=str(analyzer.corpus.tenant_id))


def callback_url(run: UUID) -> str | None:
    """Return the address for results that come later; `None` while `PUBLIC_URL` is not set."""
    return f"{settings.PUBLIC_URL}{reverse(CALLBACK_ROUTE, args=[run])}" if settings.PUBLIC_URL else None


def send(analyzer: RemoteAnalyzer, delivery: Delivery) -> list[Result] | None:
    """Send a document; return the results, not checked, or `None` if they come later.

    Raises `RemoteAnalyzerUnavailable` for a busy or failing server, and `CircuitOpen` while it gets no requests; tests
    are always sent.
    """
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
    if delivery.is_test:
        return _post(analyzer, body, delivery)
    with breaker_for(analyzer).call(excluded=(UserFault, RemoteAnalyzerBusy, StopWorking)):
        return _post(analyzer, body, delivery)


def _post(analyzer: RemoteAnalyzer, body: bytes, delivery: Delivery) -> Response:
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
    signature = webhooks.signed(body, secret=secret_of(analyzer), message_id=str(delivery.run))
    try:
        response = outgoing.post(analyzer.address, body, headers=headers | signature, limits=limits)
    except ServerUnreachable as error:
        raise RemoteAnalyzerUnavailable(error.message) from error
    wait = retries.parse_retry_after(response.headers.get("retry-after", ""))
    if response.status == _TOO_MANY:
        raise RemoteAnalyzerBusy(_status_text(response), retry_after=wait)
    if response.status >= _SERVER_ERROR:
        raise RemoteAnalyzerUnavailable(_status_text(response), retry_after=wait)
    return response


def _status_text(response: Response) -> str:
    return f"The server answered with status {response.status}."
