"""Search in a corpus whose embedder is a server, while that answers, and after it has gone: connections are refused.

Two requests a second at most, one at a time, none with words that were searched for before: vectors of those are kept.
Among the requests without the embedder are the first, which find out.
"""

import json
import time
from collections.abc import Sequence
from typing import Final

import httpx

from benchmarks.extract.truth import QUESTIONS
from benchmarks.login import token_client
from benchmarks.resilience import scripted
from benchmarks.resilience.services import Behaviour, start_service
from benchmarks.resilience.stack import Stack, ratio
from benchmarks.setup import PASSWORD, USERNAME

EMBEDDER: Final = "scripted-embedder"
REQUESTS: Final = 60
PAUSE_S: Final = 0.5
_EMBEDDED_S: Final = 120.0
_WARM_UP: Final = 5


def measure(stack: Stack) -> dict[str, float]:
    """Return the ratio of searches without the embedder to those with it, and how many were refused."""
    service = start_service(stack.server.processes, Behaviour.ANSWERS)
    environment = {
        "EMBEDDING_MODEL": EMBEDDER,
        "EMBEDDING_BASE_URL": f"http://{service.host}/v1",
        "EMBEDDING_API_KEY": "key",
        "EMBEDDING_DIMENSIONS": str(scripted.DIMENSIONS),
    }
    corpus = stack.corpus_of_contracts()
    web, url = stack.server.processes.web(env=environment)
    queries = [query for wordings in json.loads(QUESTIONS.read_text()).values() for query in wordings]
    with token_client(url, USERNAME, PASSWORD) as client:
        with stack.worker(**environment):
            _embed(client, corpus)
        _search(client, corpus, queries[:_WARM_UP])
        answered, _ = _search(client, corpus, queries[_WARM_UP : _WARM_UP + REQUESTS])
        service.stop()
        alone, refused = _search(client, corpus, queries[-REQUESTS:])
    web.stop()
    return {"search_ratio_no_embedder": ratio(alone, answered), "search_refused_no_embedder": refused}


def _embed(client: httpx.Client, corpus: str) -> None:
    """Let the server embed the corpus, and wait until it serves it."""
    address = f"/api/v1/corpuses/{corpus}/embedder"
    client.put(address, json={"embedder": EMBEDDER}).raise_for_status()
    deadline = time.monotonic() + _EMBEDDED_S
    while (state := client.get(address).raise_for_status().json())["embedder"] != EMBEDDER:
        if time.monotonic() > deadline:
            raise RuntimeError(f"The corpus was not embedded in time: {state}")
        time.sleep(0.2)


def _search(client: httpx.Client, corpus: str, queries: Sequence[str]) -> tuple[list[float], int]:
    """Return the seconds of each request, and how many had no results because of an error."""
    times, refused = [], 0
    for query in queries:
        began = time.monotonic()
        response = client.get(f"/api/v1/corpuses/{corpus}/search", params={"query": query})
        times.append(time.monotonic() - began)
        refused += response.is_error
        time.sleep(max(0.0, PAUSE_S - times[-1]))
    print(f"searches: {refused} refused;", *(f"{each:.3f}" for each in sorted(times)[-12:]), "s at most", flush=True)
    return times, refused
