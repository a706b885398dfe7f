"""Prometheus metrics of searches."""

from typing import Final

from prometheus_client import Histogram

SEARCHES: Final = Histogram(
    "cartulary_search_duration_seconds",
    "Until a page of documents is found.",
    ["kind", "result"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
