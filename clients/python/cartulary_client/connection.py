"""HTTP connection to one server: authentication, token refresh, retries, errors as exceptions."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import httpx

from cartulary_client.credentials import Credentials, CredentialStore, MemoryCredentialStore
from cartulary_client.errors import ServerUnreachable, error_from_response

BASE: Final = "/api/v1"
VERSION: Final = "0.1.0"

_CHUNK: Final = 1 << 20
_MAX_ATTEMPTS: Final = 5
_MAX_BACKOFF: Final = 8.0
_MAX_RETRY_TIME: Final = 90.0
_UNAVAILABLE: Final = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT})
_IDEMPOTENT_METHODS: Final = frozenset({"GET", "HEAD", "PUT", "DELETE"})
_TIMEOUT: Final = httpx.Timeout(60.0, connect=10.0)

BodyFactory = Callable[[], Mapping[str, Any]]
"""Returns the httpx arguments of a request's body; called for every attempt, because a stream is read only once."""


class Connection:
    """A pool of HTTP connections with the credentials of one user. Thread-safe."""

    def __init__(
        self,
        credentials: Credentials,
        *,
        store: CredentialStore | None = None,
        timeout: httpx.Timeout = _TIMEOUT,
        connections: int = 10,
    ) -> None:
        self._store = store or MemoryCredentialStore()
        self._credentials = credentials
        self._refresh_lock = threading.Lock()
        self._http = httpx.Client(
            base_url=credentials.server,
            timeout=timeout,
            limits=httpx.Limits(max_connections=connections, max_keepalive_connections=connections),
            headers={"User-Agent": f"cartulary-client/{VERSION}"},
        )

    @property
    def credentials(self) -> Credentials:
        return self._credentials

    def close(self) -> None:
        self._http.close()

    def get(self, path: str, **params: Any) -> Any:
        """Return the JSON of a response; parameters that are empty are left out."""
        query = {name: _text(value) for name, value in params.items() if value not in (None, "")}
        return self.request("GET", path, params=query or None).json()

    def pages(self, path: str, **params: Any) -> Iterator[Any]:
        """Yield the results of all pages of a list."""
        page = self.get(path, **params)
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            # Only the path: behind a proxy the server may name itself by another host.
            page = self.get(httpx.URL(page["next"]).raw_path.decode())

    def post(self, path: str, body: Any = None) -> Any:
        """Send JSON with an `Idempotency-Key`, so that the request can be retried safely; return the JSON response."""
        headers = {"Idempotency-Key": new_idempotency_key()}
        response = self.request("POST", path, json={} if body is None else body, headers=headers)
        return response.json() if response.content else None

    def patch(self, path: str, body: Any, *, version: str = "") -> Any:
        """Change an object; with `version` only if the object still has that version, else `EditConflict`."""
        headers = {"If-Match": f'"{version}"'} if version else {}
        return self.request("PATCH", path, json=body, headers=headers).json()

    def delete(self, path: str, **params: Any) -> None:
        self.request("DELETE", path, params=params or None)

    def request(
        self,
        method: str,
        path: str,
        *,
        body: BodyFactory | None = None,
        is_idempotent: bool = False,
        accept: Callable[[httpx.Response], bool] | None = None,
        **options: Any,
    ) -> httpx.Response:
        """Send a request; retry it while the server is unreachable, unavailable or limits the rate.

        Only idempotent requests are retried after a lost connection: by method, by an `Idempotency-Key` header or by
        `is_idempotent`. Raises `ApiError`, unless `accept` takes the error response as it is, or `ServerUnreachable`.
        """
        headers = dict(options.pop("headers", None) or {})
        is_idempotent = is_idempotent or method in _IDEMPOTENT_METHODS or "Idempotency-Key" in headers
        began, is_refreshed = time.monotonic(), False
        for attempt in range(_MAX_ATTEMPTS):
            is_last = attempt == _MAX_ATTEMPTS - 1
            bearer = self._credentials.bearer
            content = body() if body else {}
            try:
                response = self._send(method, path, bearer=bearer, headers=headers, **options, **content)
            except httpx.TransportError as error:
                if not is_idempotent or is_last:
                    raise ServerUnreachable(f"{self._credentials.server} does not respond: {error}") from error
                time.sleep(_backoff(attempt))
                continue
            if response.status_code == HTTPStatus.UNAUTHORIZED and not is_refreshed and self._refresh(bearer):
                is_refreshed = True
                continue
            delay = _retry_delay(response, attempt, is_idempotent=is_idempotent)
            if delay is None or is_last or time.monotonic() + delay - began > _MAX_RETRY_TIME:
                if response.is_error and not (accept and accept(response)):
                    raise error_from_response(response)
                return response
            time.sleep(delay)
        raise ServerUnreachable(f"{self._credentials.server} does not respond.")

    @contextmanager
    def stream(
        self, path: str, *, headers: Mapping[str, str], timeout: httpx.Timeout | None
    ) -> Iterator[httpx.Response]:
        """Open a response whose body is read as it arrives; refresh the tokens first if they have expired."""
        for is_refreshed in (False, True):
            bearer = self._credentials.bearer
            signed = {**headers, "Authorization": f"Bearer {bearer}"}
            with self._http.stream("GET", BASE + path, headers=signed, timeout=timeout or _TIMEOUT) as response:
                if response.status_code == HTTPStatus.UNAUTHORIZED and not is_refreshed and self._refresh(bearer):
                    continue
                if response.is_error:
                    response.read()
                    raise error_from_response(response)
                yield response
                return

    def save(self, path: str, target: Path, *, progress: Callable[[int], None] | None = None) -> int:
        """Write a response to a file, which is there only when it is complete; return its size in bytes.

        `progress` is called with the number of bytes that have arrived.
        """
        with self.stream(path, headers={}, timeout=None) as response:
            return _write(response, target, progress)

    def save_signed(self, url: str, target: Path) -> int:
        """Write the file at a signed URL of the server, or of its store, as `save` does."""
        signed = httpx.URL(url)
        path = signed.raw_path.decode()
        if path.startswith(BASE):  # by the path: behind a proxy the server may name itself by another host
            return self.save(path.removeprefix(BASE), target)
        with self._http.stream("GET", signed) as response:
            if response.is_error:
                response.read()
                raise error_from_response(response)
            return _write(response, target)

    def _send(
        self, method: str, path: str, *, bearer: str, headers: Mapping[str, str], **options: Any
    ) -> httpx.Response:
        signed = {**headers, "Authorization": f"Bearer {bearer}"} if bearer else headers
        return self._http.request(
            method, path if path.startswith(("/api/", "/mcp")) else BASE + path, headers=signed, **options
        )

    def _refresh(self, expired: str) -> bool:
        """Replace the pair of tokens, unless another thread or process just has; return whether there are new ones."""
        with self._refresh_lock, self._store.locked():
            stored = self._store.load()
            current = self._credentials
            if stored is not None and (stored.server, stored.username) == (current.server, current.username):
                self._credentials = stored
            if self._credentials.bearer != expired:
                return True
            if not self._credentials.refresh:
                return False
            response = self._http.post(f"{BASE}/auth/refresh", json={"refresh": self._credentials.refresh})
            if response.is_error:
                return False
            tokens = response.json()
            self._credentials = self._credentials.with_tokens(tokens["access"], tokens["refresh"])
            self._store.save(self._credentials)
            return True


def log_in(server: str, username: str, password: str, *, code: str = "") -> Credentials:
    """Return an access and a refresh token for a user name and a password; raise `NotAuthenticated` otherwise.

    Users with a second factor need a `code`; without one, `PermissionDenied` has the code `second_factor_needed`.
    """
    server = server.rstrip("/")
    connection = Connection(Credentials(server=server))
    try:
        body = {"username": username, "password": password} | ({"code": code} if code else {})
        tokens = connection.request("POST", "/auth/login", json=body).json()
    finally:
        connection.close()
    return Credentials(server=server, username=username, access=tokens["access"], refresh=tokens["refresh"])


def _write(response: httpx.Response, target: Path, progress: Callable[[int], None] | None = None) -> int:
    part = target.with_name(f".{target.name}.part")
    size = 0
    try:
        with part.open("wb") as file:
            for chunk in response.iter_bytes(_CHUNK):
                size += file.write(chunk)
                if progress:
                    progress(size)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return size


def new_idempotency_key() -> str:
    """Return a random key."""
    return uuid4().hex


def _text(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _retry_delay(response: httpx.Response, attempt: int, *, is_idempotent: bool) -> float | None:
    """Return the seconds before the next attempt, `None` for no retry. A 429 response has had no effect."""
    is_rate_limited = response.status_code == HTTPStatus.TOO_MANY_REQUESTS
    if not is_rate_limited and not (is_idempotent and response.status_code in _UNAVAILABLE):
        return None
    retry_after = response.headers.get("Retry-After", "")
    return float(retry_after) if retry_after.isdigit() else _backoff(attempt)


def _backoff(attempt: int) -> float:
    """Return 0.25 s, 0.5 s, 1 s … with jitter."""
    jitter = random.uniform(0.75, 1.25)  # noqa: S311 - no secret
    return min(_MAX_BACKOFF, 0.25 * float(2**attempt)) * jitter
