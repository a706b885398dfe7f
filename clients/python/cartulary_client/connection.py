"""One server over HTTP: signs every request, repeats what may be repeated, turns refusals into exceptions."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Final
from uuid import uuid4

import httpx

from cartulary_client.credentials import Credentials, InMemory, Keeper
from cartulary_client.errors import Unreachable, refusal

BASE: Final = "/api/v1"
VERSION: Final = "0.1.0"

_TIMES: Final = 5
_LONGEST_PAUSE: Final = 8.0
_LONGEST_WAIT: Final = 90.0
_AWAY: Final = frozenset({HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT})
_REPEATABLE: Final = frozenset({"GET", "HEAD", "PUT", "DELETE"})
_TIMEOUT: Final = httpx.Timeout(60.0, connect=10.0)

Body = Callable[[], Mapping[str, Any]]


class Connection:
    """Threads may share it."""

    def __init__(
        self,
        credentials: Credentials,
        *,
        keeper: Keeper | None = None,
        timeout: httpx.Timeout = _TIMEOUT,
        connections: int = 10,
    ) -> None:
        self._keeper = keeper or InMemory()
        self._credentials = credentials
        self._renewing = threading.Lock()
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
        """Give the JSON of an answer."""
        wanted = {name: value for name, value in params.items() if value not in (None, "")}
        return self.request("GET", path, params=wanted or None).json()

    def pages(self, path: str, **params: Any) -> Iterator[Any]:
        """Give the results of all pages of a list."""
        page = self.get(path, **params)
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            # Where the server believes to be is its own affair: only what follows its name counts.
            page = self.get(httpx.URL(page["next"]).raw_path.decode())

    def post(self, path: str, body: Any = None, *, key: str = "") -> Any:
        """Send JSON under an `Idempotency-Key`, so that the request may be repeated until there is an answer."""
        headers = {"Idempotency-Key": key or new_key()}
        answer = self.request("POST", path, json={} if body is None else body, headers=headers)
        return answer.json() if answer.content else None

    def patch(self, path: str, body: Any, *, version: str = "") -> Any:
        """Change something; with its `version`, only if nobody else has."""
        return self.request("PATCH", path, json=body, headers={"If-Match": f'"{version}"'} if version else {}).json()

    def delete(self, path: str) -> None:
        self.request("DELETE", path)

    def request(
        self, method: str, path: str, *, body: Body | None = None, again: bool = False, **options: Any
    ) -> httpx.Response:
        """Ask until there is an answer that counts. `body` makes the content anew for every try; `again`: doing it
        twice harms nobody, which is so without it for what only reads and for requests with an `Idempotency-Key`.

        Raises `Refused` and its kinds, or `Unreachable`.
        """
        headers = dict(options.pop("headers", None) or {})
        is_repeatable = again or method in _REPEATABLE or "Idempotency-Key" in headers
        began, is_renewed = time.monotonic(), False
        for number in range(_TIMES):
            is_last = number == _TIMES - 1
            bearer = self._credentials.bearer
            try:
                answer = self._send(method, path, bearer=bearer, headers=headers, **options, **(body() if body else {}))
            except httpx.TransportError as error:
                if not is_repeatable or is_last:
                    raise Unreachable(f"{self._credentials.server} does not answer: {error}") from error
                time.sleep(_pause(number))
                continue
            if answer.status_code == HTTPStatus.UNAUTHORIZED and not is_renewed and self._renew(bearer):
                is_renewed = True
                continue
            pause = _wait_for(answer, number, is_repeatable=is_repeatable)
            if pause is None or is_last or time.monotonic() + pause - began > _LONGEST_WAIT:
                return _checked(answer)
            time.sleep(pause)
        raise Unreachable(f"{self._credentials.server} does not answer.")

    @contextmanager
    def stream(
        self, path: str, *, headers: Mapping[str, str], timeout: httpx.Timeout | None
    ) -> Iterator[httpx.Response]:
        """Read an answer while it comes; renews the login first if that has ended."""
        for is_second in (False, True):
            bearer = self._credentials.bearer
            signed = {**headers, "Authorization": f"Bearer {bearer}"}
            with self._http.stream("GET", BASE + path, headers=signed, timeout=timeout or _TIMEOUT) as answer:
                if answer.status_code == HTTPStatus.UNAUTHORIZED and not is_second and self._renew(bearer):
                    continue
                if answer.is_error:
                    answer.read()
                    raise refusal(answer)
                yield answer
                return

    def _send(
        self, method: str, path: str, *, bearer: str, headers: Mapping[str, str], **options: Any
    ) -> httpx.Response:
        signed = {**headers, "Authorization": f"Bearer {bearer}"} if bearer else headers
        return self._http.request(method, path if path.startswith("/api/") else BASE + path, headers=signed, **options)

    def _renew(self, expired: str) -> bool:
        """Replace the pair of tokens, unless another thread or command just has; false when there is none to use."""
        with self._renewing, self._keeper.locked():
            kept = self._keeper.load()
            if (
                kept is not None
                and kept.server == self._credentials.server
                and kept.username == self._credentials.username
            ):
                self._credentials = kept
            if self._credentials.bearer != expired:
                return True
            if not self._credentials.refresh:
                return False
            answer = self._http.post(f"{BASE}/auth/refresh", json={"refresh": self._credentials.refresh})
            if answer.is_error:
                return False
            pair = answer.json()
            self._credentials = self._credentials.renewed(pair["access"], pair["refresh"])
            self._keeper.save(self._credentials)
            return True


def log_in(server: str, username: str, password: str) -> Credentials:
    """Give the pair of tokens for a name and a password; raises `Refused`."""
    nobody = Connection(Credentials(server=server.rstrip("/")))
    try:
        answer = nobody.request("POST", "/auth/login", json={"username": username, "password": password}).json()
    finally:
        nobody.close()
    return Credentials(server=server.rstrip("/"), username=username, access=answer["access"], refresh=answer["refresh"])


def new_key() -> str:
    """Give an idempotency key that nobody has used."""
    return uuid4().hex


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.is_error:
        raise refusal(answer)
    return answer


def _wait_for(answer: httpx.Response, number: int, *, is_repeatable: bool) -> float | None:
    """How long to wait before asking again; None where that would not help. What was too much has done nothing."""
    is_too_much = answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    if not is_too_much and not (is_repeatable and answer.status_code in _AWAY):
        return None
    told = answer.headers.get("Retry-After", "")
    return float(told) if told.isdigit() else _pause(number)


def _pause(number: int) -> float:
    """0.25 s, 0.5 s, 1 s …, each somewhat different for everybody."""
    jitter = random.uniform(0.75, 1.25)  # noqa: S311 - no secret
    return min(_LONGEST_PAUSE, 0.25 * float(2**number)) * jitter
