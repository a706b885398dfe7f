"""Descriptions of the figures of `make bench-resilience`, and their goals."""

from collections.abc import Mapping
from typing import Final

from benchmarks.goals import Goal, at_most

_FAILURES: Final = 5  # in a row, which open the breaker of a language model
_PROCESSES: Final = 2  # of the worker, each of which may be waiting for an answer then

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "upload_ratio_beside_extraction": "Upload of a contract until it is ready, beside an extraction ÷ idle, p95",
    "upload_97_ratio_beside_extraction": "97 small files until all are ready, beside an extraction ÷ idle",
    "upload_ratio_model_503": "Upload of a contract, while the model of an extraction answers 503 ÷ idle, p95",
    "upload_ratio_model_hangs": "Upload of a contract, while the model of an extraction never answers ÷ idle, p95",
    "upload_ratio_hung_plugins": "Upload of a contract, while two analyzers never end ÷ idle, p95",
    "search_ratio_no_embedder": "Search without the server that embeds ÷ with it, p95",
    "search_refused_no_embedder": "Of 60 searches without it, those that were refused",
    "breaker_call_p95_ms": "What a closed breaker adds to a call, p95 (ms)",
    "open_seen_ms": "From the failure that opens a breaker until all of eight processes are rejected (ms)",
    "calls_while_open_per_min": "1,000 jobs, the model is down: requests that reach it, in the worst minute",
    "drained_p95_s": "The same jobs: from the return of the model until a job has ended, p95 (s)",
}
GOALS: Final[Mapping[str, Goal]] = {
    "upload_ratio_beside_extraction": at_most(2),
    "upload_97_ratio_beside_extraction": at_most(3),
    "upload_ratio_model_503": at_most(2),
    "upload_ratio_model_hangs": at_most(2),
    "upload_ratio_hung_plugins": at_most(2),
    "search_ratio_no_embedder": at_most(2),
    "search_refused_no_embedder": at_most(0),
    "breaker_call_p95_ms": at_most(0.3),
    "open_seen_ms": at_most(250),
    "calls_while_open_per_min": at_most(_FAILURES + _PROCESSES),
    "drained_p95_s": at_most(60),
}
