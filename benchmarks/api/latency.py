"""Latency of each operation, one request at a time, and throughput with several connections."""

import http.client
import json
import math
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from benchmarks.api.operations import Operation, Request, Target, json_request, operations
from benchmarks.login import session_cookies

CONNECTIONS: Final = 8
# Targets take turns after this many rounds: often enough to see the same machine, and seldom enough that the caches of
# the processor belong to the server that is measured.
_ROUNDS_PER_TURN: Final = 10
# Lists are measured with a full page, and with the statistics that autovacuum collects once a minute by default.
_ANNOTATIONS: Final = 100
_STATISTICS_S: Final = 75


def measure(targets: Sequence[Target], *, rounds: int, seconds: float) -> list[dict[str, float]]:
    """Return p50, p95 and requests per second of each operation, for each target; targets take turns."""
    runs = [_Run(target) for target in targets]
    for run in runs:
        run.prepare()
    time.sleep(_STATISTICS_S)
    for run in runs:
        run.take_turn(rounds=1)
        run.times.clear()  # the first round warms up
    for turn in range(math.ceil(rounds / _ROUNDS_PER_TURN)):
        for run in runs if turn % 2 else runs[::-1]:
            run.take_turn(rounds=_ROUNDS_PER_TURN)
    for name in runs[0].operations:
        for run in runs:
            run.per_second[name] = _throughput(run, name, seconds=seconds)
            print(run.target.url, {key: value for key, value in run.figures().items() if key.endswith(name)})
    return [run.figures() for run in runs]


class _Run:
    """The operations of one target and their times."""

    def __init__(self, target: Target) -> None:
        self.target = target
        cookies = session_cookies(target.url, target.username, target.password, path=target.version.session)
        self.cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.connection = Connection(target, self.cookie)
        self.operations: Mapping[str, Operation] = operations(target, self._file_address())
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self.per_second: dict[str, float] = {}

    def prepare(self) -> None:
        """Annotate the document, so that the list of annotations has more than a page from the first round."""
        for _ in range(_ANNOTATIONS):
            self.connection.send(self.operations["create_annotation"]())

    def take_turn(self, *, rounds: int) -> None:
        """Send all operations in turn, `rounds` times."""
        self.connection.reconnect()  # the server may have closed it during the turns of the others
        for _ in range(rounds):
            for name, operation in self.operations.items():
                self.times[name].append(self.connection.send(operation()))

    def figures(self) -> dict[str, float]:
        figures: dict[str, float] = {}
        for name, per_second in self.per_second.items():
            times = self.times[name]
            figures[f"p50_ms_{name}"] = round(1000 * statistics.median(times), 1)
            figures[f"p95_ms_{name}"] = round(1000 * statistics.quantiles(times, n=20, method="inclusive")[-1], 1)
            figures[f"per_s_{name}"] = round(per_second, 1)
        return figures

    def _file_address(self) -> str:
        version = self.target.version
        query = {"query": version.file_query, "variables": {"document": self.target.document}}
        body = json.loads(self.connection.fetch(json_request("POST", version.graphql, query)))
        return str(body["data"]["document"][version.file_field])


def _throughput(run: _Run, name: str, *, seconds: float) -> float:
    """Return the requests per second over several connections."""
    end = time.perf_counter() + seconds
    operation, lock = run.operations[name], threading.Lock()

    def send_until_end() -> int:
        connection, count = Connection(run.target, run.cookie), 0
        while time.perf_counter() < end:
            with lock:
                request = operation()
            connection.send(request)
            count += 1
        return count

    began = time.perf_counter()
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        count = sum(future.result() for future in [pool.submit(send_until_end) for _ in range(CONNECTIONS)])
    return count / (time.perf_counter() - began)


class Connection:
    """One kept connection, with as little client code as possible."""

    def __init__(self, target: Target, cookie: str) -> None:
        self._http = http.client.HTTPConnection(urlsplit(target.url).netloc, timeout=60)
        self._token = {"Authorization": f"Bearer {target.token}"}
        self._cookie = {"Cookie": cookie}

    def reconnect(self) -> None:
        self._http.close()
        self._http.connect()

    def send(self, request: Request) -> float:
        """Return the seconds to the last byte of a successful response."""
        began = time.perf_counter()
        self.fetch(request)
        return time.perf_counter() - began

    def fetch(self, request: Request, *, retries: int = 2) -> bytes:
        """Return the body of a successful response. A 503 is sent again, as clients should, and its time counts."""
        credentials = self._cookie if request.is_browser else self._token
        self._http.request(request.method, request.path, request.body, {**credentials, **request.headers})
        response = self._http.getresponse()
        body = response.read()
        if response.status == HTTPStatus.SERVICE_UNAVAILABLE and retries:
            print(f"{request.method} {request.path}: {body[:200]!r}")
            return self.fetch(request, retries=retries - 1)
        if response.status >= HTTPStatus.MULTIPLE_CHOICES or b'"errors":' in body[:200]:
            raise RuntimeError(f"{request.method} {request.path}: {response.status} {body[:300]!r}")
        return body
